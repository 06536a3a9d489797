import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyOf, bytesOf } from '../../format/body.ts';
import { splitFrames, writeFrames } from '../../format/event-stream.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import { changed, fitting, NoSuchPlace } from './apply-mutation.ts';
import type { Change } from './mutation.ts';
import { inWords } from './mutation.ts';
import { changesOf, mutationFault, mutations, mutationsOf, randomMutations } from './seeded.ts';

const document: HttpResponse = {
  status: 200,
  headers: [['content-type', 'application/json']],
  body: { text: '{"id":"m","content":[{"type":"text","text":"Hi"},{"n":1.0}]}' },
};

const stream: HttpResponse = {
  status: 200,
  headers: [['content-type', 'text/event-stream']],
  body: { text: 'event: a\ndata: {"type":"a"}\n\nevent: b\ndata: {"type":"b"}\n\ndata: [DONE]\n\n' },
};

const frames: HttpResponse = {
  status: 200,
  headers: [['content-type', 'application/vnd.amazon.eventstream']],
  body: bodyOf(
    writeFrames([
      { headers: [[':event-type', 'start']], json: { a: 1 } },
      { headers: [[':event-type', 'stop']], json: { b: 2 } },
    ]),
  ),
};

const after = (response: HttpResponse, ...changes: Change[]): string => changed(response, changes).body.text;

const at = (...path: (string | number)[]) => ({ piece: 0, at: path });

test.each<[Change, string]>([
  [{ do: 'put', ...at('id'), value: { json: '1e400' } }, '{"id":1e400,'],
  [{ do: 'put', ...at('id'), value: { json: '' } }, '{"id":,'],
  [{ do: 'put', ...at('id'), value: { letters: 3 } }, '{"id":"aaa",'],
  [{ do: 'put', ...at('id'), value: { elements: 3, of: 'null' } }, '{"id":[null,null,null],'],
  [{ do: 'put', ...at('id'), value: { arrays: 2 } }, '{"id":[[[]]],'],
  [{ do: 'put', ...at('id'), value: { objects: 2 } }, '{"id":{"a":{"a":{}}},'],
  [{ do: 'put', ...at(), value: { json: 'NaN' } }, 'NaN'],
  [{ do: 'drop', ...at('content', 0) }, '"content":[{"n":1}]}'],
  [{ do: 'drop', ...at() }, ''],
  [{ do: 'double', ...at('id') }, '{"id":"m","id":"m",'],
  [{ do: 'double', ...at('content', 1) }, '{"n":1},{"n":1}]}'],
  [{ do: 'repeat', ...at('content', 1), times: 3 }, '{"n":1},{"n":1},{"n":1}]}'],
  [{ do: 'swap', ...at('content', 0) }, '[{"n":1},{"type":"text","text":"Hi"}]'],
  [{ do: 'swap', ...at('content', 0, 'type') }, '{"type":"Hi","text":"text"}'],
  [{ do: 'name', ...at('id'), as: '__proto__' }, '{"__proto__":"m",'],
  [
    { do: 'add', ...at('content', 1), name: '__proto__', value: { json: '{"polluted":true}' } },
    '{"n":1,"__proto__":{"polluted":true}}',
  ],
  [{ do: 'add', ...at('content'), name: 'unused', value: { json: '7' } }, '{"n":1},7]}'],
])('of JSON: %j', (change, expected) => {
  expect(after(document, change)).toContain(expected);
});

test.each<[Change, string]>([
  [{ do: 'drop-piece', piece: 0 }, 'event: b\ndata: {"type":"b"}\n\ndata: [DONE]\n\n'],
  [{ do: 'repeat-piece', piece: 2, times: 2 }, '\n\ndata: [DONE]\n\ndata: [DONE]\n\ndata: [DONE]\n\n'],
  [{ do: 'swap-piece', piece: 0 }, 'event: b\ndata: {"type":"b"}\n\nevent: a\ndata: {"type":"a"}\n\ndata: [DONE]\n\n'],
  [{ do: 'name-piece', piece: 1, as: 'toString' }, 'event: toString\ndata: {"type":"b"}\n\n'],
  [{ do: 'bytes', piece: 0, offset: 9, hex: '0a' }, 'data: {"type":"\ndata: a"}\n\n'],
])('of events: %j', (change, expected) => {
  expect(after(stream, change)).toContain(expected);
});

