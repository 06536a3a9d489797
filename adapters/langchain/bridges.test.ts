/** What the library returns goes through each bridge, and nothing else: no request is made here, the messages are made by hand. */
import { ChatAnthropic } from '@langchain/anthropic';
import { ChatBedrockConverse } from '@langchain/aws';
import { AIMessage, AIMessageChunk, type AIMessageFields, type UsageMetadata } from '@langchain/core/messages';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';
import { ChatMistralAI } from '@langchain/mistralai';
import { ChatOpenAI } from '@langchain/openai';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChatClient, ClientSettings, Content } from '../../spec/contract/index.ts';
import { createClient as anthropic } from './anthropic/adapter.ts';
import { createClient as bedrockConverse } from './bedrock-converse/adapter.ts';
import { createClient as google } from './google/adapter.ts';
import { createClient as mistralChat } from './mistral-chat/adapter.ts';
import { createClient as openaiChat } from './openai-chat/adapter.ts';
import { createClient as openaiResponses } from './openai-responses/adapter.ts';
import { question, settings, streamed } from './shared/fake-responses.ts';

afterEach(() => vi.restoreAllMocks());

/** A chat model, as far as a bridge calls it. */
interface Model {
  readonly prototype: { invoke: () => Promise<unknown>; stream: () => Promise<unknown> };
}

interface Bridge {
  readonly name: string;
  readonly Model: Model;
  readonly createClient: (adapterId: string, settings: ClientSettings) => ChatClient;
  /** What each provider's package says of a message beside its content. */
  readonly beside: object;
  /** Where the package gives the provider's word for the end, and what the contract calls it. */
  readonly ended: readonly [said: object, told: string];
  /** Another word that no table has. */
  readonly unknownEnd: object;
}

