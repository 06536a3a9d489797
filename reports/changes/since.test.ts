import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Results } from '../../spec/results/schema.ts';
import { sample } from '../fixtures/sample.ts';
import { layRun } from '../fixtures/write-run.ts';
import { snapshotText } from '../snapshot/file.ts';
import { lookupOf } from '../snapshot/lookup.ts';
import { snapshotOfRun } from '../snapshot/read.ts';
import type { Palette } from '../summary/palette.ts';
import { changesBetween } from './changes.ts';
import { issue, small, verdict } from './fixtures/snapshots.ts';
import { changesSince, narrowed } from './since.ts';
import { changesText } from './text.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'since-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The sample as a run of everything. */
const whole = (cases: (c: Results['cases'][number]) => Results['cases'] = (c) => [c]): Results => {
  const { results } = sample();
  return { ...results, run: { ...results.run, selection: {} }, cases: results.cases.flatMap(cases) };
};

async function lay(name: string, results: Results): Promise<string> {
  await layRun(join(folder, name), { results, evidence: sample().evidence });
  return join(folder, name);
}

it('compares with a run, its results and its snapshot alike', async () => {
  const before = whole((c) => [{ ...c, verdict: 'pass', checks: [] }]);
  const [run, base] = [await lay('run', whole()), await lay('base', before)];
  await writeFile(join(folder, 'kept.json'), snapshotText(snapshotOfRun(before)));
  const { changes } = await changesSince(run, base);
  expect(changes.worse.map(({ tool, providerApi }) => `${tool} ${providerApi}`)).toEqual([
    'function-calling anthropic',
    'web-search anthropic',
  ]);
  expect((await changesSince(run, join(base, 'results.json'))).changes).toEqual(changes);
  expect((await changesSince(run, join(folder, 'kept.json'))).changes).toEqual(changes);
});

it.each([{ cases: ['sample-anthropic/web-search'] }, { adapters: ['sample-anthropic'], tools: ['web-search'] }])(
  'compares of a run of chosen tools and adapters these alone: %j',
  async (selection) => {
    const { results } = sample();
    const adapters = results.run.adapters.slice(0, 1);
    const cases = results.cases.filter((c) => c.adapter === 'sample-anthropic' && c.tool === 'web-search');
    const run = await lay('run', { ...results, run: { ...results.run, selection, adapters }, cases });
    const { changes } = await changesSince(run, await lay('base', whole()));
    const nothing = { libraries: [], tools: [], providerApis: [], adapters: [] };
    expect(changes).toMatchObject({
      worse: [],
      other: [],
      new: nothing,
      gone: nothing,
      unchanged: [{ library: 'sample' }],
    });
  },
);

it.each<[string, Partial<Results['run']>]>([
  ['chosen cases', { selection: { cases: ['*/*/call-parallel'] } }],
  ['chosen cases', { selection: { cases: ['sample-anthropic/web-search', 'sample-openai-responses'] } }],
  ['chosen scenarios', { selection: { scenarios: ['call-parallel'] } }],
  ['only some of its cases', { selection: {}, notRun: { cases: 1, reason: 'it ended early' } }],
  ['thorough trials', { selection: {}, thorough: true }],
])('refuses a run of %s', async (what, over) => {
  const { results } = sample();
  const other = await lay('other', { ...results, run: { ...results.run, ...over } });
  const run = await lay('run', whole());
  const refused = { message: expect.stringContaining(`a run of ${what}`), where: expect.stringContaining('other') };
  await expect(changesSince(run, other)).rejects.toMatchObject(refused);
  await expect(changesSince(other, run)).rejects.toMatchObject(refused);
});

it('narrows a snapshot to what was chosen, and leaves it as it is where nothing was', () => {
  expect(narrowed(small(), {})).toEqual(small());
  expect(narrowed(small(), { adapters: ['other'], tools: ['web-search'] })).toMatchObject({
    libraries: [],
    tools: [{ id: 'web-search' }],
  });
});

const plain = (text: string) => text;
const noColours: Palette = { green: plain, red: plain, yellow: plain, dim: plain, bold: plain };

it('says in words what is worse first, and what would act in a terminal as an escape', () => {
  const usage = issue('usage', { title: 'It loses \u001b[2Jusage' });
  const after = small({
    verdicts: [
      verdict({
        word: 'works-with-gaps',
        extended: { passed: 2, of: 3 },
        gaps: [{ issue: usage.id, conversations: 1 }],
      }),
    ],
    knownIssues: [usage],
  });
  const textOf = (from: typeof after, to: typeof after) =>
    changesText({ changes: changesBetween(from, to), before: lookupOf(from), after: lookupOf(to) }, noColours);
  expect(textOf(small(), after)).toBe(`1 cell worse
  Lib: Web search on Anthropic Messages: works → works, with gaps
    + It loses \\u001b[2Jusage (loses)
      extended: 3 of 3 → 2 of 3
`);
  expect(textOf(after, small())).toContain('1 cell better\n');
  expect(textOf(small(), small())).toBe('no change: Lib\n');
});
