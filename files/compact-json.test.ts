import { expect, test } from 'vitest';
import { compactJson } from './compact-json.ts';

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
