import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sample } from '../fixtures/sample.ts';
import { listed } from '../fixtures/sample-issue.ts';
import { newestOf, readNewest, writeNewest } from './newest.ts';
import { movedCells, newestLines } from './text.ts';

const { results } = sample();
const issue = listed();
const pinned = { ...results, run: { ...results.run, knownIssues: [issue] } };
const broken =
  pinned.cases.find((c) => c.knownIssues?.includes(issue.id)) ?? expect.fail('the sample has no known issue');

/** The same run with newer packages, in which some cases came out otherwise. */
const later = (change: (c: (typeof pinned.cases)[number]) => object) => ({
  ...pinned,
  run: {
    ...pinned.run,
    adapters: pinned.run.adapters.map((a) => ({
      ...a,
      packages: a.packages.map((p) => ({ ...p, version: '99.0.0' })),
    })),
  },
  cases: pinned.cases.map((c) => ({ ...c, ...change(c) })),
});

test('where nothing came out otherwise, nothing is fixed, fails anew or moves', () => {
  const newest = newestOf(
    later(() => ({})),
    pinned,
  );
  const known = pinned.cases
    .filter((c) => c.verdict === 'fail' && c.unexpectedPasses === undefined)
    .map(({ id }) => id);
  expect(newest.adapters.flatMap(({ fixed }) => fixed)).toEqual([]);
  expect(newest.adapters.flatMap(({ failing }) => failing).toSorted()).toEqual(known.toSorted());
  expect(movedCells(newest, pinned)).toEqual([]);
  expect(newestLines(newest, pinned).join('\n')).toContain('→ 99.0.0');
});

test('a known issue that nothing shows any more is fixed, and its cell has another word', () => {
  const isShown = (c: { adapter: string; tool: string }) => c.adapter === broken.adapter && c.tool === broken.tool;
  const newest = newestOf(
    later((c) => (isShown(c) ? { verdict: 'pass', checks: [], knownIssues: undefined } : {})),
    pinned,
  );
  expect(newest.adapters.find(({ id }) => id === broken.adapter)?.fixed).toEqual([issue.id]);
  const moved = movedCells(newest, pinned);
  expect(moved).toMatchObject([{ adapter: broken.adapter, tool: broken.tool, newest: 'works' }]);
  expect(newestLines(newest, pinned)).toContain(`fixed: ${broken.adapter}/${issue.id}`);
});

test('a case that fails by more than a known issue that passes fails anew', () => {
  const newest = newestOf(
    later((c) => (c.id === broken.id ? { verdict: 'fail', unexpectedPasses: undefined, knownIssues: undefined } : {})),
    pinned,
  );
  expect(newest.adapters.find(({ id }) => id === broken.adapter)?.failing).toContain(broken.id);
});

test('it comes back from its file as it was written; one that is malformed is rejected with its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newest-'));
  try {
    expect(await readNewest(folder)).toBeUndefined();
    const newest = newestOf(
      later(() => ({})),
      pinned,
    );
    await writeNewest(folder, newest);
    expect(await readNewest(folder)).toEqual(newest);
    await writeFile(join(folder, 'newest.json'), '{"version": 2}');
    await expect(readNewest(folder)).rejects.toThrow(expect.objectContaining({ name: 'UserError' }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
