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
