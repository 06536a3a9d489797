/** Messages of the library, made by hand, go through the bridge: no request is made here. */
import { AIMessage, AIMessageChunk, type AIMessageFields, type UsageMetadata } from '@langchain/core/messages';
import { ChatGoogle } from '@langchain/google';
import { afterEach, expect, test, vi } from 'vitest';
import type { Content } from '../../spec/contract/index.ts';
import { question, settings, streamed } from '../langchain/shared/fake-responses.ts';
import { createClient } from './google/adapter.ts';

afterEach(() => vi.restoreAllMocks());

const client = () => createClient('langchain-test', settings);
const returns = (message: AIMessage) => {
  vi.spyOn(ChatGoogle.prototype, 'invoke').mockResolvedValue(message as AIMessageChunk);
  return client().getResponse(question);
};
const streams = (...chunks: AIMessageChunk[]) => {
  const iterated = async function* () {
    yield* chunks;
  };
  vi.spyOn(ChatGoogle.prototype, 'stream').mockResolvedValue(iterated() as never);
  return streamed(client());
};
const message = (fields: object) => new AIMessage(fields as AIMessageFields);
const chunk = (fields: object) => new AIMessageChunk(fields as AIMessageFields);

/** The contents without what the library gave, which each carries. */
const bare = (contents: readonly Content[] = []) =>
  contents
    .map(({ rawRepresentation: _, ...content }) => content)
    .filter((content) => content.type !== 'text' || content.text !== '');

/** With a count that is not an integer, which the bridge must not hide. */
const usage_metadata: UsageMetadata = {
  input_tokens: 3,
  output_tokens: 1.5,
  total_tokens: 4.5,
  input_token_details: { cache_read: 2 },
  output_token_details: { reasoning: 1 },
};
const usage = { inputTokens: 3, outputTokens: 1.5, cachedInputTokens: 2, reasoningTokens: 1 };
const call = { type: 'tool_call' as const, id: 'call_1', name: 'f', args: { city: 'Oslo' } };
const callPart = { type: 'functionCall', functionCall: { id: 'call_1', name: 'f', args: { city: 'Oslo' } } };

test('parts, usage and finish reason of a message are returned as they came, and nothing more', async () => {
  const content = [
    { type: 'text', text: 'Let me think.', thought: true, thoughtSignature: 'dGhvdWdodA==' },
    { type: 'text', text: 'Hm. ' },
    { ...callPart, thoughtSignature: 'Y2FsbA==' },
    { type: 'executableCode', executableCode: { id: 'code-1', code: '1' } },
    { type: 'inlineData', inlineData: { mimeType: 'image/png', data: 'aGk=' } },
    { toolCall: { toolType: 'ADDED_LATER', id: 'later-1', args: { a: 1 } } },
  ];
  const additional_kwargs = { finishReason: 'STOP' };
  const response = await returns(message({ content, tool_calls: [call], usage_metadata, additional_kwargs }));
  expect(bare(response.messages[0]?.contents)).toEqual([
    { type: 'reasoning', text: 'Let me think.', protectedData: 'dGhvdWdodA==' },
    { type: 'text', text: 'Hm. ' },
    { type: 'function-call', callId: 'call_1', name: 'f', arguments: { city: 'Oslo' } },
    { type: 'reasoning', text: '', protectedData: 'Y2FsbA==' },
    {
      type: 'hosted-tool-call',
      callId: 'code-1',
      tool: 'code-interpreter',
      name: 'code_execution',
      arguments: { code: '1' },
    },
    { type: 'data', data: 'aGk=', mediaType: 'image/png' },
    { type: 'hosted-tool-call', callId: 'later-1', tool: 'ADDED_LATER', name: 'ADDED_LATER', arguments: { a: 1 } },
  ]);
  expect(response).toMatchObject({ usage, finishReason: 'tool_calls', warnings: [] });
  expect(response.messages).toHaveLength(1);
});

test('the signature of a text that is the only part is returned with it', async () => {
  const originalTextContentBlock = { type: 'text', text: 'Hi.', thoughtSignature: 'dGV4dA==' };
  const { messages } = await returns(message({ content: 'Hi.', additional_kwargs: { originalTextContentBlock } }));
  expect(bare(messages[0]?.contents)).toEqual([
    { type: 'text', text: 'Hi.' },
    { type: 'reasoning', text: '', protectedData: 'dGV4dA==' },
  ]);
});

test.each([
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content_filter'],
  ['odd', 'odd'],
])('the finish reason %s is %s', async (finishReason, told) => {
  expect(await returns(message({ content: 'Hi.', additional_kwargs: { finishReason } }))).toMatchObject({
    finishReason: told,
  });
});

test('what a message does not have is not returned: no finish reason, no usage, no contents', async () => {
  expect(await returns(new AIMessage(''))).toMatchObject({ messages: [] });
  const response = await streams(chunk({ content: 'Half' }));
  expect(bare(response.messages[0]?.contents)).toEqual([{ type: 'text', text: 'Half' }]);
  expect(response).not.toHaveProperty('finishReason');
  expect(response).not.toHaveProperty('usage');
  expect(await streams()).toMatchObject({ messages: [] });
});

test('chunks are returned as one message, with the usage and finish reason of the stream', async () => {
  const response = await streams(
    chunk({ content: [{ type: 'text', text: 'Let me ', thought: true }] }),
    chunk({ content: [{ type: 'text', text: 'think.', thought: true }] }),
    chunk({ content: 'Hm. ' }),
    chunk({ content: [callPart], tool_calls: [call] }),
    chunk({ content: '', usage_metadata, response_metadata: { finishReason: 'STOP' } }),
  );
  expect(bare(response.messages[0]?.contents)).toEqual([
    { type: 'reasoning', text: 'Let me think.' },
    { type: 'text', text: 'Hm. ' },
    { type: 'function-call', callId: 'call_1', name: 'f', arguments: { city: 'Oslo' } },
  ]);
  expect(response).toMatchObject({ usage, finishReason: 'tool_calls' });
});

test('a call without an id, and arguments that do not parse, are returned as they came', async () => {
  const response = await returns(
    message({
      content: '',
      tool_calls: [{ type: 'tool_call', name: 'f', args: {} }],
      invalid_tool_calls: [{ type: 'invalid_tool_call', id: 'call_2', name: 'g', args: '{"half' }],
    }),
  );
  expect(bare(response.messages[0]?.contents)).toEqual([
    { type: 'function-call', callId: '', name: 'f', arguments: {} },
    { type: 'function-call', callId: 'call_2', name: 'g', argumentsText: '{"half' },
  ]);
});
