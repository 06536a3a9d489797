import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeeperThan, jsonProblem, offsetOf, syntaxErrorAt } from './json-positions.ts';

/** Every value within a value, with the names that lead to it. */
function* withPaths(value: unknown, path: readonly string[] = []): Generator<[readonly string[], unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) yield* withPaths(member, [...path, name]);
}

test('every value of a text is found where it stands, however the text is laid out', () => {
  const indent = fc.constantFrom(undefined, 1, '\t');
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), indent, (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(jsonProblem(text)).toBeUndefined();
      for (const [path, found] of withPaths(JSON.parse(text))) {
        const start = JSON.stringify(found).slice(0, 1);
        expect(text.slice(offsetOf(text, path)).startsWith(start)).toBe(true);
        if (typeof found !== 'object') expect(text.startsWith(JSON.stringify(found), offsetOf(text, path))).toBe(true);
      }
    }),
  );
});

test('of what is not there, the nearest that holds it', () => {
  const text = '{"a": {"b": [1, 2]}, "c": {"x": 3}}';
  expect(offsetOf(text, ['a', 'b', '7'])).toBe(text.indexOf('['));
  expect(offsetOf(text, ['a', 'x'])).toBe(text.indexOf('{"b"'));
  expect(offsetOf(text, ['nothing'])).toBe(0);
});

test.each([
  ['{"a": 1, "b": {"a": 1}}', undefined],
  ['[{"a": 1}, {"a": 1}]', undefined],
  ['{"a": "\\"a\\": 1", "b\\"": 2}', undefined],
  ['{"a": 1, "b": 2, "a": 3}', { offset: 22, message: 'has two members "a" in one object' }],
  ['{"a": 1, "\\u0061": 3}', { offset: 19, message: 'has two members "a" in one object' }],
  ['{"b": {"__proto__": 1, "__proto__": 2}}', { offset: 36, message: 'has two members "__proto__" in one object' }],
])('%s: %j', (text, problem) => {
  expect(jsonProblem(text)).toEqual(problem);
});

test.each([200, 201, 100_000])('%i levels', (levels) => {
  const text = `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  expect(jsonProblem(text)?.message).toBe(levels > 200 ? 'is nested deeper than 200 levels' : undefined);
  expect(isDeeperThan(JSON.parse(text), 200)).toBe(levels > 200);
});

test.each([
  ['{"a": nope}', 6],
  ['{"a": "cut', 10],
  ['{"a": 1', 7],
  ['{"a" 1}', 5],
  ['[1, 2]]', 6],
  [`{"a": "${'x'.repeat(5_000_000)}", "b": nope}`, 5_000_015],
])('a text ceases to be JSON at its place', (text, offset) => {
  try {
    JSON.parse(text);
  } catch (error) {
    expect(syntaxErrorAt(text, (error as Error).message)).toBe(offset);
    return;
  }
  expect.fail('it is JSON');
});
