/**
 * Makes the environments of programs in Python: `npm run setup:python`, or `npm run setup:python -- <name> …`. Each implementation has one,
 * `.python/<name>`, of exactly what its requirements.txt names. `--lock` writes that file from requirements.in.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import {
  environmentOf,
  interpreterOf,
  isSetUp,
  requirementsOf,
  stampOf,
} from '../../spec/process/python-environment.ts';
import { runScript } from '../cli.ts';

const repositoryFolder = join(import.meta.dirname, '../..');

/** The oldest Python that all libraries are released for. */
const oldest = '3.11';

const adapters = join(repositoryFolder, 'adapters');
/** Folders of requirements by the names of their environments. */
const folders = new Map([
  ...readdirSync(adapters)
    .filter((name) => existsSync(join(adapters, name, 'requirements.in')))
    .map((name) => [name, join(adapters, name)] as const),
  ['real-servers', join(repositoryFolder, 'scripts/real-servers')],
]);

let found: string | undefined;

/** @throws {UserError} there is no Python, or an old one. */
function assertPython(): void {
  const print = 'import sys; print("%d.%d" % sys.version_info[:2])';
  found ??= spawnSync('python3', ['-c', print], { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (found !== '' && found.localeCompare(oldest, 'en', { numeric: true }) >= 0) return;
  const what = found === '' ? 'there is no python3' : `python3 is ${found}`;
  throw new UserError(what, { hint: `install Python ${oldest} or newer` });
}

/** A program's end. @throws {UserError} it failed; with the last lines of what it said */
function execute(
  title: string,
  hint: string,
  command: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): void {
  const { status, error, stderr } = spawnSync(command, words, {
    cwd: repositoryFolder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  const said = error ? error.message : stderr.trim().split('\n').slice(-6).join(' ').replaceAll(/\s+/g, ' ');
  throw new UserError(`${title}: ${said}`, { hint });
}

/** Runs uv, which is brought by pip where it is not there. */
function uv(title: string, hint: string, ...words: readonly string[]): void {
  assertPython();
  const folder = environmentOf('uv');
  if (!existsSync(join(folder, 'uv'))) {
    execute('uv cannot be installed', 'see that pip of python3 reaches its index', 'python3', [
      '-m',
      'pip',
      'install',
      '--disable-pip-version-check',
      '--quiet',
      '--only-binary',
      ':all:',
      '--target',
      folder,
      'uv',
    ]);
  }
  execute(title, hint, 'python3', ['-m', 'uv', '--quiet', ...words], { PYTHONPATH: folder, UV_LINK_MODE: 'hardlink' });
}

/** Everything of a package on one line: thousands of hashes would be thousands of lines. */
function lock(name: string, folder: string): void {
  const file = requirementsOf(folder);
  uv(
    `the requirements of ${name} do not resolve`,
    `change ${relative(repositoryFolder, folder)}/requirements.in`,
    ...['pip', 'compile', join(folder, 'requirements.in'), '--output-file', file],
    ...['--universal', '--python-version', oldest, '--only-binary', ':all:', '--generate-hashes'],
    ...['--no-header', '--no-emit-index-url', '--no-annotate'],
  );
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/ \\\n +/g, ' '));
}

function install(name: string, folder: string): 'made' | 'unchanged' {
  const environment = environmentOf(name);
  if (isSetUp(name, folder)) return 'unchanged';
  rmSync(environment, { recursive: true, force: true });
  uv(`no environment for ${name}`, `install Python ${oldest} or newer`, 'venv', '--python', 'python3', environment);
  uv(
    `${name} cannot be installed`,
    'run it again; where a hash differs, see what changed, and write the file anew with --lock',
    // Without bytecode: `pythonAdapter` has what it imports compiled into a folder of its own, once; all of it would take a minute.
    ...['pip', 'install', '--python', interpreterOf(name)],
    ...['--require-hashes', '--only-binary', ':all:'],
    ...['--requirement', requirementsOf(folder)],
  );
  writeFileSync(join(environment, 'stamp'), stampOf(folder));
  return 'made';
}

const config = { allowPositionals: true, options: { lock: { type: 'boolean' } } } as const;
await runScript(config, ({ values, positionals }) => {
  for (const name of positionals) assertKnown('environment', name, [...folders.keys()]);
  const names = positionals.length > 0 ? positionals : [...folders.keys()].filter((name) => name !== 'real-servers');
  for (const name of names) {
    const folder = folders.get(name) ?? '';
    if (values.lock) lock(name, folder);
    process.stdout.write(`${name}: ${install(name, folder)}\n`);
  }
});
