import { expect, test } from 'vitest';
import { assemble, type RunFacts } from '../../reports/results/assemble.ts';
import { report } from '../../reports/results/fixtures/report.ts';
import type { SuiteReport } from '../../spec/engine/suite.ts';
import { mergeShards, type ShardResults } from './merge.ts';

const orphan = { place: 'recordings/cassettes/x', message: 'no case uses this recording', hint: 'remove it' };
const facts: RunFacts = {
  asOf: '2026-11-20',
  selection: { tools: ['openapi'], adapters: [] },
  adapters: ['z', 'a'].map((id) => ({ id, implementation: id, providerApi: 'anthropic', packages: [] })),
  knownIssues: [],
  matrix: { tools: [] },
  checks: [],
  problems: [orphan],
  generated: 5,
};

/** A case that tried one connection, which nobody saw where it is another process. */
const connecting = (id: string, { unseen }: { unseen?: true } = {}): SuiteReport =>
  report(id, { connections: { attempts: 1, ...(unseen ? { unseen } : {}) } });
const reports = [connecting('a/1'), connecting('b/22', { unseen: true }), connecting('a/333'), connecting('c/4444')];

/** A shard with some of the reports, in a folder named as it is. */
function shard(name: string, which: readonly number[], over: Partial<RunFacts> = {}): ShardResults {
  const selection = { ...(over.selection ?? facts.selection), shard: [name] };
  const own = which.flatMap((i) => reports[i] ?? []);
  return { place: `shards/${name}`, ...assemble({ ...facts, commit: 'abc', ...over, selection }, own) };
}

test('what is put together is what one run would have given, in whichever order the shards come', () => {
  const whole = assemble({ ...facts, notRun: { cases: 1, reason: 'no shard ran them' } }, reports);
  const shards = [shard('1/3', [3, 0]), shard('2/3', []), shard('3/3', [2, 1])];
  for (const given of [shards, shards.toReversed()]) {
    const merged = mergeShards(given);
    expect(JSON.stringify(merged.results)).toBe(JSON.stringify(whole.results));
    for (const { evidenceSha256 = '' } of whole.results.cases) {
      expect(merged.evidence.get(evidenceSha256)).toBe(whole.evidence.get(evidenceSha256));
    }
    expect(whole.evidence.get(whole.results.cases[0]?.evidenceSha256 ?? '')).toBeDefined();
    expect(merged.timings).toEqual(whole.timings);
  }
});

test.for([
  ['commit', { commit: 'def' }, 'this shard was run of another commit than shards/1/2: def, not abc'],
  ['day', { asOf: '2026-11-21' }, 'this shard was run of another day than shards/1/2: 2026-11-21, not 2026-11-20'],
  ['selection', { selection: { tools: ['shell'], adapters: [] } }, 'of another selection'],
  ['thoroughness', { thorough: true }, 'of another selection'],
  ['transport', { transport: 'server' }, 'through another transport'],
  [
    'packages',
    { adapters: facts.adapters.map((a) => ({ ...a, packages: [{ name: 'x', version: '2' }] })) },
    'adapters',
  ],
  ['matrix', { matrix: { tools: ['x'] } }, 'with another matrix'],
  ['plan', { generated: 6 }, 'of another number of cases than shards/1/2: 6, not 5'],
] as const)('shards of another %s are refused', ([, over, message]) => {
  const other = { place: 'shards/2/2', message: expect.stringContaining(message) };
  expect(() => mergeShards([shard('1/2', [0, 1]), shard('2/2', [2, 3], over as Partial<RunFacts>)])).toThrow(
    expect.objectContaining({ name: 'UserError', where: other.place, message: other.message }),
  );
});

test('a shard that is missing is named, with what makes it', () => {
  expect(() => mergeShards([shard('1/4', [0]), shard('3/4', [1])])).toThrow(
    expect.objectContaining({
      message: 'missing shards of 4: 2/4, 4/4',
      hint: 'run: npm run atc -- run --shard 2/4 --out <folder>',
    }),
  );
});

test('a shard that is there twice is refused, and both places are named', () => {
  const again = { ...shard('1/2', [0]), place: 'elsewhere' };
  expect(() => mergeShards([shard('1/2', [0]), shard('2/2', [1]), again])).toThrow(
    expect.objectContaining({ where: 'elsewhere', message: 'shard 1/2 is also in shards/1/2' }),
  );
});

test('shards of another number are refused before any is missed', () => {
  expect(() => mergeShards([shard('1/2', [0]), shard('2/3', [1])])).toThrow('of another number of shards');
});

test('results of a whole run are no shard', () => {
  expect(() => mergeShards([{ place: 'reports/out', ...assemble(facts, reports) }])).toThrow(
    'these results are not of a shard',
  );
});

test('shards that executed nothing prove nothing', () => {
  expect(() => mergeShards([shard('1/2', []), shard('2/2', [])])).toThrow('no shard ran a case');
});
