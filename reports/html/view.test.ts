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
    tier: 'core',
    verdict: own,
    checks: [],
  });
  const made: Results = { ...results, cases: [case_('reference', 'pass'), case_('library', verdict)] };
  const column = viewOf(made, evidence).columns.find(({ provider }) => provider.id === 'anthropic');
  return column?.cells.find((cell) => cell?.tool.id === 'function-calling');
}

test('a cell has the word of the best library; the reference adapter counts where no library is judged', () => {
  expect(cellWith('known-failure')).toMatchObject({ state: 'does-not-work', leading: [{ implementation: 'library' }] });
  expect(cellWith('pass')).toMatchObject({ state: 'works', leading: [{ implementation: 'library' }] });
  expect(cellWith('error')).toMatchObject({ state: 'works', leading: [{ implementation: 'reference' }] });
});
