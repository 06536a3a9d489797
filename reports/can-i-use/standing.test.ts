import { describe, expect, it, test } from 'vitest';
import type { Cell, Matrix } from '../../matrix/model.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { sample } from '../html/fixtures/sample.ts';
import { standingOf } from './standing.ts';

const { results } = sample();
const column = (results.matrix as Matrix).providers.find(({ id }) => id === 'anthropic') ?? expect.fail('no column');
const cellWith = (members: Partial<Cell>): Cell => ({ ...column.cells['web-search'], ...members });
const cases = (...kindsAndVerdicts: string[]): CaseResult[] =>
  kindsAndVerdicts.map((text) => {
    const [kind, verdict] = text.split(' ');
    const tier = kind === 'scenario' ? 'core' : undefined;
    return { ...results.cases[0], kind, verdict, tier, checks: [] } as unknown as CaseResult;
  });
describe('the answer in one line', () => {
  test.each<[Partial<Cell>, string[], string, string]>([
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario pass', 'rejection pass'], 'yes', 'works (core 1 of 1)'],
    [{ support: 'yes', lifecycle: 'preview' }, ['scenario pass'], 'yes', 'works (core 1 of 1); in preview'],
    [{ support: 'yes', lifecycle: 'deprecated' }, ['scenario pass'], 'yes', 'works (core 1 of 1); deprecated'],
    [{ support: 'yes', lifecycle: 'retired' }, ['scenario pass'], 'no', 'the API is no longer served'],
    [{ support: 'no', lifecycle: 'ga' }, ['rejection pass'], 'no', 'not offered'],
    [{ support: 'no', lifecycle: 'ga' }, ['rejection fail'], 'no', 'not offered, and not rejected'],
    [{ support: 'no', lifecycle: 'ga' }, [], 'no', 'not offered'],
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario fail', 'scenario pass'], 'in-part', 'in part (core 1 of 2)'],
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario known-failure'], 'no', 'does not work (core 0 of 1)'],
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario not-expressible'], 'no', 'rejected by the library (core 0 of 1)'],
    [{ support: 'unknown', lifecycle: 'ga' }, ['declaration pass'], 'unknown', 'not judged'],
    [{ support: 'yes', lifecycle: 'ga' }, [], 'unknown', 'not judged'],
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario not-testable'], 'unknown', 'not judged (core 0 of 1)'],
  ])('%j with %j: %s', (cell, played, answer, says) => {
    const found = standingOf(cellWith(cell), column, cases(...played));
    expect(found.answer).toBe(answer);
    expect(found.says.startsWith(says), found.says).toBe(true);
  });

  it('says until when a deprecated API is served', () => {
    const ending = { ...column, lifecycle: { ...column.lifecycle, until: '2027-03-31' } };
    const found = standingOf(cellWith({ support: 'yes', lifecycle: 'deprecated' }), ending, cases('scenario pass'));
    expect(found.says).toBe('works (core 1 of 1); deprecated, the API is served until 2027-03-31');
  });
});
