import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Command, Option } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { isNightly } from '../lib/nightly-tests.ts';
import { UserError } from '../lib/user-error.ts';
import packageJson from '../package.json' with { type: 'json' };
import { repositoryFolder } from '../spec/engine/discover.ts';
import { main } from './cli.ts';
import { jsonOption, outOption } from './global-options.ts';

/** What one command line came to, with two small commands: one that works, one that throws what it is given. */
async function atc(argv: readonly string[], thrown?: unknown) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const show = new Command('show')
    .description('shows it')
    .addOption(new Option('--as <draft>', 'which draft').choices(['adr', 'today']))
    .action(({ as }) => void io.stdout(`as ${as}\n`));
  const cells = new Command('cells')
    .option('--all')
    .addOption(jsonOption('the cells'))
    .addOption(outOption())
    .action((options) => void io.stdout(JSON.stringify(options)));
  const kept = new Command('kept').option('--out <folder>', 'folder of cells').action(() => {});
  const list = new Command('list').description('lists it').addOption(jsonOption()).addCommand(cells).addCommand(kept);
  const fail = new Command('fail').description('fails').action(async () => {
    throw thrown;
  });
  const code = await main(argv, io, [show, list, fail], {
    examples: [['show --as adr', 'show the draft']],
    oldOptions: { show: { '--draft': '--as <draft>' } },
    groups: { 'Fail:': ['fail'], 'Look:': ['show', 'list'] },
  });
  return { code, stdout, stderr };
}

it('runs the command', async () => {
  expect(await atc(['show', '--as', 'today'])).toEqual({ code: 0, stdout: 'as today\n', stderr: '' });
});

