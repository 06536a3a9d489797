/**
 * How large the project is: `npm run size`. Lines by hand, all tracked lines, files, and what the command line offers; with `-- --loaded`, how
 * many files of the project one case loads from `run` to its page, for five cases that a seed chooses.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Command, Option } from 'commander';
import { sampled } from '../../lib/sample.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { adapterIdentity } from '../../spec/engine/case.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { runScript } from '../cli.ts';
import * as commands from '../commands/index.ts';
import { isGlobal, optionsOfProgram } from '../global-options.ts';
import { listFiles } from '../lint-source/project-files.ts';
import { type Measured, sizeOf } from './size.ts';

const execute = promisify(execFile);

async function trackedFiles(): Promise<Measured[]> {
  return Promise.all(
    listFiles(repositoryFolder).map(async (path) => {
      const bytes = await readFile(join(repositoryFolder, path)).catch(() => Buffer.alloc(0));
      return { path, lines: bytes.filter((byte) => byte === 0x0a).length };
    }),
  );
}

/** Commands that are shown, and options of them and of those below, without `--help`. One of the whole program counts once. */
function offered(): { readonly commands: number; readonly options: number } {
  const shown = Object.values(commands).filter((command) => !command.name().startsWith('__'));
  const optionsOf = (command: Command): readonly Option[] => [
    ...command.options,
    ...command.commands.flatMap(optionsOf),
  ];
  const options = shown.flatMap(optionsOf);
  const own = options.filter((option) => !isGlobal(option));
  return { commands: shown.length, options: own.length + optionsOfProgram().length };
}

/** Writes the path of each module that a process loads, also one that it starts, into a file. */
const hook = (file: string): string => `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(file)}, url + '\\n'); return next(url, context); } });`;

/** Modules of the project that are loaded from `run` of one case to its page. */
async function loadedBy(id: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'size-'));
  try {
    const list = join(folder, 'loaded');
    const env = { ...process.env, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook(list))}` };
    const args = [join(repositoryFolder, 'scripts/atc.js'), 'run', id, '--cache', 'none', '--out', folder];
    await execute(process.execPath, args, { cwd: repositoryFolder, env }).catch((error: { code?: unknown }) => {
      // A case that fails was run, too.
      if (error.code !== 1) throw error;
    });
    const urls = (await readFile(list, 'utf8')).split('\n').map((url) => decodeURIComponent(url.split('?')[0] ?? ''));
    const own = urls.filter((url) => url.includes(repositoryFolder) && !url.includes('/node_modules/'));
    return new Set(own.filter((url) => ['.ts', '.js'].includes(extname(url)))).size;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const options = { loaded: { type: 'boolean' }, seed: { type: 'string', default: '1' } } as const;
await runScript({ options }, async ({ values }) => {
  if (!values.loaded) {
    const rows = Object.entries({ ...sizeOf(await trackedFiles()), ...offered() });
    for (const [what, number] of rows) process.stdout.write(`${String(number).padStart(9)}  ${what}\n`);
    return;
  }
  const [matrix, scenarios] = await Promise.all([loadMatrix(), loadScenarios()]);
  const cases = matrix.providers.flatMap(({ id: providerApi }) => {
    return expand(matrix, scenarios, [adapterIdentity('reference', providerApi)]).filter(
      ({ kind }) => kind === 'scenario',
    );
  });
  const chosen = sampled(cases, { count: 5, seed: values.seed }, ({ id }) => id);
  for (const { id } of chosen) process.stdout.write(`${String(await loadedBy(id)).padStart(6)}  ${id}\n`);
});
