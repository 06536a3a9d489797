/** Commands that take long, or wait for somebody: what they refuse, they refuse before they begin. */
import { expect, test } from 'vitest';
import { main } from '../cli.ts';
import { movedCommands } from './groups.ts';
import { gateCommand, recordCommand, runCommand, serveCommand } from './index.ts';
import { schemasCommand } from './schemas.ts';

const commands = [gateCommand, recordCommand, runCommand, schemasCommand, serveCommand];

async function atc(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(argv, io, commands);
  return { code, stdout, stderr };
}

test.each([
  [['run', '--adapter', 'reference-antropic'], 'did you mean "reference-anthropic"?'],
  [['run', '--as-of', 'soon'], '"soon": not a date'],
  [['run', '--command', 'x "y', '--provider', 'anthropic'], 'the quote " at character 3 is not closed'],
  [['run', '--command', 'x'], 'add --provider <id>, once for each provider API: '],
  [['run', '--command', 'x', '--provider', 'antropic'], 'did you mean "anthropic"?'],
  [['run', '--command', 'x', '--provider', 'google', '--implementation', 'Mine'], 'invalid name "Mine"'],
  [['run', '--command', 'x', '--provider', 'google', '--cwd', 'no/such'], 'no folder "no/such"'],
  [['run', '--command', 'x', '--provider', 'google', '--known-issues', 'no/such.yaml'], 'no/such.yaml'],
  [['run', '--command', 'x', '--provider', 'google', '--exceptions', 'a.yaml'], 'known-issues accept --from a.yaml'],
  [['run', '--command', 'x', '--adapter', 'reference-google'], "option '--command <line>' cannot be used with option"],
  [['run', '--command', 'x', '--affected'], "option '--command <line>' cannot be used with option '--affected"],
  [['run', '--command', 'x', '--shard', '1/2'], "option '--command <line>' cannot be used with option '--shard"],
  [['run', '--merge', 'a', '--command', 'x'], "cannot be used with option '--command <line>'"],
  [['run', '--log-messages'], '--log-messages applies to an external adapter only'],
  [['run', '--provider', 'google'], '--provider applies to an external adapter only'],
  [['gate'], 'missing required option --base <what>'],
  [['record', '--base-url', 'much'], '--base-url: "much" is not a URL'],
  [['record', '--provider', 'antropic', '--dry-run'], 'did you mean "anthropic"?'],
  [['serve'], 'missing required option --provider <id>'],
  [['serve', '--provider', 'anthropic', '--port', '99999'], '--port "99999": not a port'],
  [['serve', '--provider', 'anthropic', '--once'], '--once needs --scenario'],
  [['schemas', '--chek'], 'Did you mean --check?'],
])('%j exits with 2 and says what to type', async (argv, message) => {
  const { code, stdout, stderr } = await atc(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('record --dry-run says what would be called, and calls nothing', async () => {
  const only = ['--provider', 'anthropic', '--tool', 'function-calling', '--scenario', 'call-single'];
  const { code, stdout } = await atc('record', ...only, '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain('function-calling/call-single');
});

test('a command that was is answered with what does its work now', async () => {
  let stderr = '';
  const io = { stdout: () => {}, stderr: (text: string) => (stderr += text) };
  expect(await main(['explain', 'web-search/anthropic'], io, commands, { moved: movedCommands })).toBe(2);
  expect(stderr).toBe('error: command "explain" was removed\n  → run: npm run atc -- can-i-use <case>\n');
});
