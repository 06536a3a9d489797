import { expect, test } from 'vitest';
import { sizeOf } from './size.ts';

test('code, tests and YAML are lines by hand; recordings and documents are tracked alone', () => {
  const files = [
    { path: 'spec/a.ts', lines: 100 },
    { path: 'spec/b.ts', lines: 20 },
    { path: 'adapters/c.py', lines: 60 },
    { path: 'spec/a.test.ts', lines: 50 },
    { path: 'spec/scenarios/x.yaml', lines: 7 },
    { path: 'recordings/cassettes/y.json', lines: 1000 },
  ];
  expect(sizeOf(files)).toEqual({
    'lines by hand': 237,
    '  of these, code': 180,
    '  of these, tests': 50,
    '  of these, YAML': 7,
    'tracked lines': 1237,
    'tracked files': 6,
    'source files': 3,
    'median lines of a source file': 60,
  });
});
