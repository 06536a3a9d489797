import { expect, test } from 'vitest';
import { exitCodeIn } from './requests.ts';

const text = (words: string) => ({ type: 'text' as const, text: words });

test.each([
  ['exit code: 2', '', 2],
  ['no such file\nexit code: 2', 'no such file', 2],
  ['no such file\n[exited with status 127]', 'no such file', 127],
  ['killed\nCommand exited with code -9', 'killed', -9],
])('%j tells a code', (words, printed, exitCode) => {
  const outputs = printed === '' ? [] : [text(printed)];
  expect(exitCodeIn([text('before'), text(words)])).toEqual({ outputs: [text('before'), ...outputs], exitCode });
});

test.each(['the exit code is in the manual', 'exit code: 2\nand more', '', 'no exit 2'])('%j tells none', (words) => {
  expect(exitCodeIn([text(words)])).toBeUndefined();
});
