import { expect, test } from 'vitest';
import { main } from '../cli.ts';
import { newCommand } from './new.ts';

async function made(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['new', ...argv], io, [newCommand]);
  return { code, stdout, stderr };
}

test('--dry-run lists the files', async () => {
  expect(await made('check', 'answers-are-polite', '--dry-run')).toEqual({
    code: 0,
    stdout: `new      spec/checks/answers-are-polite.ts
new      spec/checks/answers-are-polite.test.ts
nothing was written\n`,
    stderr: '',
  });
});

test.each([
  [['adapter', 'mine', 'antropic'], 'unknown provider API "antropic"'],
  [['adapter', 'reference', 'anthropic'], 'adapters/reference/anthropic/adapter.ts: this file exists already'],
  [['tool', 'web-search'], 'tool "web-search" exists already'],
  [['check', 'returns-function-calls'], 'check "returns-function-calls" exists already'],
  [['check', 'No Check'], '"No Check" is not a valid id for a check'],
  [['chekc', 'x'], 'unknown kind "chekc"'],
  [['adapter', 'mine'], 'an adapter needs a provider API'],
  [['tool', 'calendar', 'anthropic'], 'a tool has no provider API'],
  [['tool'], "missing required argument 'id'"],
])('%j exits with 2', async (argv, message) => {
  const { code, stdout, stderr } = await made(...argv, '--dry-run');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});
