import { expect, test } from 'vitest';
import { addUsage, foldUpdates } from './fold.ts';
import type { ChatResponseUpdate } from './messages.ts';

const text = (value: string, over: Partial<ChatResponseUpdate> = {}): ChatResponseUpdate => ({
  role: 'assistant',
  contents: [{ type: 'text', text: value }],
  ...over,
});

test('pieces of text become one content, and what stands between them keeps its place', () => {
  const call = { type: 'function-call', callId: 'c', name: 'f', arguments: {} } as const;
  const { messages } = foldUpdates([text('a'), text('b'), { contents: [call] }, text('c')]);
  expect(messages).toEqual([
    { role: 'assistant', contents: [{ type: 'text', text: 'ab' }, call, { type: 'text', text: 'c' }] },
  ]);
});

test('pieces of reasoning are joined until one carries opaque state, which ends the block', () => {
  const piece = (value: string, protectedData?: string): ChatResponseUpdate => ({
    contents: [{ type: 'reasoning', text: value, ...(protectedData === undefined ? {} : { protectedData }) }],
  });
  const { messages } = foldUpdates([piece('a'), piece('b'), piece('', 'sig'), piece('c')]);
  expect(messages[0]?.contents).toEqual([
    { type: 'reasoning', text: 'ab', protectedData: 'sig' },
    { type: 'reasoning', text: 'c' },
  ]);
});

test('another message id, or another role, begins another message', () => {
  const { messages } = foldUpdates([
    text('a', { messageId: '1' }),
    text('b', { messageId: '2' }),
    text('c', { role: 'tool' }),
  ]);
  expect(messages.map((m) => [m.role, m.messageId])).toEqual([
    ['assistant', '1'],
    ['assistant', '2'],
    ['tool', undefined],
  ]);
});

test('an update without id continues the message before it', () => {
  const { messages } = foldUpdates([text('a', { messageId: '1' }), text('b')]);
  expect(messages).toHaveLength(1);
  expect(messages[0]?.messageId).toBe('1');
});

test('text with the provider’s own object stays apart, so that the object can go back whole', () => {
  const raw = { type: 'text', text: 'b', rawRepresentation: { cited: true } } as const;
  const { messages } = foldUpdates([text('a'), { contents: [raw] }, text('c')]);
  expect(messages[0]?.contents).toHaveLength(3);
});

test('usage is summed, of the finish reason the last one counts, warnings are kept', () => {
  const warning = { code: 'x', message: 'y' };
  const folded = foldUpdates([
    { contents: [], usage: { inputTokens: 1, outputTokens: 2 }, finishReason: 'length', warnings: [warning] },
    { contents: [], usage: { outputTokens: 3, cachedInputTokens: 1 }, finishReason: 'stop', responseId: 'r' },
  ]);
  expect(folded).toEqual({
    messages: [],
    warnings: [warning],
    usage: { inputTokens: 1, outputTokens: 5, cachedInputTokens: 1 },
    finishReason: 'stop',
    responseId: 'r',
  });
});

test('a member that neither usage has stays absent', () => {
  expect(addUsage(undefined, { inputTokens: 1 })).toEqual({ inputTokens: 1 });
});
