import { expect, test } from 'vitest';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { sample } from './fixtures/sample.ts';
import { type CellView, viewOf } from './view.ts';

/** The cell of function calling on Anthropic with a passing case of the reference adapter and one of another. */
function cellWith(verdict: CaseResult['verdict']): CellView | undefined {
  const { results, evidence } = sample();
  const [pattern] = results.cases as [CaseResult];
  const case_ = (implementation: string, own: CaseResult['verdict']): CaseResult => ({
    ...pattern,
    implementation,
    adapter: `${implementation}-anthropic`,
    providerApi: 'anthropic',
    tool: 'function-calling',
    kind: 'scenario',
    verdict: own,
  });
  const made: Results = { ...results, cases: [case_('reference', 'pass'), case_('library', verdict)] };
  const column = viewOf(made, evidence).columns.find(({ provider }) => provider.id === 'anthropic');
  return column?.cells.find((cell) => cell?.tool.id === 'function-calling');
}

test('a cell says what the reference adapter shows; that a library cannot do as much stands beside it', () => {
  expect(cellWith('known-failure')).toMatchObject({
    state: 'works',
    leading: [{ implementation: 'reference' }],
    others: { adapters: 1, state: 'known-failure' },
  });
});

test('what fails unexpectedly outweighs everything, whoever it is', () => {
  expect(cellWith('fail')).toMatchObject({ state: 'fails', leading: [{}, {}], others: { state: 'fails' } });
});