it('lists every command by what it is for, and the examples, in its help', async () => {
  const { code, stdout, stderr } = await atc(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(packageJson.description.split(',')[0]);
  expect(stdout).toMatch(/\nFail:\n {2}fail .*fails\n\nLook:\n {2}show .*shows it\n {2}list.*lists it\n/);
  expect(stdout).toMatch(/Examples:\n {2}npm run atc -- show --as adr {2}show the draft\n/);
});

it('prints its version', async () => {
  expect(await atc(['--version'])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
});

it.each([
  [['shwo'], "error: unknown command 'shwo'\n(Did you mean show?)", '--help'],
  [['list', 'cels'], "error: unknown command 'cels'\n(Did you mean cells?)", 'list --help'],
  [['--hepl'], "error: unknown option '--hepl'\n(Did you mean --help?)", '--help'],
  [['show', '--sa'], "error: unknown option '--sa'\n(Did you mean --as?)", 'show --help'],
  [['list', 'cells', '--jsn'], "error: unknown option '--jsn'\n(Did you mean --json?)", 'list cells --help'],
  [['show', '--as'], "error: option '--as <draft>' argument missing", 'show --help'],
  [
    ['show', '--as', 'later'],
    "error: option '--as <draft>' argument 'later' is invalid. Allowed choices are adr, today.",
    'show --help',
  ],
  [['show', 'it'], "error: too many arguments for 'show'. Expected 0 arguments but got 1: it.", 'show --help'],
])('%j: says what is wrong and where to look, on stderr, with exit code 2', async (argv, message, help) => {
  const { code, stdout, stderr } = await atc(argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(`${message}\n  → run: npm run atc -- ${help}\n`);
});

it('answers a removed option with one line that has the new one', async () => {
  const answer = { code: 2, stdout: '', stderr: 'error: --draft is now --as <draft>\n' };
  expect(await atc(['show', '--draft', 'adr'])).toEqual(answer);
  expect(await atc(['show', '--draft=adr'])).toEqual(answer);
  const { stderr } = await atc(['list', 'cells', '--draft', 'adr']);
  expect(stderr).toContain("unknown option '--draft'");
});

it.each([
  ['list cells --json --out x'],
  ['--json --out x list cells'],
  ['--out=x list --json cells'],
  ['--out y list cells --out x --json'],
])('%s: an option of the whole program stands before or behind a command', async (line) => {
  const { code, stdout, stderr } = await atc(line.split(' '));
  expect({ code, stderr, options: JSON.parse(stdout) }).toEqual({
    code: 0,
    stderr: '',
    options: { out: 'x', json: true },
  });
});

it('has one folder of runs unless told, and shows options of the whole program below those of a command', async () => {
  expect((await atc(['list', 'cells'])).stdout).toBe('{"out":"reports/out"}');
  const { stdout } = await atc(['list', 'cells', '--help']);
  expect(stdout).toMatch(/\n {2}-h, --help .*\n\nGlobal options:\n {2}--json +the cells\n {2}--out <folder> /);
});

it.each([
  ['show --json', 'this command has no JSON\n  → run: npm run atc -- show --help'],
  ['--json show', 'this command has no JSON\n  → leave out --json'],
  ['show --out=x', 'this command neither reads nor writes a run\n  → run: npm run atc -- show --help'],
  ['--out x show', 'this command neither reads nor writes a run\n  → leave out --out'],
  [
    '--out x list kept',
    '--out before "kept" is the folder of a run\n  → put it behind the command, for its folder of cells',
  ],
])('%s: a command that has no such option says so', async (line, message) => {
  expect(await atc(line.split(' '))).toEqual({ code: 2, stdout: '', stderr: `error: ${message}\n` });
});

it('without a command, shows the help on stderr and fails', async () => {
  const { code, stdout, stderr } = await atc([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Usage: atc <command> [options]');
});

it('prints a UserError with its place and hint, without a stack trace', async () => {
  const error = new UserError('is no column', { where: 'matrix/x.json:1:2', hint: 'did you mean "google"?' });
  expect(await atc(['fail'], error)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: matrix/x.json:1:2: is no column\n  → did you mean "google"?\n',
  });
});

it('does not let an error message steer the terminal', async () => {
  const { stderr } = await atc(['fail'], new UserError('the model said \x1b[2J'));
  expect(stderr).toBe('error: the model said \\u001b[2J\n');
});

it('shows any other error whole, with its cause, as a defect of its own', async () => {
  const { code, stdout, stderr } = await atc(['fail'], new TypeError('x is undefined', { cause: new Error('deeper') }));
  expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
  expect(stderr).toMatch(/^TypeError: x is undefined\n {4}at .*cli\.test\.ts/);
  expect(stderr).toContain('[cause]: Error: deeper');
  expect(stderr).toContain('error: this is a defect of atc, not of your input\n  → please report it');
});

it('shows nothing of the request that a library put into its error, nor what the environment holds of secrets', async () => {
  const key = 'key-of-the-caller-0123456789';
  vi.stubEnv('PROGRAM_TEST_API_KEY', key);
  const error = Object.assign(new Error(`refused: ${key}`), {
    status: 401,
    request: { headers: { 'x-api-key': key } },
  });
  const { stderr } = await atc(['fail'], new Error('it failed', { cause: error }));
  const { stderr: hint } = await atc(['fail'], new UserError('a', { hint: `b ${key}` }));
  vi.unstubAllEnvs();
  expect(stderr).toContain('refused: REDACTED');
  expect(stderr).toContain('status: 401');
  expect(`${stderr}${hint}`).not.toContain(key);
  expect(stderr).not.toContain('headers');
});

it('survives a thrown value that is no error', async () => {
  const { code, stderr } = await atc(['fail'], 'plain text');
  expect(code).toBe(70);
  expect(stderr).toMatch(/^'plain text'\n/);
});

describe('npm scripts for maintainers', () => {
  const started = /^node (scripts\/[\w-]+\/main\.ts)$/;
  const all = Object.entries(packageJson.scripts).flatMap(([name, script]) => {
    const [, file] = started.exec(script) ?? [];
    return file === undefined ? [] : [[name, file] as const];
  });
  const node = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: repositoryFolder });

  // By day one of them, and that the others begin in the same way.
  it.each(all.filter(([name]) => isNightly || name === 'size'))(
    '%s refuses a flag that it does not know',
    async (name, file) => {
      await expect(node(file, '--nope')).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^error: Unknown option '--nope'.*\n {2}→ what it takes: add -- --help\n$/),
      });
      expect((await node(file, '--help')).stdout).toContain(`npm run ${name}`);
    },
  );

  it('all leave flags, help and errors to one function', async () => {
    const texts = await Promise.all(
      all.map(async ([name, file]) => [name, await readFile(join(repositoryFolder, file), 'utf8')]),
    );
    expect(texts.flatMap(([name, text]) => (text?.includes('await runScript(') ? [] : name))).toEqual([]);
  });
});
