import { expect, it, test } from 'vitest';
import { sample } from '../fixtures/sample.ts';
import { severalSample } from '../fixtures/sample-two-implementations.ts';
import { viewOf } from '../view.ts';
import { gridDataOf } from './grid-data.ts';
import { comparedOf, comparingOptions, usualComparing } from './implementation-comparison.ts';
import { choiceOf, usualOf } from './url-query.ts';

const { results, evidence } = severalSample();
const data = gridDataOf(viewOf(results, evidence));

/** Each row that is wanted, as its tool and provider API, with the states that implementations show. */
const rowsUnder = (choice: Partial<typeof usualComparing>) =>
  comparedOf(data, { ...usualComparing, ...choice })
    .groups.flatMap(({ rows }) => rows)
    .filter(({ wanted }) => wanted)
    .map(({ row, column, cells }) => [
      data.rows[row]?.id,
      data.columns[column]?.id,
      ...cells.map((cell) => cell?.state),
    ]);

it('has a row for each cell of the provider APIs that anyone has an adapter for, those of most implementations first', () => {
  const rows = rowsUnder({});
  expect(data.implementations).toEqual(['sample', 'other']);
  expect(rows).toContainEqual(['function-calling', 'anthropic', 'in-part', 'rejected']);
  expect(rows).toContainEqual(['web-search', 'openai-responses', 'not-judged', undefined]);
  expect([...new Set(rows.map(([, api]) => api))]).toEqual(['anthropic', 'openai-responses']);
  expect(rows.length).toBe(2 * data.rows.length);
});

test.for([
  [{ rows: 'differ' }, [['function-calling', 'anthropic', 'in-part', 'rejected']]],
  [{ tool: 'web-search', api: 'anthropic' }, [['web-search', 'anthropic', 'works-with-gaps', 'works-with-gaps']]],
  [{ state: 'not-judged' }, [['web-search', 'openai-responses', 'not-judged', undefined]]],
  [{ rows: 'differ', mode: 'complete' }, [['function-calling', 'anthropic', 'works', 'rejected']]],
  [{ rows: 'differ', tool: 'web-search' }, []],
] as const)('%j lets through what it says', ([choice, rows]) => {
  expect(rowsUnder(choice)).toEqual(rows);
});

it('says how much of how much is shown, and in how much of it implementations differ', () => {
  const all = 2 * data.rows.length;
  expect(comparedOf(data, usualComparing).sentence).toBe(`All ${all} rows shown; implementations differ in 1.`);
  const some = comparedOf(data, { ...usualComparing, tool: 'web-search' });
  expect(some.sentence).toBe(`2 of ${all} rows shown; implementations differ in 0.`);
});

it('is chosen by the address, as the grid is', () => {
  const options = comparingOptions(data);
  expect(usualOf(options)).toEqual(usualComparing);
  expect(choiceOf('?rows=differ&state=in-part&through=sample', options)).toEqual({
    choice: { ...usualComparing, rows: 'differ', state: 'in-part' },
    ignored: ['through=sample'],
  });
});

it('compares one implementation with nobody', () => {
  const alone = gridDataOf(viewOf(sample().results, sample().evidence));
  expect(comparedOf(alone, { ...usualComparing, rows: 'differ' }).sentence).toContain('0 of ');
});
