import { expect, test } from 'vitest';
import { providerApiIds } from '../../matrix/ids.ts';
import { midStreamErrors } from '../../recordings/faults/damaged-responses.ts';
import { exceptions } from '../../recordings/faults/error-responses.ts';
import type { Fault } from '../../recordings/faults/fault.ts';
import { emptyEventsIn, interleaved, sparseEvents } from '../../recordings/faults/tolerance/empty-events.ts';
import { isUnknownName } from '../../recordings/faults/tolerance/insertions.ts';
import { unknownEventsIn, unknownPartsIn } from '../../recordings/faults/tolerance/unknown-parts.ts';
import { unknownFinishReasons, unknownToolsIn } from '../../recordings/faults/tolerance/unknown-tools.ts';
import { bodyOf, bytesOf } from '../../recordings/format/body.ts';
import { expandFrames, writeFrames } from '../../recordings/format/event-stream.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { faultTraitsOf } from './fault-traits.ts';

const json = (body: object): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: { text: JSON.stringify(body) },
});

const events = (...data: readonly object[]): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'text/event-stream']],
  body: { text: data.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('') },
});

const frames = (...listed: readonly (readonly [type: string, json: object])[]): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'application/vnd.amazon.eventstream']],
  body: bodyOf(writeFrames(listed.map(([type, data]) => ({ headers: [[':event-type', type]], json: data })))),
});

function arrived(fault: Fault | undefined): HttpResponse {
  const response = fault?.arrives();
  if (!response || response === 'nothing') throw new Error('nothing arrives');
  return response;
}

const bodyIn = (fault: Fault | undefined) => JSON.parse(arrived(fault).body.text);
const dataIn = (fault: Fault | undefined) =>
  [...arrived(fault).body.text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
const framesIn = (fault: Fault | undefined) => expandFrames(bytesOf(arrived(fault).body)) ?? [];

const start = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hei' } };
const stop = { type: 'message_stop' };

test('an unknown event stands behind every event but the last, and alone where it is looked for', () => {
  const [fault] = unknownEventsIn(events(start, delta, stop), 'ask', faultTraitsOf('anthropic'));
  expect(dataIn(fault).map(({ type }) => type)).toEqual([
    'content_block_start',
    'added_later',
    'content_block_delta',
    'added_later',
    'message_stop',
  ]);
  const alone = fault?.smaller?.() ?? [];
  expect(alone.map(({ what }) => what)).toEqual([
    'an unknown event comes behind event 1 (content_block_start) of the answer to ask',
    'an unknown event comes behind event 2 (content_block_delta) of the answer to ask',
  ]);
  expect(dataIn(alone[1]).map(({ type }) => isUnknownName(type))).toEqual([false, false, true, false]);
});

test('events that are counted are counted anew', () => {
  const counted = [
    { type: 'response.created', sequence_number: 0 },
    { type: 'response.completed', sequence_number: 1 },
  ];
  const [fault] = unknownEventsIn(events(...counted), 'ask', faultTraitsOf('openai-responses'));
  expect(dataIn(fault).map((each) => each.sequence_number)).toEqual([0, 1, 2]);
});

test('frames get frames, events get events, and what is no stream gets none', () => {
  const [fault] = unknownEventsIn(
    frames(['messageStart', {}], ['messageStop', {}]),
    'ask',
    faultTraitsOf('bedrock-converse'),
  );
  expect(framesIn(fault).map(({ headers }) => headers[0]?.[1])).toEqual(['messageStart', 'addedLater', 'messageStop']);
  expect(unknownEventsIn(json({ type: 'message' }), 'ask', faultTraitsOf('anthropic'))).toEqual([]);
  expect(emptyEventsIn(json({ type: 'message' }), 'ask', faultTraitsOf('anthropic'))).toEqual([]);
});

test('what says nothing comes in the form of each API', () => {
  const [ping, empty] = emptyEventsIn(events(start, delta, stop), 'ask', faultTraitsOf('anthropic'));
  expect(dataIn(ping)[1]).toEqual({ type: 'ping' });
  expect(dataIn(empty)[2]).toEqual({ ...delta, delta: { type: 'text_delta', text: '' } });
  const chunk = {
    id: 'c',
    choices: [{ index: 0, delta: { tool_calls: [{ index: 1, id: 'x', function: { name: 'f' } }] } }],
  };
  const [noChoice, emptyDelta] = emptyEventsIn(
    events(chunk, { ...chunk, usage: {} }),
    'ask',
    faultTraitsOf('openai-chat'),
  );
  expect(dataIn(noChoice)[1]).toEqual({ id: 'c', choices: [] });
  expect(dataIn(emptyDelta)[1].choices[0]).toEqual({
    index: 0,
    delta: { tool_calls: [{ index: 1, function: { arguments: '' } }] },
    finish_reason: null,
  });
});

test('things told beside each other come in turns, begin in their order and end in their order', () => {
  const of = (output_index: number, n: string) => ({ type: `response.${n}`, output_index, sequence_number: 9 });
  const told = [of(0, 'a'), of(0, 'b'), of(0, 'c'), of(1, 'd'), of(1, 'e'), { type: 'response.completed' }];
  const [fault] = interleaved(events(...told), 'ask', faultTraitsOf('openai-responses'));
  expect(dataIn(fault).map(({ type }) => type.slice(9))).toEqual(['a', 'd', 'b', 'c', 'e', 'completed']);
  expect(interleaved(events(of(0, 'a'), of(0, 'b')), 'ask', faultTraitsOf('openai-responses'))).toEqual([]);
  expect(interleaved(events(start, delta, stop), 'ask', faultTraitsOf('anthropic'))).toEqual([]);
});

test('a list of things of several kinds gets one more, a list of things of one kind none', () => {
  const body = { type: 'message', content: [{ type: 'text', text: 'a' }], names: ['b'], usage: [{ tokens: 1 }] };
  const [fault, ...others] = unknownPartsIn(json(body), 'ask', faultTraitsOf('anthropic'));
  expect(others).toEqual([]);
  expect(bodyIn(fault)).toEqual({
    ...body,
    content: [
      { type: 'text', text: 'a' },
      { type: 'added_later', added_later: expect.anything() },
    ],
  });
  const google = { candidates: [{ content: { parts: [{ text: 'a' }] } }] };
  const [part] = unknownPartsIn(json(google), 'ask', faultTraitsOf('google'));
  expect(bodyIn(part).candidates[0].content.parts).toEqual([{ text: 'a' }, { addedLater: expect.anything() }]);
});

test('what the application has to answer is left as it is', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
  const run = { object: 'thread.run', required_action: { submit_tool_outputs: { tool_calls: [call] } } };
  expect(unknownPartsIn(json(run), 'ask', faultTraitsOf('openai-assistants'))).toEqual([]);
});

