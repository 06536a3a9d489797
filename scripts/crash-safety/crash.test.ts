/** Processes that are killed while they write: every file is then the old one or the new one, whole, and all are of one run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { pause } from '../../lib/real-time.ts';
import { UserError } from '../../lib/user-error.ts';
import { isTemporary } from '../../lib/write-atomic.ts';
import { listCassettes } from '../../recordings/format/cassette-path.ts';
import { readCassette, writeCassette } from '../../recordings/format/store.ts';
import { readKillMatrix, writeKillMatrix } from '../../reports/kill-matrix/store.ts';
import { readEvidence } from '../../reports/results/fixtures/read-evidence.ts';
import { readResults, writeResults } from '../../reports/results/store.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { compiledOr } from '../diff/fixtures/reuse-compile-cache.ts';
import { cases, cassetteOf, killMatrixOf, runOf } from './numbered-runs.ts';

/** The nightly run kills hundreds of processes, other runs some of what writes; the commands, which write by the same functions, only it. */
const kills = isNightly
  ? { runs: 150, cassettes: 25, killMatrices: 10, commands: 2, reports: 8 }
  : { runs: 1, cassettes: 1, killMatrices: 1, commands: 0, reports: 0 };

/** CRASH_SEED plays the same moments again, as far as the machine lets it. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000_007);
let state = seed;
/** From 0 up to 1 (Park and Miller's generator). */
function random(): number {
  state = (state * 48_271 + 11) % 2_147_483_647;
  return state / 2_147_483_647;
}

interface Killed {
  /** Whether it had begun to write something and not ended. */
  readonly midst: boolean;
  /** How many files it left half-way: it was killed before the new content was where it belongs. */
  readonly left: number;
}

let above: string;
let compiled: string;
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), 'crash-'));
  compiled = compiledOr(join(above, 'compiled'));
});
afterAll(() => rm(above, { recursive: true, force: true }));

const node = (...argv: string[]): ChildProcess =>
  spawn(process.execPath, argv, {
    cwd: repositoryFolder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, VITEST: '', NODE_COMPILE_CACHE: compiled },
  });

async function temporaryFiles(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter(isTemporary);
}

/** Lets a writer begin, and kills it up to so many milliseconds later. */
async function killWriter(what: string, folder: string, generation: number, within: number): Promise<Killed> {
  const child = node('scripts/crash-safety/writer.ts', what, folder, String(generation));
  let said = '';
  const began = Promise.withResolvers<void>();
  child.stdout?.on('data', (chunk) => {
    said += chunk;
    began.resolve();
  });
  const closed = once(child, 'close');
  await Promise.race([began.promise, closed.then(() => expect.fail(`the writer of a ${what} ended by itself`))]);
  await pause(random() * within);
  child.kill('SIGKILL');
  await closed;
  return {
    midst: said.endsWith('b'),
    left: (await temporaryFiles(folder)).filter((name) => !name.startsWith('writing.')).length,
  };
}

/** Kills writers one after the other; each goes on from what the last one left, which is looked at in between. */
async function kill(times: number, what: string, within: number, look: (folder: string) => Promise<number>) {
  const folder = await mkdtemp(join(above, 'files-'));
  const killed: Killed[] = [];
  let generation = 0;
  let torn = 0;
  const kinds = new Set<number>();
  const midst = () => killed.filter((each) => each.midst).length;
  // Few kills may all miss the moment: then there are more.
  for (let n = 0; n < times || (midst() <= times / 2 && n < 10 * times); n++) {
    killed.push(await killWriter(what, folder, 1 + n * 1000, within));
    const seen = await look(folder).catch((error: unknown) => {
      // The only thing that a reader may be told.
      expect(error).toBeInstanceOf(UserError);
      expect(error).toMatchObject({
        message: expect.stringMatching(/of different runs/),
        hint: expect.stringMatching(/run again/),
      });
      torn++;
      return generation;
    });
    expect(seen).toBeGreaterThanOrEqual(generation);
    generation = seen;
    kinds.add(seen);
    // What dead processes left is removed by the next, and does not gather.
    expect(killed.at(-1)?.left).toBeLessThan(20);
  }
  const left = killed.filter((k) => k.left > 0).length;
  console.info(
    `${what}: ${killed.length} kills, ${midst()} in the midst of writing, ${left} with files half-way, ${torn} between two renames, ${kinds.size} different contents found (CRASH_SEED=${seed})`,
  );
  expect(midst()).toBeGreaterThan(times / 2);
  return { folder, generation };
}

