import { describe, expect, test } from 'vitest';
import { type ChatMessage, type ChatResponseUpdate, foldUpdates } from '../../../spec/contract/index.ts';
import { conversation } from './request.ts';
import { responseFromAnswer } from './response.ts';
import { StreamReader, updatesFromEvents } from './stream.ts';

const begin = { messageStart: { role: 'assistant' } };
const delta = (contentBlockIndex: number, said: object) => ({ contentBlockDelta: { contentBlockIndex, delta: said } });
const start = (contentBlockIndex: number, said: object) => ({ contentBlockStart: { contentBlockIndex, start: said } });
const stop = (contentBlockIndex: number) => ({ contentBlockStop: { contentBlockIndex } });
const end = [
  { messageStop: { stopReason: 'end_turn' } },
  { metadata: { usage: { inputTokens: 3, cacheReadInputTokens: 4, outputTokens: 2 } } },
];

async function updates(events: readonly unknown[]) {
  const reader = updatesFromEvents(
    (async function* () {
      yield* events;
    })(),
    new StreamReader(new Map([['bash', 'shell']])),
  );
  const given: ChatResponseUpdate[] = [];
  for await (const update of reader) given.push(update);
  return given;
}
const fold = async (...events: unknown[]) => foldUpdates(await updates(events));
const page = { title: 'Peaks', location: { web: { url: 'https://a.example/' } } };
const whole = [
  { reasoningContent: { reasoningText: { text: 'It is cold.', signature: 'sig' } } },
  { reasoningContent: { redactedContent: 'AAEC' } },
  { text: 'Hi. ' },
  { citationsContent: { content: [{ text: 'High' }], citations: [page] } },
  { text: '.' },
  { citationsContent: { citations: [page] } },
  { toolUse: { toolUseId: 'a', name: 'run', type: 'server_tool_use', input: { s: 'x' } } },
  { toolResult: { toolUseId: 'a', type: 'run_result', status: 'success', content: [{ json: { out: 1 } }] } },
  { toolUse: { toolUseId: 'b', name: 'bash', input: { command: 'ls' } } },
  { image: { format: 'png', source: { bytes: 'AAEC' } } },
];
const streamed = [
  begin,
  delta(0, { reasoningContent: { text: 'It is ' } }),
  delta(0, { reasoningContent: { text: 'cold.' } }),
  delta(0, { reasoningContent: { signature: 'sig' } }),
  stop(0),
  delta(1, { reasoningContent: { redactedContent: 'AAE=' } }),
  delta(1, { reasoningContent: { redactedContent: 'Ag==' } }),
  stop(1),
  delta(2, { text: '' }),
  delta(2, { text: 'Hi' }),
  delta(2, { text: '. ' }),
  stop(2),
  delta(3, { text: 'Hi' }),
  delta(3, { text: 'gh' }),
  delta(3, { citation: page }),
  stop(3),
  delta(4, { text: '.' }),
  stop(4),
  delta(5, { citation: page }),
  stop(5),
  start(6, { toolUse: { toolUseId: 'a', name: 'run', type: 'server_tool_use' } }),
  delta(6, { toolUse: { input: '{"s"' } }),
  start(7, { toolResult: { toolUseId: 'a', type: 'run_result', status: 'success' } }),
  delta(7, { toolResult: [{ json: { out: 1 } }] }),
  stop(7),
  delta(6, { toolUse: { input: ':"x"}' } }),
  stop(6),
  start(8, { toolUse: { toolUseId: 'b', name: 'bash' } }),
  delta(8, { toolUse: { input: '{"command":"ls"}' } }),
  stop(8),
  start(9, { image: { format: 'png' } }),
  delta(9, { image: { source: { bytes: 'AAE=' } } }),
  delta(9, { image: { source: { bytes: 'Ag==' } } }),
  stop(9),
  ...end,
];

