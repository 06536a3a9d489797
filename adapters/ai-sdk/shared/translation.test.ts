import { registerTelemetry, type StepResult, type ToolSet } from 'ai';
import { afterEach, expect, test, vi } from 'vitest';
import { type Json, type JsonObject, leavesOf } from '../../../lib/canonical-json.ts';
import type { ChatClient, ChatMessage, ClientSettings, Tool } from '../../../spec/contract/index.ts';
import { createClient as anthropic } from '../anthropic/adapter.ts';
import { createClient as bedrock } from '../bedrock-converse/adapter.ts';
import { createClient as google } from '../google/adapter.ts';
import { createClient as mistral } from '../mistral-chat/adapter.ts';
import { createClient as chat } from '../openai-chat/adapter.ts';
import { createClient as responses } from '../openai-responses/adapter.ts';
import { fakeFetch, json } from './fake-fetch.ts';
import { plain } from './json.ts';

/** What the library gave, as it tells whoever watches it. */
const steps: Pick<StepResult<ToolSet>, 'content' | 'finishReason' | 'providerMetadata' | 'response' | 'usage'>[] = [];
registerTelemetry({ onStepEnd: (step) => void steps.push(step) });
afterEach(() => vi.unstubAllGlobals());

const settings: ClientSettings = {
  baseUrl: 'https://api.test',
  model: 'us.anthropic.claude',
  credentials: { type: 'apiKey', apiKey: 'key' },
  parameters: { region: 'eu-north-1' },
  maxOutputTokens: 100,
  timeout: 5_000,
  wait: async () => {},
};
const args = { city: 'Troms\u00f8' };
const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: JSON.stringify(args) } };
const completion = (content: Json) => ({
  id: 'cmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'answered-by',
  choices: [{ index: 0, message: { role: 'assistant', content, tool_calls: [call] }, finish_reason: 'tool_calls' }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
});

const answers: Record<string, readonly [(id: string, settings: ClientSettings) => ChatClient, JsonObject]> = {
  anthropic: [
    anthropic,
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'answered-by',
      content: [
        { type: 'thinking', thinking: 'Where?', signature: 'sealed' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: args },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 11, output_tokens: 7, cache_read_input_tokens: 3 },
    },
  ],
  'bedrock-converse': [
    bedrock,
    {
      output: {
        message: {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'Where?', signature: 'sealed' } } },
            { text: 'I look.' },
            { toolUse: { toolUseId: 'tooluse_1', name: 'get_weather', input: args } },
          ],
        },
      },
      stopReason: 'tool_use',
      usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 },
    },
  ],
  google: [
    google,
    {
      responseId: 'r1',
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: 'Where?', thought: true },
              { text: 'I look.' },
              { functionCall: { id: 'c1', name: 'get_weather', args }, thoughtSignature: 'sealed' },
            ],
          },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, thoughtsTokenCount: 2, totalTokenCount: 20 },
    },
  ],
  'mistral-chat': [mistral, completion('I look.')],
  'openai-chat': [chat, completion('I look.')],
  'openai-responses': [
    responses,
    {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      status: 'completed',
      model: 'answered-by',
      output: [
        {
          id: 'rs_1',
          type: 'reasoning',
          summary: [{ type: 'summary_text', text: 'Where?' }],
          encrypted_content: 'sealed',
        },
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [
            {
              type: 'output_text',
              text: 'I look there.',
              annotations: [{ type: 'url_citation', url: 'https://a.test/', title: 'A', start_index: 2, end_index: 6 }],
              logprobs: [],
            },
          ],
        },
        {
          id: 'fc_1',
          type: 'function_call',
          status: 'completed',
          call_id: 'call_1',
          name: 'get_weather',
          arguments: JSON.stringify(args),
        },
      ],
      usage: {
        input_tokens: 11,
        input_tokens_details: { cached_tokens: 3 },
        output_tokens: 7,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 18,
      },
    },
  ],
};

/** What the contract calls its own parts, and the library its; and the text of a part that is a signature alone. */
const ownNames = /^(assistant|text|reasoning|function-call|tool-call|tool-calls|tool_calls|)$/;

/** The library's own part lies in each content, and goes back: only what the contract tells beside it is translated. */
const withoutRaw = (value: unknown): Json =>
  JSON.parse(JSON.stringify(value, (name, member) => (name === 'rawRepresentation' ? undefined : member)));

const messages: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hi' }] }];
const tools: Tool[] = [{ type: 'function', name: 'get_weather', parameters: { type: 'object', properties: {} } }];

test.each(Object.entries(answers))(
  'of %s the bridge tells what the library gives, and nothing besides',
  async (name, [make, body]) => {
    vi.stubGlobal('fetch', fakeFetch(json(body)).fetch);
    const response = await make(`ai-sdk-${name}`, settings).getResponse(messages, { tools });
    const [step] = steps.splice(0);
    if (!step) throw new Error('the library made no step');
    const { content, finishReason, usage, providerMetadata } = step;
    const { id, modelId } = step.response;
    const given = leavesOf(plain({ content, finishReason, usage, providerMetadata, id, modelId }));
    const told = leavesOf(withoutRaw({ ...response, warnings: [] }));
    expect(told.filter((leaf) => !given.includes(leaf) && !ownNames.test(String(leaf)))).toEqual([]);
    // Sources are those of the citations, said again.
    const { inputTokens, outputTokens } = usage;
    const due = leavesOf(
      plain({ content: content.filter(({ type }) => type !== 'source'), inputTokens, outputTokens }),
    );
    expect(due.filter((leaf) => !leavesOf(plain(response)).includes(leaf))).toEqual([]);
  },
);

const shell = { type: 'action-call' as const, callId: 'call_1', tool: 'shell' as const };

test.each<[string, keyof typeof answers, ChatMessage]>([
  [
    'a result of a function that the conversation does not name',
    'google',
    { role: 'tool', contents: [{ type: 'function-result', callId: 'call_lost', result: '06:12' }] },
  ],
  [
    'a call that holds two actions',
    'bedrock-converse',
    { role: 'assistant', contents: [{ ...shell, actions: [{ type: 'exec' }, { type: 'restart' }] }] },
  ],
  [
    'an action without a type',
    'anthropic',
    { role: 'assistant', contents: [{ ...shell, actions: [{ command: 'ls' }] }] },
  ],
])('%s is rejected before anything is sent to %s', async (_, name, message) => {
  const [make] = answers[name] ?? [];
  const { fetch, asked: sent } = fakeFetch(json({}));
  vi.stubGlobal('fetch', fetch);
  const client = make?.(`ai-sdk-${name}`, settings);
  await expect(client?.getResponse([...messages, message])).rejects.toMatchObject({
    name: 'ProviderError',
    code: 'invalid_request_error',
  });
  expect(sent).toEqual([]);
});
