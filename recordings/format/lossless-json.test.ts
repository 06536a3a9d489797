import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandJson, parseFaithful, writeJson } from './lossless-json.ts';

/** Byte for byte, or not expanded. */
const roundTrips = (text: string): boolean => {
  const expanded = expandJson(text);
  return expanded === undefined || writeJson(expanded.value, expanded.layout) === text;
};

test.each([
  ['compact', '{"a":[1,2,{}],"b":null}', {}],
  ['number spelling', '{"a":1.0,"b":1e3,"c":-0,"d":12345678901234567890}', {}],
  ['escapes', '{"a":"caf\\u00e9 \\/ \\ud83d\\ude00"}', {}],
  ['indented by two', '{\n  "a": [\n    1\n  ],\n  "b": {}\n}', { indent: '  ' }],
  ['indented by tabs, closed by a line break', '{\n\t"a": 1\n}\n', { indent: '\t', end: '\n' }],
  ['spaced, as Python writes', '{"a": [1, 2], "b": {"c": 1.0}}', { spaced: true }],
  ['padded, as Anthropic writes events', '{"type":"ping","delta":{"a":1}     }', { padding: 5 }],
  ['member order', '{"b":1,"a":2}', {}],
  ['a member called __proto__', '{"__proto__":{"x":1}}', {}],
])('%s is expanded, with its layout', (_, text, layout) => {
  const expanded = expandJson(text);
  expect(expanded?.layout).toEqual(layout);
  expect(expanded && writeJson(expanded.value, expanded.layout)).toBe(text);
});

test.each([
  ['duplicate members', '{"a":1,"a":2}'],
  ['integer-like names out of order', '{"b":1,"1":2}'],
  ['escapes in member names', '{"\\u0061":1}'],
  ['mixed white space', '{"a": 1,"b":2}'],
  ['a byte order mark', '\ufeff{"a":1}'],
  ['broken JSON', '{"a":1'],
  ['no object', '"text"'],
  ['a nesting deeper than the stack', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
])('%s is not expanded', (_, text) => {
  expect(expandJson(text)).toBeUndefined();
});

test('an expanded body survives the cassette file around it', () => {
  const text = '{"a":1.0,"b":"\\u00e9","c":1E+2}';
  const file = JSON.stringify({ content: { json: expandJson(text)?.value } }, null, 2);
  expect(file).toContain('"a": 1.0,');
  const read = parseFaithful(file) as { content: { json: object } };
  expect(writeJson(read.content.json)).toBe(text);
});

const layouts = [
  (value: unknown) => JSON.stringify(value),
  (value: unknown) => JSON.stringify(value, null, 2),
  (value: unknown) => `${JSON.stringify(value, null, '\t')}\r\n`,
  (value: unknown) => writeJson(value, { spaced: true }),
];

test('property: any JSON in any usual layout round-trips, and objects are expanded', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(...layouts), (value, layout) => {
      const text = layout(JSON.parse(JSON.stringify(value)));
      expect(roundTrips(text)).toBe(true);
      expect(expandJson(text)).toBeDefined();
    }),
  );
});

/** JSON as others spell it: numbers, escapes, white space and member names at random. */
const spelling: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('1.0', '-0', '1e5', '0.10', '1E-7', '123456789012345678901', 'true', 'null', '{}', '[ ]', '{ }'),
    fc.constantFrom('"\\u00e9"', '"\\/"', '"\\ud800"', '"é"', '"\\"\\n"', '"\u2028"'),
    fc
      .tuple(fc.array(tie('value'), { maxLength: 3 }), fc.constantFrom(',', ', ', ' ,', ',\n '))
      .map(([items, comma]) => `[${items.join(comma)}]`),
    fc
      .tuple(
        fc.array(fc.tuple(fc.constantFrom('"a"', '"b"', '"1"', '"\\u0061"', '"__proto__"', '""'), tie('value')), {
          maxLength: 3,
        }),
        fc.constantFrom(':', ': ', ' : '),
        fc.constantFrom(',', ', '),
        fc.constantFrom('', ' ', '   '),
      )
      .map(
        ([members, colon, comma, padding]) =>
          `{${members.map(([name, value]) => name + colon + value).join(comma)}${padding}}`,
      ),
  ),
})).value;

test('property: JSON spelled by others round-trips', () => {
  fc.assert(fc.property(spelling, fc.constantFrom('', '\n', ' '), (text, end) => roundTrips(text + end)));
});

test('property: any text at all round-trips', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => roundTrips(text) && roundTrips(`{${text}}`)));
});

test('what is nested too deeply to be read from a cassette stays text', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}1.0${']'.repeat(levels)}`;
  expect(expandJson(nested(150))).toBeDefined();
  expect(expandJson(nested(190))).toBeUndefined();
  expect(expandJson(nested(100_000))).toBeUndefined();
});