test('unknown blocks of a stream stand behind the others, and before them where they move their numbers; or one of them does', () => {
  const [around, pieces] = unknownPartsIn(events(start, delta, stop), 'ask', faultTraitsOf('anthropic'));
  const [behind, before] = around?.smaller?.() ?? [];
  const told = (fault: Fault | undefined) =>
    dataIn(fault).map(({ index, content_block: block, delta: piece }) => [index, (block ?? piece)?.type]);
  expect(told(around)).toEqual([
    [0, 'added_later'],
    [0, 'added_later_delta'],
    [0, undefined],
    [1, 'text'],
    [1, 'text_delta'],
    [2, 'added_later'],
    [2, 'added_later_delta'],
    [2, undefined],
    [undefined, undefined],
  ]);
  expect(told(behind).slice(0, 4)).toEqual([
    [0, 'text'],
    [0, 'text_delta'],
    [1, 'added_later'],
    [1, 'added_later_delta'],
  ]);
  expect(told(before).slice(3, 5)).toEqual([
    [1, 'text'],
    [1, 'text_delta'],
  ]);
  expect(told(pieces).slice(1, 3)).toEqual([
    [0, 'text_delta'],
    [0, 'added_later_delta'],
  ]);
});

test('a tool that is unknown is told as the API tells of those that it has, and judged by what arrived', () => {
  const [fault] = unknownToolsIn(
    json({ type: 'message', content: [{ type: 'text', text: 'a' }] }),
    'ask',
    faultTraitsOf('anthropic'),
  );
  expect(fault?.asRecorded).toBeUndefined();
  expect(bodyIn(fault).content.map(({ type }: { type: string }) => type)).toEqual([
    'text',
    'server_tool_use',
    'added_later_tool_result',
  ]);
  const item = { type: 'message' };
  const streamed = events(
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { output: [item] } },
  );
  const [inEvents] = unknownToolsIn(streamed, 'ask', faultTraitsOf('openai-responses'));
  const told = dataIn(inEvents);
  expect(told.map(({ output_index: index }) => index)).toEqual([0, 1, 1, undefined]);
  expect(told.at(-1).response.output).toEqual([item, told[2].item]);
  expect(unknownToolsIn(json({ error: {} }), 'ask', faultTraitsOf('anthropic'))).toEqual([]);
});

