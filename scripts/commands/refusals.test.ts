/** Commands that take long, or wait for somebody: what they refuse, they refuse before they begin. */
import { expect, test } from 'vitest';
import { main } from '../cli.ts';
import { movedCommands, oldOptions } from './groups.ts';
import * as all from './index.ts';
import { gateCommand, probeCommand, recordCommand, runCommand, serveCommand } from './index.ts';
import { schemasCommand } from './maintenance.ts';

const commands = [gateCommand, probeCommand, recordCommand, runCommand, schemasCommand, serveCommand];

async function atc(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(argv, io, commands);
  return { code, stdout, stderr };
}

test.each([
  [['run', 'reference-antropic'], 'did you mean "reference-anthropic"?'],
  [['run', '--as-of', 'soon'], '"soon": not a date'],
  [['run', '--strict', 'stael'], '--strict "stael": unknown'],
  [['run', '--strict', 'warnings=refrence'], 'did you mean "reference"?'],
  [['run', 'anthropic', '--command', 'x "y'], 'the quote " at character 3 is not closed'],
  [['run', 'anthropic', '--command', 'no-such-program x'], '--command: program "no-such-program" not found'],
  [['run', '--command', 'x'], '--command: no provider API named'],
  [['run', 'antropic', '--command', 'x'], 'did you mean "anthropic"?'],
  [['run', 'web-search', '--command', 'x'], '--command: "web-search" names no provider API'],
  [['run', 'Mine-google', '--command', 'x'], 'invalid name "Mine"'],
  [['run', 'a-google', 'b-anthropic', '--command', 'x'], 'one program cannot be "a" and "b"'],
  [['run', 'google', '--command', 'x', '--cwd', 'no/such'], 'no folder "no/such"'],
  [['run', '--command', 'x', '--affected'], "option '--command <line>' cannot be used with option '--affected"],
  [['run', '--command', 'x', '--shard', '1/2'], "option '--command <line>' cannot be used with option '--shard"],
  [['run', '--merge', 'a', '--command', 'x'], "cannot be used with option '--command <line>'"],
  [['run', 'web-search', '--merge', 'a'], '--merge runs no case'],
  [['run', '--log-messages'], '--log-messages applies to an external adapter only'],
  [['run', '--cwd', '.'], '--cwd applies to an external adapter only'],
  [['gate'], 'missing required option --base <what>'],
  [['gate', '--base', 'HEAD', '--rule', 'regression=allow'], 'rule "regression" cannot be allowed'],
  [['record', '--base-url', 'much'], '--base-url: "much" is not a URL'],
  [['record', 'antropic/shell', '--dry-run'], 'did you mean "anthropic"?'],
  [['probe', '--base-url', 'much', '--provider', 'anthropic'], '--base-url: is no URL'],
  [['probe', '--base-url', 'http://127.0.0.1:1', '--provider', 'google'], 'unknown provider API "google"'],
  [['serve'], "missing required argument 'case'"],
  [['serve', 'anthropic', '--port', '99999'], '--port "99999": not a port'],
  [['serve', 'anthropic', '--once'], '--once needs a scenario'],
  [['schemas', '--chek'], 'Did you mean --check?'],
])('%j exits with 2 and says what to type', async (argv, message) => {
  const { code, stdout, stderr } = await atc(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('record --dry-run says what would be called, and calls nothing', async () => {
  const { code, stdout } = await atc('record', 'anthropic/function-calling/call-single', '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain('function-calling/call-single');
});

test('a command that was is answered with what does its work now', async () => {
  let stderr = '';
  const io = { stdout: () => {}, stderr: (text: string) => (stderr += text) };
  expect(await main(['explain', 'web-search/anthropic'], io, commands, { moved: movedCommands })).toBe(2);
  expect(stderr).toBe('error: command "explain" was removed\n  → run: npm run atc -- can-i-use <case>\n');
  stderr = '';
  // Two words go before their first one.
  expect(await main(['cassettes', 'import', 'anthropic'], io, commands, { moved: movedCommands })).toBe(2);
  expect(stderr).toContain('→ run: npm run atc -- record import <');
});

test('an option that was is answered with what takes its place, and no command has it still', async () => {
  let stderr = '';
  const io = { stdout: () => {}, stderr: (text: string) => (stderr += text) };
  const argv = ['run', '--adapter', 'reference-anthropic'];
  expect(await main(argv, io, commands, { oldOptions })).toBe(2);
  expect(stderr).toBe('error: --adapter is now the first part of a case: atc run reference-anthropic\n');
  for (const [name, old] of Object.entries(oldOptions)) {
    const command = Object.values(all).find((each) => each.name() === name) ?? expect.fail(name);
    const flags = [command, ...command.commands].flatMap(({ options }) => options.map(({ long }) => long));
    expect(flags.filter((flag) => flag && Object.hasOwn(old, flag))).toEqual([]);
  }
});
