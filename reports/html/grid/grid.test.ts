import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { synthetic } from '../fixtures/large-run.ts';
import { sample } from '../fixtures/sample.ts';
import { viewOf } from '../view.ts';
import { piecesOf, toneOf } from './cell-text.ts';
import { packed, unpacked } from './compress.ts';
import type { CellData, Column, Group } from './data.ts';
import { type Choice, optionsOf, usual } from './filter-state.ts';
import { gridDataOf } from './grid-data.ts';
import { shownTable } from './table.ts';
import { choiceOf, queryOf } from './url-query.ts';
import { shownCell } from './visible-cell.ts';

const dataOf = ({ results, evidence }: ReturnType<typeof synthetic>) => gridDataOf(viewOf(results, evidence));
const data = dataOf(synthetic(2800));
const options = optionsOf(data);

const anyChoice: fc.Arbitrary<Choice> = fc.record({
  table: fc.constantFrom(...options.table),
  through: fc.constantFrom(...options.through),
  mode: fc.constantFrom(...options.mode),
  tool: fc.constantFrom(...options.tool),
  api: fc.constantFrom(...options.api),
  state: fc.constantFrom(...options.state),
  evidence: fc.constantFrom(...options.evidence),
});

describe('a choice and its address', () => {
  it('are the same thing: nothing is lost on the way to the address and back', () => {
    fc.assert(
      fc.property(anyChoice, (choice) => {
        expect(choiceOf(queryOf(choice, usual), options)).toEqual({ choice, ignored: [] });
      }),
    );
    expect(queryOf(usual, usual)).toBe('');
    expect(queryOf({ ...usual, through: 'library-1', mode: 'stream' }, usual)).toBe('?through=library-1&mode=stream');
  });

  it('ignores what is not an option, whatever it is, and says so; of two of one name the first counts', () => {
    const query =
      '?through=nobody&mode=stream&mode=complete&__proto__=x&table=%3Cscript%3E&constructor=y&state=toString';
    expect(choiceOf(query, options)).toEqual({
      choice: { ...usual, mode: 'stream' },
      ignored: ['through=nobody', 'mode=complete', '__proto__=x', 'table=<script>', 'constructor=y', 'state=toString'],
    });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (hostile) => {
        const { choice } = choiceOf(`?${hostile}`, options);
        for (const [name, value] of Object.entries(choice)) {
          expect(options[name as keyof Choice] as readonly string[]).toContain(value);
        }
      }),
    );
  });
});

test('the data of the grid is the same on the other side of the page', () => {
  const { results, evidence } = sample();
  for (const own of [data, gridDataOf(viewOf(results, evidence))]) expect(unpacked(packed(own))).toEqual(own);
});

const column: Column = { id: 'one', title: 'One', lifecycle: 'ga', implementations: ['reference', 'library'] };
const group = (over: Partial<Group> = {}): Group => ({
  adapter: 'reference-one',
  implementation: 'reference',
  kind: 'scenario',
  tier: 'core',
  verdict: 'pass',
  mode: 'stream',
  evidence: 'documented',
  n: 3,
  ...over,
});
const library = { adapter: 'library-one', implementation: 'library' };
const cellOf = (groups: readonly Group[], rest: Partial<CellData> = {}): CellData => ({
  support: 'yes',
  groups,
  ...rest,
});
const shown = (cell: CellData, choice: Partial<Choice> = {}) =>
  shownCell(cell, column, { ...usual, ...choice }, '2026-11-22');

