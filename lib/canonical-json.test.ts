import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, compactJson, jsonEquals } from './canonical-json.ts';

test('equal is what has the same canonical text', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(fc.tuple(value, value), ([a, b]) => {
      expect(jsonEquals(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
      expect(jsonEquals(a, JSON.parse(canonicalJson(a)))).toBe(true);
      expect(jsonEquals([a], [a, b])).toBe(false);
    }),
  );
});

test('members stand in the order of their names, at every depth and whatever they are called', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"z":1,"y":2}}'))).toBe('{"__proto__":{"y":2,"z":1},"b":1}');
  expect(canonicalJson({ b: undefined, a: new Date(0) }, 1)).toBe('{\n "a": "1970-01-01T00:00:00.000Z"\n}');
  expect([canonicalJson(undefined), canonicalJson([undefined])]).toEqual(['null', '[null]']);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: undefined }, { b: undefined }, true],
  [[undefined], [null], true],
  [new Array(1), [5], false],
  [new Array(1), [], false],
  [[], {}, false],
  [{ 0: 'a' }, ['a'], false],
  [new Date(0), new Date(1), false],
  [new Date(0), '1970-01-01T00:00:00.000Z', true],
  [-0, 0, true],
  ['1', 1, false],
  [{ a: { b: 1 } }, { a: { b: 2 } }, false],
])('%j and %j: %j', (a, b, expected) => {
  expect(jsonEquals(a, b)).toBe(expected);
});

test('what fits on a line stands on one, and what does not has a line for each part', () => {
  const value = { short: { type: 'string' }, list: [1, 2], empty: {} };
  expect(compactJson(value)).toBe('{ "short": { "type": "string" }, "list": [1, 2], "empty": {} }\n');
  expect(compactJson(value, 30)).toBe(
    '{\n  "short": {\n    "type": "string"\n  },\n  "list": [1, 2],\n  "empty": {}\n}\n',
  );
});

test('nothing is lost, however narrow it is', () => {
  const value = { a: [{ 'b"c': null }, [], 'x\ny'], d: -1.5 };
  for (const width of [1, 20, 200]) expect(JSON.parse(compactJson(value, width))).toEqual(value);
});

test('a line has at most 120 characters with the comma behind it, and raw JSON is spelled as it was', () => {
  const item = (length: number) => ({ a: 'x'.repeat(length), b: [] });
  const [fits, exceeds] = [item(97), item(98)];
  expect(compactJson([fits, exceeds, {}])).toBe(`[
  { "a": "${fits.a}", "b": [] },
  {
    "a": "${exceeds.a}",
    "b": []
  },
  {}
]
`);
  const raw = (JSON as unknown as { rawJSON(text: string): object }).rawJSON('1.0');
  expect(compactJson({ n: [raw] })).toBe('{ "n": [1.0] }\n');
});