test('bytes that are no UTF-8 stay what they are', () => {
  const { body } = changed(document, [{ do: 'bytes', piece: 0, offset: 7, hex: 'ff' }]);
  expect(bytesOf(body).subarray(0, 9).toString('latin1')).toBe('{"id":"\xffm');
});

test('frames of AWS have other headers, or another payload, and sums that hold', () => {
  const changes: Change[] = [
    { do: 'header', piece: 0, name: ':message-type', value: 'exception' },
    { do: 'put', ...at('a'), value: { json: '1e400' } },
    { do: 'name-piece', piece: 1, as: 'constructor' },
    { do: 'header', piece: 1, name: ':content-type' },
  ];
  const { frames: read, rest } = splitFrames(bytesOf(changed(frames, changes).body));
  expect(rest).toHaveLength(0);
  expect(read.map(({ headers, payload }) => [headers, Buffer.from(payload).toString()])).toEqual([
    [
      [
        [':event-type', 'start'],
        [':message-type', 'exception'],
      ],
      '{"a":1e400}',
    ],
    [[[':event-type', 'constructor']], '{"b":2}'],
  ]);
});

test('changes add up; one whose place is gone is an error, or is left out', () => {
  const changes: Change[] = [
    { do: 'put', ...at('content', 1, 'n'), value: { json: '1e400' } },
    { do: 'double', ...at('content', 1) },
    { do: 'drop', ...at('id') },
    { do: 'name', ...at('id'), as: 'toString' },
  ];
  expect(() => changed(document, changes)).toThrow(NoSuchPlace);
  expect(after(document, ...fitting(document, changes))).toBe(
    '{"content":[{"type":"text","text":"Hi"},{"n":1e400},{"n":1e400}]}',
  );
  const [first] = changes as [Change];
  expect(fitting(stream, [{ do: 'drop-piece', piece: 0 }, first])).toHaveLength(1);
});

test('a change says what it does', () => {
  const all: Change[] = [
    { do: 'put', ...at('content', 0, 'type'), value: { json: '"constructor"' } },
    { do: 'put', ...at(), value: { arrays: 1000 } },
    { do: 'repeat-piece', piece: 2, times: 3000 },
    { do: 'header', piece: 1, name: ':event-type' },
  ];
  expect(inWords(all)).toBe(
    'content[0].type of piece 0 is "constructor" and the whole of piece 0 is an array in 1000 others and piece 2 comes 3000 times more and the header :event-type of piece 1 is missing',
  );
});

test('a seed gives the same mutations for ever', () => {
  expect(mutationsOf(1, 2)).toEqual([
    [{ kind: 'bytes', where: 1_952_407_034, which: 1_906_876_559, how: 1_298_244_064 }],
    [{ kind: 'add', where: 535_787_567, which: 210_333_568, how: 405_319_641 }],
  ]);
});

test('an answer has the same mutations on every run, the large ones last, and others than another answer', () => {
  const told = (response: HttpResponse) => randomMutations(response, 'op').map(({ what }) => what);
  expect(told(stream)).toEqual(told({ ...stream }));
  expect(told(stream)).not.toEqual(told(document));
  expect(new Set(randomMutations(stream, 'op').flatMap(({ covers }) => covers)).size).toBe(told(stream).length);
});

test('less of a mutation is each change left out, and what is large made half as large', () => {
  const changes: Change[] = [
    { do: 'put', ...at('id'), value: { letters: 1000 } },
    { do: 'repeat', ...at('content', 0), times: 100 },
  ];
  const less = mutationFault(document, changes, 'x').smaller?.() ?? [];
  expect(less.map(({ what }) => what)).toEqual([
    'content[0] of piece 0 comes 100 times more',
    'id of piece 0 is a text of 1000 letters',
    'id of piece 0 is a text of 500 letters and content[0] of piece 0 comes 100 times more',
    'id of piece 0 is a text of 1000 letters and content[0] of piece 0 comes 50 times more',
  ]);
});

test('whatever is drawn, its changes fit the answer', () => {
  fc.assert(
    fc.property(mutations, fc.constantFrom(document, stream, frames), (mutation, response) => {
      const changes = changesOf(mutation, response);
      expect(fitting(response, changes)).toEqual(changes);
      expect(changed(response, changes).status).toBe(200);
    }),
    { numRuns: 200 },
  );
});