describe('what a cell shows', () => {
  it('is what leads, or one implementation, in both modes or in one', () => {
    const cell = cellOf([
      group(),
      group({ mode: 'complete', n: 2 }),
      group({ ...library, verdict: 'known-failure', impact: 'loses', n: 1 }),
      group({ ...library, n: 4 }),
    ]);
    expect(shown(cell)).toMatchObject({ state: 'works-with-gaps', passed: 4, cases: 5, others: undefined });
    expect(shown(cell, { mode: 'complete' })).toMatchObject({ state: 'works', cases: 2, others: undefined });
    const through = shown(cell, { through: 'library' });
    expect(through).toMatchObject({ state: 'works-with-gaps', passed: 4, cases: 5, others: undefined });
    expect(shown(cell, { through: 'library', mode: 'complete' })).toMatchObject({ state: 'not-judged', cases: 0 });
  });

  it('has the age of its oldest evidence, in days before the run', () => {
    const cell = cellOf([group({ since: '2026-11-20' }), group({ since: '2026-11-10', evidence: 'live' })]);
    expect(shown(cell)).toMatchObject({ age: 12, grade: 'mixed' });
    expect(shown(cellOf([group({ since: '2026-11-22' })])).age).toBe(0);
    expect(shown(cellOf([group()])).age).toBeUndefined();
    const words = JSON.stringify(piecesOf(shown(cell)));
    expect(words).toContain('12d');
    expect(words).toContain('12 days old');
  });

  it('says of a claim of the ADR whether it still holds, and never looks like a proof', () => {
    const then = (
      support: 'yes' | 'no' | 'partial' | 'unknown',
      groups: readonly Group[],
      own: Partial<CellData> = {},
    ) => shown(cellOf(groups, { ...own, claims: { 'adr-draft': { support } } }), { table: 'adr-draft' });
    const rejection = [group({ kind: 'rejection' })];
    const lacking = { support: 'no' } as const;
    expect(then('yes', [group()]).claim?.today).toBe('same');
    expect(then('no', rejection, lacking).claim?.today).toBe('same');
    expect(then('no', [group()]).claim?.today).toBe('differs');
    expect(then('yes', rejection, lacking).claim?.today).toBe('differs');
    expect(then('yes', [group()], { lifecycle: 'retired' }).claim?.today).toBe('differs');
    expect(then('yes', [group({ verdict: 'known-failure', impact: 'breaks' })]).claim?.today).toBe('differs');
    expect(then('yes', [group()], { support: 'unknown' }).claim?.today).toBe('open');
    expect(then('unknown', [group()]).claim?.today).toBe('open');
    expect(toneOf(then('yes', [group()]))).toBe('none');
    expect(shown(cellOf([group()]), { table: 'adr-draft' }).claim).toBeUndefined();
  });
});

describe('the table', () => {
  it('has the rows of a draft in its own order, and the columns that it has', () => {
    const { rows, columns, sentence } = shownTable(data, { ...usual, table: 'adr-draft' });
    expect(rows).toEqual(data.rows.map((_, i) => i).reverse());
    expect(columns).toHaveLength(10);
    expect(sentence).toMatch(/^All 140 cells shown\. \d+ of them are no longer so\.$/);
  });

  it('counts what it shows, and has no empty row or column', () => {
    fc.assert(
      fc.property(anyChoice, (choice) => {
        const { rows, columns, cells, times } = shownTable(data, choice);
        const there = cells.flat().filter((cell) => cell !== undefined);
        expect([...times.values()].reduce((a, b) => a + b, 0)).toBe(there.length);
        for (const r of rows) expect(cells[r]?.some(Boolean)).toBe(true);
        for (const c of columns) expect(cells.some((row) => row[c])).toBe(true);
        for (const state of times.keys()) expect(data.states).toContain(state);
        if (choice.state !== 'all') expect([...times.keys()].every((state) => state === choice.state)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('says how much of how much is shown', () => {
    const one = shownTable(data, { ...usual, tool: 'shell', api: 'provider-3' });
    expect(one.sentence).toBe('1 of 140 cells shown.');
    const { columns } = shownTable(
      { ...data, columns: data.columns.map((c, i) => (i === 0 ? c : { ...c, implementations: [] })) },
      { ...usual, through: 'library-0' },
    );
    expect(columns).toEqual([0]);
  });
});
