import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { afterAll, expect, it } from 'vitest';
import { commandGroups } from './commands/groups.ts';
import * as commands from './commands/index.ts';
import * as maintenance from './commands/maintenance.ts';
import { reuseCompiled } from './diff/fixtures/reuse-compile-cache.ts';

afterAll(reuseCompiled());

const atc = join(import.meta.dirname, 'atc.ts');

async function run(argv: readonly string[], { closeStdout = false } = {}) {
  const child = spawn(process.execPath, [atc, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (closeStdout) child.stdout.destroy();
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr] = await Promise.all([closeStdout ? '' : text(child.stdout), text(child.stderr)]);
  return { code: await exit, stdout, stderr };
}

it('registers every command of scripts/commands', async () => {
  const files = await readdir(join(import.meta.dirname, 'commands'));
  const modules = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts');
  const top = [...Object.values(commands), ...Object.values(maintenance)];
  const registered: readonly unknown[] = top.flatMap((command) => [command, ...command.commands]);
  for (const name of modules) {
    const url = pathToFileURL(join(import.meta.dirname, 'commands', name)).href;
    const exported = Object.values((await import(url)) as Record<string, unknown>);
    const missing = exported.filter((value) => value instanceof Command && !registered.includes(value));
    expect(missing, `index.ts or maintenance.ts of scripts/commands has to re-export the command of ${name}`).toEqual(
      [],
    );
  }
});

it('lists every command in its help, and gives only examples that exist', async () => {
  const { code, stdout, stderr } = await run(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const names = Object.values(commands).map((command) => command.name());
  const shown = names.filter((name) => !name.startsWith('__'));
  const grouped = Object.values(commandGroups).flat();
  expect(
    shown.filter((name) => !grouped.includes(name)),
    'scripts/commands/groups.ts says what a command is for',
  ).toEqual([]);
  for (const name of shown) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  for (const [, name] of stdout.matchAll(/npm run atc -- ([\w-]+)/g)) expect(names).toContain(name);
});

it('exits with code 2 and a suggestion on stderr for a mistyped flag', async () => {
  const { code, stdout, stderr } = await run(['--versoin']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain("error: unknown option '--versoin'\n(Did you mean --version?)");
});

it('stays silent and keeps its exit code when the reader of its output has gone', async () => {
  expect(await run(['--help'], { closeStdout: true })).toEqual({ code: 0, stdout: '', stderr: '' });
});
