/**
 * How much the generated cases see: `npm run mutants`, or `npm run mutants -- --adapter anthropic --adapter shared`. StrykerJS
 * makes small changes to the reference adapters, one at a time, and the conformance cases alone have to notice.
 */
import { existsSync, globSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import strykerPackage from '@stryker-mutator/core/package.json' with { type: 'json' };
import { readDataFile } from '../../files/data-file.ts';
import { demandKnown } from '../../files/demand-known.ts';
import { UserError } from '../../files/user-error.ts';
import { writeFileAtomic } from '../../files/write-atomic.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { describeError, exitCodeOf } from '../program.ts';
import { leftGreen, merged, type SourceFile } from './again.ts';
import { Equivalents, powerPage } from './power-page.ts';
import { breakAt, strykerOptions } from './stryker-options.ts';
import { MutationReport, percentOf, scoreOf } from './survivors.ts';
import { survivorsText } from './survivors-text.ts';
import { type Target, targets } from './targets.ts';

const usage = `Usage: npm run mutants -- [--adapter <column | shared> …] [--again] [--thorough] [--concurrency <workers>] [--out <folder>]
       npm run mutants -- --write-page [--out <folder>]   # conformance-power.md, of the reports that are there`;

async function mutants(argv: readonly string[]): Promise<number> {
  const { adapter, out, help, 'write-page': writesPage, ...how } = optionsOf(argv);
  if (help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  if (writesPage) {
    await writePage(out);
    return 0;
  }
  await mkdir(out, { recursive: true });
  const chosen = adapter.length === 0 ? targets : adapter.map(targetOf);
  const percents: number[] = [];
  for (const target of chosen) percents.push(await mutate(target, out, how));
  process.stdout.write(`\n${chosen.map(({ id }, i) => `${percents[i]?.toFixed(1)} %  ${id}`).join('\n')}\n`);
  return percents.every((percent) => percent >= breakAt) ? 0 : 1;
}

/** How mutants are played. */
interface How {
  readonly concurrency: number;
  /** Only those that the last report left green, and files that changed since. */
  readonly again: boolean;
  /** With answers of every wrong shape as well. */
  readonly thorough: boolean;
}

/** Runs one target in a sandbox of its own, and leaves `<id>.json` and `<id>.md` in a folder. @returns its score, in percent */
async function mutate(target: Target, out: string, { again, ...how }: How): Promise<number> {
  const path = join(out, `${target.id}.json`);
  const files = await filesOf(target);
  const before: MutationReport =
    again && existsSync(path) ? await readDataFile(path, MutationReport, 'report') : { files: {} };
  const patterns = leftGreen(before, files);
  const after = patterns.length === 0 ? before : await run({ ...target, mutate: patterns }, out, how);
  const report = merged(before, after, files);
  await writeFileAtomic(path, JSON.stringify(report));
  await writeFileAtomic(join(out, `${target.id}.md`), survivorsText(target.id, report));
  return percentOf(scoreOf(report));
}

async function run(target: Target, out: string, how: Omit<How, 'again'>): Promise<MutationReport> {
  // Outside of the repository, and with its own name: the permissions of a mutant are those of real paths.
  const sandboxes = await realpath(await mkdtemp(join(tmpdir(), 'mutants-')));
  const path = join(out, `${target.id}.new.json`);
  const clean = () => {
    rmSync(sandboxes, { recursive: true, force: true });
    rmSync(path, { force: true });
  };
  process.once('exit', clean);
  try {
    await new Stryker(strykerOptions(target, repositoryFolder, path, sandboxes, how)).runMutationTest();
    return await readDataFile(path, MutationReport, 'report');
  } finally {
    clean();
    process.off('exit', clean);
  }
}

/** The files of a target, as they stand. */
async function filesOf({ mutate }: Target): Promise<SourceFile[]> {
  const exclude = mutate.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const wanted = mutate.filter((glob) => !glob.startsWith('!'));
  const names = globSync(wanted, { cwd: repositoryFolder, exclude }).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name, source: await readFile(join(repositoryFolder, name), 'utf8') })),
  );
}

/** Writes the page of the reports that are there. */
async function writePage(out: string): Promise<void> {
  const reports = await Promise.all(
    targets.map(async ({ id }) => {
      const path = join(out, `${id}.json`);
      return [id, existsSync(path) ? await readDataFile(path, MutationReport, 'report') : undefined] as const;
    }),
  );
  const list = join(import.meta.dirname, 'equivalent.yaml');
  const equivalents = await readDataFile(list, Equivalents, 'list of equivalents');
  const page = powerPage(new Map(reports), equivalents, new Date().toISOString().slice(0, 10), strykerPackage.version);
  const path = join(out, 'conformance-power.md');
  await writeFileAtomic(path, page);
  process.stdout.write(`written to ${path}\n`);
}

function optionsOf(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        adapter: { type: 'string', multiple: true, default: [] },
        again: { type: 'boolean', default: false },
        thorough: { type: 'boolean', default: false },
        concurrency: { type: 'string', default: '2' },
        out: { type: 'string', default: join(repositoryFolder, 'reports/out/mutants') },
        'write-page': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const concurrency = Number(values.concurrency);
    if (!Number.isSafeInteger(concurrency) || concurrency < 1)
      throw new UserError(`--concurrency: "${values.concurrency}" is no number of workers`, { hint: usage });
    return { ...values, concurrency, out: resolve(values.out) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError((error as Error).message, { hint: usage });
  }
}

function targetOf(id: string): Target {
  demandKnown(
    'adapter',
    id,
    targets.map((t) => t.id),
  );
  return targets.find((t) => t.id === id) as Target;
}

try {
  process.exitCode = await mutants(process.argv.slice(2));
} catch (error) {
  process.stderr.write(await describeError(error));
  process.exitCode = exitCodeOf(error);
}
