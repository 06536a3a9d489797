import { expect, it } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import { sample } from '../fixtures/sample.ts';
import { listed } from '../fixtures/sample-issue.ts';
import { readShipped, releasedPath, snapshotPath, snapshotText } from './file.ts';
import { lookupOf } from './lookup.ts';
import { comparable, snapshotOfWholeRun } from './read.ts';
import { Snapshot } from './schema.ts';
import { readLibraryNames, snapshotOf } from './snapshot.ts';

const { results } = sample();
const withIssue = { ...results, run: { ...results.run, knownIssues: [listed()] } };

it.each([
  ['that of the last run', snapshotPath],
  ['that of the last release', releasedPath],
])('ships a snapshot that fits its schema, in at most 500 kB: %s', (_, path) => {
  const shipped = readShipped(path);
  const fits = validatorFor(Snapshot);
  expect(fits(shipped), JSON.stringify(fits.errors)).toBe(true);
  expect(Buffer.byteLength(snapshotText(shipped))).toBeLessThanOrEqual(500_000);
  const lookup = lookupOf(shipped);
  for (const verdict of shipped.verdicts) expect(() => lookup.gaps(verdict)).not.toThrow();
});

it('says the same of the same verdicts, whatever the day and the order of the cases', () => {
  const other = { ...withIssue, run: { ...withIssue.run, asOf: '2031-01-01' }, cases: withIssue.cases.toReversed() };
  const of = (given: typeof withIssue) => snapshotText(snapshotOf(given, new Map(), '1.0.0'));
  expect(of(other)).toBe(of(withIssue));
});

it('compares a run that is without an implementation with the rest of what is shipped, and is not made of it', () => {
  const shipped = snapshotOf(withIssue, new Map(), '1.0.0');
  const [{ id } = expect.fail('no library')] = shipped.libraries;
  const partial = { ...results, run: { ...results.run, selection: { without: [id] } } };
  expect(comparable(partial, shipped).before).toMatchObject({ verdicts: [], libraries: [], knownIssues: [] });
  expect(() => snapshotOfWholeRun(partial)).toThrow(`this run is without ${id}`);
  const chosen = { ...results, run: { ...results.run, selection: { without: [id], tiers: ['core'] } } };
  expect(() => comparable(chosen, shipped)).toThrow('this run is not whole');
});

it('names the gap of a cell by its known issue, with the conversations that have it', () => {
  const snapshot = snapshotOf(withIssue, new Map(), '1.0.0');
  const lookup = lookupOf(snapshot);
  const verdict = lookup.verdict('web-search', 'anthropic', 'sample') ?? expect.fail('no verdict');
  expect(verdict.word).toBe('works-with-gaps');
  expect(verdict.core).toEqual({ passed: 0, of: 1 });
  expect(lookup.gaps(verdict)).toEqual([
    {
      title: listed().title,
      impact: 'loses',
      conversations: 1,
      issue: lookup.issue(`${listed().adapter}/${listed().id}`),
    },
  ]);
});

it('takes the word of the best library, and that of the reference adapter only where no library is judged', () => {
  const names = new Map([['sample', { title: 'Sample', role: 'reference' as const }]]);
  const reference = lookupOf(snapshotOf(withIssue, names, '1.0.0')).best('web-search', 'anthropic');
  expect(reference).toMatchObject({ word: 'works-with-gaps', isReferenceOnly: true });
  const library = lookupOf(snapshotOf(withIssue, new Map(), '1.0.0')).best('web-search', 'anthropic');
  expect(library).toMatchObject({ word: 'works-with-gaps', isReferenceOnly: false });
});

it('calls each implementation of this repository by a name', () => {
  const names = readLibraryNames();
  expect(names.get('langchain')?.title).toBe('LangChain.js');
  expect([...names.values()].filter(({ role }) => role === 'reference')).toHaveLength(1);
});
