import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import type { Side } from '../compare/compare.ts';
import { sample } from '../html/fixtures/sample.ts';
import { ArchivedRun, archiveRun, keptRunOf, readHistory, sideOf } from './archived-run.ts';
import { historyOf } from './history.ts';

const { results } = sample();

describe('an archived run', () => {
  it('has of every case what came of it, and fits its schema', () => {
    const kept = keptRunOf(results);
    expect(validatorFor(ArchivedRun)(kept)).toBe(true);
    const verdicts = ({ cases }: Pick<Side, 'cases'>) => cases.map((c) => [c.id, c.kind, c.verdict, c.evidence]).sort();
    expect(verdicts(sideOf(kept))).toEqual(verdicts(results));
  });

  it('takes a name that means something to JavaScript for a name', () => {
    const cases = results.cases.map((c) => ({ ...c, tool: '__proto__', scenario: 'constructor' }));
    const text = JSON.stringify(keptRunOf({ ...results, cases }));
    expect(sideOf(JSON.parse(text)).cases[0]).toMatchObject({ tool: '__proto__', scenario: 'constructor' });
  });
});

describe('the history of a run', () => {
  const earlier = (id: string, cases = results.cases) => ({
    id,
    run: { ...keptRunOf({ ...results, cases }), asOf: id.slice(0, 10) },
  });

  it('ends with the run, and compares it with the latest first', () => {
    const fixed = results.cases.map((c) => ({ ...c, verdict: 'pass' as const }));
    const { runs, since } = historyOf(results, [earlier('2026-11-01', fixed), earlier('2026-11-02')]);
    expect(runs.map((run) => run.id)).toEqual(['2026-11-01', '2026-11-02', 'this-run']);
    expect(since.map(({ before, comparison }) => [before.id, comparison.cases.length])).toEqual([
      ['2026-11-02', 0],
      ['2026-11-01', results.cases.filter((c) => c.verdict !== 'pass').length],
    ]);
  });

  it('knows the run among those that are kept, and leaves out those of later days', () => {
    const { runs, since } = historyOf(results, [
      earlier('2026-11-01'),
      earlier(results.run.asOf),
      earlier('2027-01-01'),
    ]);
    expect(runs.map((run) => run.id)).toEqual(['2026-11-01', results.run.asOf]);
    expect(since).toHaveLength(1);
  });

  it('compares with a bounded number of runs', () => {
    const many = Array.from({ length: 28 }, (_, i) => earlier(`2026-09-${String(i + 1).padStart(2, '0')}`));
    expect(historyOf(results, many).since).toHaveLength(10);
  });
});

describe('a folder of kept runs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kept-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const other = { ...results, cases: results.cases.slice(1) };

  it('keeps a run once, and several of one day by number', async () => {
    expect(await archiveRun(folder, results)).toBe(join(folder, '2026-11-20.json'));
    expect(await archiveRun(folder, other)).toBe(join(folder, '2026-11-20-2.json'));
    expect(await archiveRun(folder, results)).toBe(join(folder, '2026-11-20.json'));
    expect((await readHistory(folder)).map(({ id }) => id)).toEqual(['2026-11-20', '2026-11-20-2']);
  });

  it('reads runs in the order in which they were, the tenth of a day behind the ninth', async () => {
    const text = JSON.stringify(keptRunOf(results));
    for (const n of [10, 9, 2]) await writeFile(join(folder, `2026-11-20-${n}.json`), text);
    await writeFile(join(folder, '2026-11-20.json'), text);
    expect((await readHistory(folder)).map(({ id }) => id)).toEqual([
      '2026-11-20',
      '2026-11-20-2',
      '2026-11-20-9',
      '2026-11-20-10',
    ]);
  });

  it('refuses what is not an archived run, naming it, and writes nothing beside it', async () => {
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await expect(readHistory(folder)).rejects.toMatchObject({ where: expect.stringContaining('notes.txt') });
    await expect(archiveRun(folder, results)).rejects.toMatchObject({
      message: expect.stringContaining('not an archived run'),
    });
  });

  it.each([
    ['{"version": 1', 'does not parse'],
    ['{"version": 2, "asOf": "2026-11-20"}', 'fit its schema'],
    [JSON.stringify({ ...keptRunOf(results), asOf: '2026-11-19' }), 'the date in the file name'],
  ])('refuses a file that is malformed: %.40s', async (text, said) => {
    await writeFile(join(folder, '2026-11-20.json'), text);
    const error = await readHistory(folder).catch(String);
    expect(error).toContain('2026-11-20.json');
    if (said !== 'does not parse') expect(error).toContain(said);
  });

  it('says so where there is no folder, and where a folder is in the place of a run', async () => {
    await expect(readHistory(join(folder, 'nowhere'))).rejects.toMatchObject({
      hint: expect.stringContaining('--archive'),
    });
    await mkdir(join(folder, '2026-11-20.json'));
    await expect(readHistory(folder)).rejects.toThrow('is a folder');
  });

  it('writes the same bytes for the same run', async () => {
    const path = await archiveRun(folder, results);
    const text = await readFile(path, 'utf8');
    await rm(path);
    expect(await readFile(await archiveRun(folder, sample().results), 'utf8')).toBe(text);
  });
});
