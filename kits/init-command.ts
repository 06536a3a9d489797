/** `init`: from nothing to the first case that ran. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { UserError } from '../lib/user-error.ts';
import packageJson from '../package.json' with { type: 'json' };
import { recordingsPackage } from '../recordings/format/recordings-package.ts';
import { built, type Choice, checked, factoryIn, filesFor, folder, kinds } from './init.ts';

/** What is asked for where it was not typed. */
const questions = {
  kind: `What do you have (${kinds.join(', ')})? `,
  wire: 'Which provider API does it speak (openai-chat, anthropic, …)? ',
  name: 'What is it called in results? ',
  package: 'Which npm package is it? ',
} as const;

/** Writes a test, a workflow and, where there is no adapter yet, the start of one; installs what they need, and runs the first case. */
export const initCommand = new Command('init')
  .description('write a test and a workflow, and run the first case')
  .option('--kind <kind>', kinds.join(', '))
  .option('--wire <api>', 'provider API whose requests your code writes, such as openai-chat')
  .option('--name <name>', 'its name in results')
  .option('--package <name>', 'npm package of the provider (ai-sdk) or the chat model (langchain)')
  .option('--no-install', 'write the files alone')
  .addHelpText(
    'after',
    `
In a terminal it prompts for what is missing. Without one, kind, wire and name are needed.

Examples:
  npm run atc -- init --kind ai-sdk --wire openai-chat --name groq --package @ai-sdk/groq
  npm run atc -- init --kind python --wire anthropic --name mine`,
  )
  .action(async ({ install: installs, ...values }: Readonly<Record<string, string | boolean>>) =>
    init(checked(await asked(values)), installs === true),
  );

/** The values, with answers of the user where something is missing and a terminal is there. */
async function asked(values: Readonly<Record<string, string | boolean | undefined>>) {
  const given: Record<string, string | undefined> = {};
  for (const name of Object.keys(questions)) {
    const value = values[name];
    if (typeof value === 'string') given[name] = value;
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) return given;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  for (const [name, question] of Object.entries(questions)) {
    const isKit = given.kind === 'ai-sdk' || given.kind === 'langchain';
    if (given[name] === undefined && (name !== 'package' || isKit))
      given[name] = (await terminal.question(question)).trim();
  }
  terminal.close();
  return given;
}

/** @throws {UserError} a file is there already, or something cannot be installed. */
async function init(choice: Choice, installs: boolean): Promise<void> {
  const root = process.cwd();
  const there = [...filesFor(choice).keys()].filter((path) => existsSync(join(root, path)));
  if (there.length > 0) {
    throw new UserError(`${there.join(', ')} is there already`, {
      hint: 'choose another --name, or remove it; nothing was written',
    });
  }
  if (installs) install(root, choice);
  const factory = choice.package && installs ? await factoryOf(root, choice) : undefined;
  const files = filesFor(choice, factory ?? (choice.kind === 'ai-sdk' ? 'createProvider' : 'ChatModel'));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { flag: 'wx' });
    process.stdout.write(`wrote ${path}\n`);
  }
  if (choice.package && factory === undefined) {
    process.stdout.write(`→ name what ${choice.package} exports in ${folder}/${choice.name}.test.js\n`);
    return;
  }
  if (!installs) return;
  if (choice.kind === 'go') build(root);
  const vitest = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    folder,
    '-t',
    'function-calling/call-single/',
    '--reporter=dot',
  ];
  const { status } = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit' });
  process.stdout.write(
    status === 0
      ? `\nThe first case passes. Next: npx vitest run ${folder}\n`
      : `\nThe first case fails, and says above where and why. Next: mend it in ${folder}/, then npx vitest run ${folder}\n`,
  );
}

/** @throws {UserError} there is no Go, or it does not compile. */
function build(root: string): void {
  const [program, ...rest] = built;
  process.stdout.write(`${built.join(' ')}\n`);
  const { status } = spawnSync(program, rest, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    throw new UserError('the adapter in Go could not be built', {
      hint: `install Go 1.22 or newer, then: ${built.join(' ')}`,
    });
  }
}

function install(root: string, { wire, package: judged }: Choice): void {
  if (!existsSync(join(root, 'package.json'))) {
    writeFileSync(join(root, 'package.json'), `${JSON.stringify({ private: true, type: 'module' }, null, 2)}\n`);
  }
  const has = (name: string) => existsSync(join(root, 'node_modules', name));
  const own = [packageJson.name, recordingsPackage(wire)].filter((name) => !has(name));
  const wanted = [
    ...own.map((name) => `${name}@${packageJson.version}`),
    ...['vitest', ...(judged ? [judged] : [])].filter((name) => !has(name)),
    ...(judged?.includes('langchain') && !has('@langchain/core') ? ['@langchain/core'] : []),
    ...(judged && !judged.includes('langchain') && !has('ai') ? ['ai'] : []),
  ];
  if (wanted.length === 0) return;
  process.stdout.write(`npm install --save-dev ${wanted.join(' ')}\n`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['install', '--save-dev', '--no-audit', '--no-fund', ...wanted], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    throw new UserError(`${wanted.join(' ')} could not be installed`, {
      hint: 'read what npm says above; nothing else was written',
    });
  }
}

async function factoryOf(root: string, { kind, package: judged = '' }: Choice): Promise<string | undefined> {
  const path = createRequire(join(root, 'package.json')).resolve(judged);
  return factoryIn(Object.keys(await import(pathToFileURL(path).href)), kind);
}