const bridges: readonly Bridge[] = [
  {
    name: 'anthropic',
    Model: ChatAnthropic as never,
    createClient: anthropic,
    beside: { model: 'm', id: 'msg_1' },
    ended: [{ stop_reason: 'tool_use' }, 'tool_calls'],
    unknownEnd: { stop_reason: 'odd' },
  },
  {
    name: 'bedrock-converse',
    Model: ChatBedrockConverse as never,
    createClient: (id, given) => bedrockConverse(id, { ...given, parameters: { region: 'eu-north-1' } }),
    beside: {},
    ended: [{ stopReason: 'tool_use' }, 'tool_calls'],
    unknownEnd: { stopReason: 'odd' },
  },
  {
    name: 'google',
    Model: ChatGoogleGenerativeAI as never,
    createClient: google,
    beside: {},
    ended: [{ finishReason: 'MAX_TOKENS' }, 'length'],
    unknownEnd: { finishReason: 'odd' },
  },
  {
    name: 'mistral-chat',
    Model: ChatMistralAI as never,
    createClient: mistralChat,
    beside: { model: 'm' },
    ended: [{ finishReason: 'tool_calls' }, 'tool_calls'],
    unknownEnd: { finishReason: 'odd' },
  },
  {
    name: 'openai-chat',
    Model: ChatOpenAI as never,
    createClient: openaiChat,
    beside: { model_name: 'm' },
    // Of a call that the request named the wire says "stop", and so does the library.
    ended: [{ finish_reason: 'stop' }, 'stop'],
    unknownEnd: { finish_reason: 'odd' },
  },
  {
    name: 'openai-responses',
    Model: ChatOpenAI as never,
    createClient: openaiResponses,
    beside: { model_name: 'm', model_provider: 'openai' },
    ended: [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
    unknownEnd: { status: 'incomplete', incomplete_details: { reason: 'odd' } },
  },
];

/** With a count that is no whole number, which the bridge has no business to hide. */
const usage_metadata: UsageMetadata = {
  input_tokens: 3,
  output_tokens: 1.5,
  total_tokens: 4.5,
  input_token_details: { cache_read: 2 },
};
const usage = { inputTokens: 3, outputTokens: 1.5, cachedInputTokens: 2 };
/** The library's types allow a usage only of messages whose kind they know. */
const message = (fields: object) => new AIMessage(fields as AIMessageFields);
const chunk = (fields: object) => new AIMessageChunk(fields as AIMessageFields);
const call = { type: 'tool_call' as const, id: 'call_1', name: 'f', args: { city: 'Oslo' } };

/** The contents without what the library gave, which each carries. */
const bare = (contents: readonly Content[] = []) =>
  contents
    .map(({ rawRepresentation: _, ...content }) => content)
    .filter((content) => content.type !== 'text' || content.text !== '');

describe.each(bridges)('$name', ({ Model, createClient, beside, ended: [said, told], unknownEnd }) => {
  const client = () => createClient('langchain-test', settings);
  const returns = (message: AIMessage) => {
    vi.spyOn(Model.prototype, 'invoke').mockResolvedValue(message);
    return client().getResponse(question);
  };
  const streams = (...chunks: AIMessageChunk[]) => {
    const iterated = async function* () {
      yield* chunks;
    };
    vi.spyOn(Model.prototype, 'stream').mockResolvedValue(iterated());
    return streamed(client());
  };

  test('a text, a call, the usage and the end come as they are, and nothing more', async () => {
    const content = [{ type: 'text', text: 'Hm. ' }, ...functionCallPart(Model)];
    const response_metadata = { ...beside, ...said };
    const response = await returns(message({ content, tool_calls: [call], usage_metadata, response_metadata }));
    expect(bare(response.messages[0]?.contents)).toEqual([
      { type: 'text', text: 'Hm. ' },
      { type: 'function-call', callId: 'call_1', name: 'f', arguments: { city: 'Oslo' } },
    ]);
    expect(response).toMatchObject({ usage, finishReason: told, warnings: [] });
    expect(response.messages).toHaveLength(1);
  });

  test('a word for the end that nobody knows is passed on', async () => {
    const response = await returns(new AIMessage({ content: 'Hi.', response_metadata: { ...beside, ...unknownEnd } }));
    expect(response.finishReason).toBe('odd');
  });

  test('what is not said is not told: no end, no usage, no contents', async () => {
    expect(await returns(new AIMessage({ content: '', response_metadata: beside }))).toMatchObject({ messages: [] });
    const response = await streams(new AIMessageChunk({ content: 'Half' }));
    expect(bare(response.messages[0]?.contents)).toEqual([{ type: 'text', text: 'Half' }]);
    expect(response).not.toHaveProperty('finishReason');
    expect(response).not.toHaveProperty('usage');
    expect(await streams()).toMatchObject({ messages: [] });
  });

  test('a stream is told in its pieces, a call when it is whole', async () => {
    const piece = (args: string, more: object = {}) =>
      new AIMessageChunk({ content: [], tool_call_chunks: [{ index: 0, args, ...more }] });
    const response = await streams(
      new AIMessageChunk({ content: 'Hm. ', response_metadata: beside }),
      piece('{"city":', { id: 'call_1', name: 'f' }),
      piece('"Oslo"}'),
      chunk({ content: '', usage_metadata, response_metadata: said }),
    );
    const calls = bare(response.messages[0]?.contents).filter(({ type }) => type === 'function-call');
    // Google's package gives a call with the part that it came in: without one there is none.
    if (Model !== (ChatGoogleGenerativeAI as never))
      expect(bare(response.messages[0]?.contents)[0]).toMatchObject({ text: 'Hm. ' });
    expect(calls).toEqual([{ type: 'function-call', callId: 'call_1', name: 'f', arguments: { city: 'Oslo' } }]);
    expect(response).toMatchObject({ usage, finishReason: told });
  });

  test('a call without an id, and arguments that do not parse, are told as they came', async () => {
    const response = await returns(
      new AIMessage({
        content: '',
        tool_calls: [{ type: 'tool_call', name: 'f', args: {} }],
        invalid_tool_calls: [{ type: 'invalid_tool_call', id: 'call_2', name: 'g', args: '{"half' }],
        response_metadata: beside,
      }),
    );
    expect(bare(response.messages[0]?.contents)).toEqual([
      { type: 'function-call', callId: '', name: 'f', arguments: {} },
      { type: 'function-call', callId: 'call_2', name: 'g', argumentsText: '{"half' },
    ]);
  });
});

/** Google's package leaves the call in the content too, the others beside it alone. */
const functionCallPart = (model: Model) =>
  model === (ChatGoogleGenerativeAI as never)
    ? [{ type: 'functionCall', functionCall: { name: 'f', args: { city: 'Oslo' } } }]
    : [];