describe('a stream', () => {
  test('says what the whole answer says, and goes back as it', async () => {
    const response = await fold(...streamed);
    const answer = { output: { message: { role: 'assistant', content: whole } }, stopReason: 'end_turn' };
    const complete = responseFromAnswer(answer, new Map([['bash', 'shell']]));
    const shape = (messages: readonly ChatMessage[]) =>
      messages.flatMap((m) => m.contents.filter((c) => c.type !== 'text' || c.text !== '').map((c) => c.type));
    expect([...new Set(shape(response.messages))]).toEqual([...new Set(shape(complete.messages))]);
    expect(response).toMatchObject({
      finishReason: 'stop',
      usage: { inputTokens: 7, outputTokens: 2, cachedInputTokens: 4 },
    });
    const stored = JSON.parse(JSON.stringify(response.messages)) as ChatMessage[];
    expect(conversation(complete.messages).messages[0]?.content).toEqual(whole);
    expect(conversation(stored).messages[0]?.content).toEqual(whole);
  });

  test('cites the words of its block, wherever these were joined', async () => {
    const [message] = (await fold(begin, delta(0, { text: 'Hi. ' }), stop(0), ...streamed.slice(12, 16), ...end))
      .messages;
    expect(message?.contents[0]).toMatchObject({
      type: 'text',
      text: 'Hi. High',
      annotations: [{ url: 'https://a.example/', title: 'Peaks', startIndex: 4, endIndex: 8 }],
    });
  });

  test('shows words at once, and calls when they are whole', async () => {
    const given = await updates(streamed);
    const first = given[0]?.contents;
    expect(first).toEqual([{ type: 'reasoning', text: 'It is ' }]);
    expect(given.flatMap((u) => u.contents).filter((c) => c.type === 'action-call')).toEqual([
      {
        type: 'action-call',
        callId: 'b',
        tool: 'shell',
        actions: [{ type: 'exec', command: 'ls' }],
        rawRepresentation: whole[8],
      },
    ]);
  });

  test('loses nothing that is not known yet', async () => {
    const hologram = { hologramStart: { depth: 3 } };
    const given = await updates([begin, hologram, delta(0, { hologram: { light: 1 } }), stop(0), ...end]);
    expect(given[0]).toEqual({ contents: [], rawRepresentation: hologram });
    expect(given[1]?.contents).toEqual([
      { type: 'hosted-tool-result', tool: 'hologram', outputs: [], rawRepresentation: { hologram: [{ light: 1 }] } },
    ]);
  });

  test('keeps arguments that were cut short as text, and has none where none came', async () => {
    const call = (id: string) => start(0, { toolUse: { toolUseId: id, name: 'f' } });
    const cut = await fold(begin, call('a'), delta(0, { toolUse: { input: '{"x":' } }), stop(0), ...end);
    expect(cut.messages[0]?.contents).toMatchObject([{ type: 'function-call', argumentsText: '{"x":' }]);
    const none = await fold(begin, call('a'), stop(0), ...end);
    expect(none.messages[0]?.contents).toMatchObject([{ type: 'function-call', arguments: {} }]);
  });

  test.each<[string, unknown[]]>([
    ['ends before it stops', [begin, delta(0, { text: 'a' }), stop(0)]],
    ['stops inside a block', [begin, delta(0, { text: 'a' }), ...end]],
    ['has an event that is no object', [begin, 'text']],
    ['has an event without a payload', [begin, { contentBlockStop: null }]],
    ['has a delta for no block', [begin, { contentBlockDelta: { delta: { text: 'a' } } }]],
    ['has a delta that says nothing', [begin, delta(0, {})]],
    ['has a call without a name', [begin, start(0, { toolUse: { toolUseId: 'a' } }), stop(0), ...end]],
    ['begins a block with nothing', [begin, { contentBlockStart: { contentBlockIndex: 0 } }]],
  ])('that %s is a WireError', async (_, events) => {
    await expect(updates(events)).rejects.toMatchObject({ name: 'WireError' });
  });
});
