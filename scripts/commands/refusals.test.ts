/** Commands that take long, or wait for somebody: what they refuse, they refuse before they begin. */
import { expect, test } from 'vitest';
import { main } from '../program.ts';
import { gateCommand, recordCommand, runCommand, schemasCommand, serveCommand } from './index.ts';

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
  [['run', '--as-of', 'soon'], '"soon" is no day'],
  [['gate'], "required option '--base <what>' not specified"],
  [['record', '--budget', 'much'], '--budget: "much" is no number'],
  [['record', '--provider', 'antropic', '--dry-run'], 'did you mean "anthropic"?'],
  [['serve'], "required option '--provider <id>' not specified"],
  [['serve', '--provider', 'anthropic', '--port', '99999'], '--port: "99999" is no port'],
  [['serve', '--provider', 'anthropic', '--once'], '--once belongs to one scenario'],
  [['schemas', '--chek'], 'Did you mean --check?'],
])('%j exits with 2 and says what to type', async (argv, message) => {
  const { code, stdout, stderr } = await atc(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('record --dry-run says what would be called, and calls nothing', async () => {
  const only = ['--provider', 'anthropic', '--tool', 'function-calling', '--scenario', 'single-call'];
  const { code, stdout } = await atc('record', ...only, '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain('function-calling/single-call');
});