test('a new reason to end is written as the known ones are', () => {
  const [fault] = unknownFinishReasons(
    json({ candidates: [{ finishReason: 'STOP' }] }),
    'ask',
    faultTraitsOf('google'),
  );
  expect(bodyIn(fault)).toEqual({ candidates: [{ finishReason: 'ADDED_LATER' }] });
  const [chat] = unknownFinishReasons(
    events({ choices: [{ finish_reason: null }] }, { choices: [{ finish_reason: 'stop' }] }),
    'ask',
    faultTraitsOf('openai-chat'),
  );
  expect(dataIn(chat).map(({ choices }) => choices[0].finish_reason)).toEqual([null, 'added_later']);
  expect(
    unknownFinishReasons(json({ status: 'completed', reason: 'said' }), 'ask', faultTraitsOf('openai-responses')),
  ).toEqual([]);
  const incomplete = { incomplete_details: { reason: 'max_output_tokens' }, reason: 'said' };
  const [response] = unknownFinishReasons(json(incomplete), 'ask', faultTraitsOf('openai-responses'));
  expect(bodyIn(response)).toEqual({ incomplete_details: { reason: 'added_later' }, reason: 'said' });
});

const named = ['a', 'b', 'c', 'd'].map((n) => `event: ${n}\ndata: {}\n\n`);
const stream: HttpResponse = {
  status: 200,
  headers: [['content-type', 'text/event-stream']],
  body: { text: named.join('') },
};
const byteFrames: HttpResponse = {
  status: 200,
  headers: [['content-type', 'application/vnd.amazon.eventstream']],
  body: bodyOf(writeFrames([{ headers: [[':event-type', 'chunk']], json: {} }])),
};

test('a stream of events ends with an error behind its first event, and in its middle', () => {
  const [first, second] = midStreamErrors(stream, 'ask', faultTraitsOf('anthropic'));
  const error = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"';
  expect(arrived(first).body.text).toContain(`${named[0]}${error}`);
  expect(arrived(first).body.text).not.toContain('event: b');
  expect(arrived(second).body.text).toContain(`${named[1]}${error}`);
  expect(first?.what).toBe('the answer to ask ends with the error overloaded_error behind event 1 of 4');
});

test('a stream of frames ends with an exception of every name, or an error of none of them', () => {
  const told = midStreamErrors(byteFrames, 'ask', faultTraitsOf('bedrock-converse')).map((fault) =>
    expandFrames(bytesOf(arrived(fault).body)),
  );
  expect(told).toHaveLength(2 * (exceptions.length + 1));
  expect(told[0]).toEqual([
    expect.anything(),
    expect.objectContaining({ headers: expect.arrayContaining([[':exception-type', 'accessDeniedException']]) }),
  ]);
});

test('every API that knows such errors says them in the form of its streams; a document has none', () => {
  for (const api of providerApiIds) {
    const traits = faultTraitsOf(api);
    if (!traits.lateErrors) continue;
    const [own, other] = traits.isOfAws ? [byteFrames, stream] : [stream, byteFrames];
    expect(midStreamErrors(own, 'ask', traits).length, api).toBeGreaterThan(1);
    expect(midStreamErrors(other, 'ask', traits), api).toEqual([]);
  }
  expect(midStreamErrors(stream, 'ask', faultTraitsOf('mistral-chat'))).toEqual([]);
  expect(
    midStreamErrors(
      { ...stream, headers: [['content-type', 'application/json']], body: { text: '{}' } },
      'ask',
      faultTraitsOf('anthropic'),
    ),
  ).toEqual([]);
});

test('every provider API says what faults its answers can have', () => {
  for (const api of providerApiIds) expect(faultTraitsOf(api), api).not.toEqual({});
});

test('events are left out whose text the end of their item has, and no others', () => {
  const text = { type: 'response.output_text.delta', output_index: 0, delta: 'Hei' };
  const end = (content: readonly object[]) => ({
    type: 'response.output_item.done',
    output_index: 0,
    item: { content },
  });
  const typesIn = (stream: HttpResponse) =>
    sparseEvents(stream, 'ask', faultTraitsOf('openai-responses')).map((fault) =>
      dataIn(fault).map(({ type }) => type),
    );
  expect(typesIn(events(text, end([{ type: 'output_text', text: 'Hei' }])))).toEqual([['response.output_item.done']]);
  expect(typesIn(events(text, end([])))).toEqual([]);
});
