/** The results of all shards of a run, put together. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readDataFile } from '../../lib/data-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { writableFolder } from '../../lib/write-atomic.ts';
import { readKillMatrix } from '../../reports/kill-matrix/store.ts';
import { writeRun } from '../../reports/pages/render.ts';
import { type Assembled, inPublishedOrder } from '../../reports/results/assemble.ts';
import { EvidenceReader } from '../../reports/results/evidence-files.ts';
import { readResults } from '../../reports/results/store.ts';
import { type Results, Timings } from '../../spec/results/schema.ts';
import { type PrintOptions, printOutcome } from '../run/run.ts';
import { parseShard } from './shard.ts';

/** What a shard left. */
export interface ShardResults extends Assembled {
  /** Where, as messages say it. */
  readonly place: string;
}

/**
 * One run of its shards: the very results that it would have had unsharded. Pure.
 *
 * @throws {UserError} one is no shard, is of another run than the others, is there twice or is missing, or no shard executed a case.
 */
export function mergeShards(all: readonly ShardResults[]): Assembled {
  const placed = all.map((each) => ({ ...each, shard: shardOf(each) }));
  const [first, ...rest] = placed;
  if (!first) throw new UserError('--merge: no folders named', { hint: 'name the folder of each shard after --merge' });
  for (const other of rest) demandSameRun(first, other);
  demandEach(placed);
  const results = placed.map((each) => each.results);
  const { commit: _, ...run } = first.results.run;
  const { shard: __, ...selection } = run.selection;
  const counts = summed(results.map((each) => each.counts));
  const left = counts.generated - counts.executed;
  const merged = inPublishedOrder({
    ...first.results,
    run: { ...run, selection, ...(left > 0 ? { notRun: { cases: left, reason: 'no shard ran them' } } : {}) },
    cases: results.flatMap(({ cases }) => cases),
    problems: results.flatMap(({ problems }) => problems),
    counts,
  });
  if (merged.cases.length === 0) {
    throw new UserError('no shard ran a case', { hint: 'read the output of each shard, and run them again' });
  }
  return {
    results: merged,
    evidence: {
      get: (sha256) => placed.map(({ evidence }) => evidence.get(sha256)).find((line) => line !== undefined),
    },
    timings: { ...first.timings, milliseconds: timesOf(placed.map(({ timings }) => timings)) },
  };
}

const shardsHint = 'shards are made by: npm run atc -- run --shard 1/2 --out <folder>';

function shardOf({ results: { run }, place }: ShardResults) {
  const [shard, ...others] = run.selection.shard ?? [];
  if (shard !== undefined && others.length === 0) return parseShard(shard);
  throw new UserError('these results are not of a shard', { where: place, hint: shardsHint });
}

/** What must be alike in all shards of a run, and what it is called. */
const alike: readonly (readonly [what: string, of: (results: Results) => unknown])[] = [
  ['of another commit', ({ run }) => run.commit],
  ['of another day', ({ run }) => run.asOf],
  ['of another number of shards', ({ run }) => run.selection.shard?.[0]?.split('/')[1]],
  ['of another selection', ({ run: { selection, thorough } }) => ({ ...selection, shard: undefined, thorough })],
  ['through another transport', ({ run }) => run.transport],
  ['with other adapters or known issues', ({ run: { adapters, knownIssues } }) => ({ adapters, knownIssues })],
  ['with another matrix', ({ matrix }) => matrix],
  ['with other checks', ({ checks }) => checks],
  ['of another number of cases', ({ counts }) => counts.generated],
];

function demandSameRun(one: ShardResults, other: ShardResults): void {
  const [what, of] = alike.find(([, of]) => !isDeepStrictEqual(of(one.results), of(other.results))) ?? [];
  if (!what || !of) return;
  const [a, b] = [of(one.results), of(other.results)];
  const isShort = [a, b].every((each) => ['string', 'number'].includes(typeof each));
  throw new UserError(`this shard was run ${what} than ${one.place}${isShort ? `: ${b}, not ${a}` : ''}`, {
    where: other.place,
    hint: 'run all shards again, with the same options and the same commit',
  });
}

function demandEach(placed: readonly (ShardResults & { shard: ReturnType<typeof parseShard> })[]): void {
  const of = placed[0]?.shard.of ?? 0;
  const byNumber = Map.groupBy(placed, ({ shard }) => shard.nth);
  for (const [nth, [one, another]] of byNumber) {
    if (!one || !another) continue;
    throw new UserError(`shard ${nth}/${of} is also in ${one.place}`, {
      where: another.place,
      hint: 'name one folder for each shard',
    });
  }
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((nth) => !byNumber.has(nth));
  if (missing.length === 0) return;
  const names = missing.slice(0, 10).map((nth) => `${nth}/${of}`);
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : '';
  throw new UserError(`missing shards of ${of}: ${names.join(', ')}${more}`, {
    hint: `run: npm run atc -- run --shard ${names[0]} --out <folder>`,
  });
}

/** Every shard knows how many cases there are in all. */
function summed(all: readonly Results['counts'][]): Results['counts'] {
  const sum = (of: (counts: Results['counts']) => number) => all.reduce((total, counts) => total + of(counts), 0);
  const unseen = sum((counts) => counts.unseen ?? 0);
  return {
    generated: all[0]?.generated ?? 0,
    executed: sum(({ executed }) => executed),
    asserted: sum(({ asserted }) => asserted),
    compared: sum(({ compared }) => compared),
    connections: sum(({ connections }) => connections),
    ...(unseen > 0 ? { unseen } : {}),
  };
}

const timesOf = (all: readonly Timings[]): Timings['milliseconds'] =>
  Object.assign({}, ...all.map(({ milliseconds }) => milliseconds));

/**
 * Puts the shards of a run together, writes results and report as of one run, and prints the summary.
 *
 * @param folders where the shards are
 * @returns the exit code: 0 when every case is acceptable, else 1.
 * @throws {UserError} a shard is missing, malformed, there twice or of another run, or the results cannot be written.
 */
export async function mergeFolders(folders: readonly string[], telling: PrintOptions): Promise<number> {
  const merged = mergeShards(await Promise.all(folders.map(readShard)));
  const target = await writableFolder(telling.folder);
  await readKillMatrix(target);
  await writeRun(target, merged);
  return printOutcome(merged.results, telling);
}

/** What a shard left in a folder. @throws {UserError} results, evidence or times are missing, malformed or not of one run. */
async function readShard(folder: string): Promise<ShardResults> {
  const results = await readResults(folder);
  const timings = await readDataFile(join(folder, 'timings.json'), Timings, 'list of times');
  const hashes = new Set(results.cases.flatMap(({ evidenceSha256 }) => evidenceSha256 ?? []));
  const reader = new EvidenceReader(folder, results);
  return {
    place: displayPath(join(folder, 'results.json')),
    results,
    evidence: new Map([...hashes].map((sha256) => [sha256, reader.bytes(sha256)])),
    timings,
  };
}