/** Which run the files are of; every one of them is, to the last byte. */
async function runIn(folder: string): Promise<number> {
  if (!existsSync(join(folder, 'results.json'))) return 0;
  const whole: unknown = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8'));
  expect(whole).toHaveProperty('cases.length', cases);
  const results = await readResults(folder);
  const generation = Number(results.cases[0]?.title);
  const { run, views } = runOf(generation);
  expect(results).toEqual(run.results);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe(views['index.html']);
  for (const sha256 of readEvidence(folder, results).keys()) expect(run.evidence.get(sha256)).toBeDefined();
  return generation;
}

async function killRuns(): Promise<void> {
  const { folder, generation } = await kill(kills.runs, 'run', 120, runIn);
  const { run, views } = runOf(generation);
  await writeResults(folder, run, async () => views);
  expect(await runIn(folder)).toBe(generation);
  expect(await temporaryFiles(folder)).toEqual([]);
  expect(await readdir(join(folder, 'evidence'))).toHaveLength(1);
}

async function killCassettes(): Promise<void> {
  const path = 'a/b/c.json';
  const { folder } = await kill(kills.cassettes, 'cassette', 30, async (folder) => {
    // What was left behind is nobody's cassette.
    expect((await listCassettes(folder)).every((found) => found.endsWith('.json'))).toBe(true);
    if (!existsSync(join(folder, path))) return 0;
    const read = await readCassette(join(folder, path), 'json', folder);
    expect(read).toEqual(cassetteOf(Number(read.provenance.note)));
    return Number(read.provenance.note);
  });
  await writeCassette(join(folder, path), 'json', cassetteOf(1), folder);
  expect(await temporaryFiles(folder)).toEqual([]);
}

async function killKillMatrices(): Promise<void> {
  const { folder } = await kill(kills.killMatrices, 'kill matrix', 40, async (folder) => {
    const read = await readKillMatrix(folder);
    const generation = Number.parseInt(read?.matrix[0]?.defect ?? '0', 10);
    if (read) expect(read).toEqual(killMatrixOf(generation));
    return generation;
  });
  await writeKillMatrix(folder, killMatrixOf(1));
  expect(await temporaryFiles(folder)).toEqual([]);
}

/** The command lines themselves, killed as soon as they say, by a file, that they write, or a little later. */
async function killCommands(): Promise<void> {
  const folder = await mkdtemp(join(above, 'commands-'));
  const one = ['reference-anthropic/function-calling/call-single', '--cache', 'none'];
  const run = ['scripts/atc.js', 'run', ...one, '--out', folder];
  const report = ['scripts/atc.js', 'report', '--out', folder];
  await once(node(...run), 'close');
  const [results, page] = await Promise.all(
    ['results.json', 'index.html'].map((n) => readFile(join(folder, n), 'utf8')),
  );
  let midst = 0;
  for (const command of [...Array(kills.commands).fill(run), ...Array(kills.reports).fill(report)]) {
    const child = node(...command);
    const closed = once(child, 'close');
    const isWriting = (name: string) => name.startsWith(`writing.${child.pid}-`);
    while (child.exitCode === null && !(await temporaryFiles(folder)).some(isWriting)) await pause(1);
    await pause(random() * 4);
    if (child.kill('SIGKILL')) midst++;
    await closed;
    // Two runs of one day give the same bytes.
    expect(await readFile(join(folder, 'results.json'), 'utf8')).toBe(results);
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe(page);
    readEvidence(folder, await readResults(folder));
  }
  console.info(`commands: ${kills.commands + kills.reports} kills, ${midst} before the end (CRASH_SEED=${seed})`);
  const last = node(...report);
  expect(await once(last, 'close')).toEqual([0, null]);
  expect(await temporaryFiles(folder)).toEqual([]);
}

test('processes that are killed while they write leave the old or the new files, complete and of one run', {
  timeout: isNightly ? 900_000 : 240_000,
}, async () => {
  const others = async () => {
    await killCassettes();
    await killKillMatrices();
  };
  await Promise.all([killRuns(), others(), ...(isNightly ? [killCommands()] : [])]);
});
