import { describe, expect, it, test } from 'vitest';
import type { Support } from '../../matrix/schema.ts';
import type { CheckResult } from '../../spec/engine/verdict.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import type { Impact } from '../../spec/verdicts/impact.ts';
import { impactOf, worded } from './case-impact.ts';
import {
  bestOf,
  type CellState,
  cellState,
  cellStates,
  gradeOf,
  numbersOf,
  type WordedCase,
  worstOf,
} from './cell-state.ts';

const of = (tier: WordedCase['tier'], impact?: Impact, verdict?: WordedCase['verdict']): WordedCase => ({
  kind: 'scenario',
  verdict: verdict ?? (impact === undefined ? 'pass' : 'known-failure'),
  ...(tier ? { tier } : {}),
  ...(impact ? { impact } : {}),
});
const rejection = (impact?: Impact): WordedCase => ({
  kind: 'rejection',
  verdict: impact ? 'fail' : 'pass',
  ...(impact ? { impact } : {}),
});
const core = of('core');

it('counts what a warning says is lost as a gap, and what merely differs or only types show as none', () => {
  const warning = (impact: Impact, evidence = 'documented', level: CheckResult['level'] = 'SHOULD') =>
    worded({
      kind: 'scenario',
      verdict: 'pass',
      tier: 'core',
      checks: [{ check: 'a', level, status: 'warn', compared: 1, findings: [{ impact, evidence } as never] }],
    });
  expect(cellState('yes', [warning('loses')])).toBe('works-with-gaps');
  expect(cellState('yes', [warning('differs')])).toBe('works');
  expect(cellState('yes', [warning('loses', 'types')])).toBe('works');
  expect(cellState('yes', [warning('loses', 'documented', 'MUST')])).toBe('works');
});

describe('the word of a cell', () => {
  test.each<[CellState, string, Support, readonly WordedCase[]]>([
    ['works', 'all pass', 'yes', [core, of('extended')]],
    ['works', 'a part is offered, and works', 'partial', [core]],
    ['works', 'what differs loses nothing', 'yes', [of('core', 'differs'), of('extended', 'differs')]],
    ['works', 'edges and robustness are numbers', 'yes', [core, of('edge', 'breaks'), of('robustness', 'breaks')]],
    ['works', 'other rejections say nothing of it', 'yes', [core, rejection('breaks')]],
    ['works-with-gaps', 'core loses', 'yes', [core, of('core', 'loses')]],
    ['works-with-gaps', 'extended loses', 'yes', [core, of('extended', 'loses')]],
    ['works-with-gaps', 'extended breaks', 'yes', [core, of('extended', 'breaks')]],
    ['works-with-gaps', 'extended is rejected', 'yes', [core, of('extended', 'rejects', 'not-expressible')]],
    ['works-with-gaps', 'it fails as nobody expected', 'yes', [core, of('extended', 'loses', 'fail')]],
    ['in-part', 'some core breaks', 'yes', [core, of('core', 'breaks')]],
    ['in-part', 'some core is rejected', 'yes', [of('core', 'loses'), of('core', 'rejects')]],
    ['does-not-work', 'all core breaks', 'yes', [of('core', 'breaks'), of('core', 'breaks'), of('extended')]],
    ['does-not-work', 'core breaks or is rejected', 'yes', [of('core', 'breaks'), of('core', 'rejects')]],
    [
      'rejected',
      'all core is rejected',
      'yes',
      [of('core', 'rejects'), of('core', 'rejects'), of('extended', 'breaks')],
    ],
    ['not-judged', 'no case', 'yes', []],
    ['not-judged', 'no core conversation', 'yes', [of('extended'), of('edge')]],
    ['not-judged', 'the bridge has not built it', 'yes', [{ ...of('core', 'rejects'), isUnbuilt: true }]],
    [
      'not-judged',
      'no core conversation could be run',
      'yes',
      [of('core', undefined, 'error'), of('core', undefined, 'not-testable')],
    ],
    ['not-judged', 'it is only declared', 'unknown', [{ kind: 'declaration', verdict: 'pass' }]],
    ['works', 'a core conversation that could not be run is left out', 'yes', [core, of('core', undefined, 'error')]],
    ['not-offered', 'no case', 'no', []],
    ['not-offered', 'it is rejected', 'no', [rejection(), rejection()]],
    ['not-offered', 'it is rejected by another error', 'no', [rejection('rejects'), rejection('loses')]],
    ['not-offered-not-rejected', 'it is sent', 'no', [rejection(), rejection('breaks')]],
  ])('is %s: %s', (word, _, support, cases) => {
    expect(cellState(support, cases)).toBe(word);
    expect(cellState(support, cases.toReversed())).toBe(word);
  });

  it('for several libraries is the best one: a clear error is better than a silent break', () => {
    const order: readonly CellState[] = [
      'works',
      'works-with-gaps',
      'in-part',
      'rejected',
      'does-not-work',
      'not-judged',
    ];
    for (const [i, best] of order.entries()) {
      expect(bestOf(order.slice(i).toReversed())).toBe(best);
    }
    expect(worstOf(order)).toBe('does-not-work');
    expect(bestOf([])).toBe('not-judged');
  });
});

describe('the impact of a case', () => {
  const check = (status: CheckResult['status'], ...impacts: Impact[]) => ({
    status,
    findings: impacts.map((impact) => ({ impact, message: '' })),
  });
  const impact = (verdict: CaseResult['verdict'], ...checks: object[]) =>
    impactOf({ verdict, checks: checks as CaseResult['checks'] });

  it('is the worst of the checks that fail it, and no other', () => {
    expect(impact('known-failure', check('fail', 'loses'), check('fail', 'breaks', 'loses'))).toBe('breaks');
    expect(impact('fail', check('fail', 'loses'), check('warn', 'breaks'))).toBe('loses');
    expect(impact('pass', check('warn', 'breaks'))).toBeUndefined();
    expect(impact('not-expressible')).toBe('rejects');
    expect(impact('fail')).toBe('breaks');
  });

  it('leaves out what a disputed, unconfirmed or intended known issue covers', () => {
    const checks = [
      {
        check: 'returns-x',
        status: 'fail',
        findings: [
          { group: 'a', impact: 'breaks' },
          { group: 'b', impact: 'loses' },
        ],
      },
    ] as unknown as CaseResult['checks'];
    const of = (verdict: CaseResult['verdict'], uncounted: string[]) => impactOf({ verdict, checks, uncounted });
    expect(of('known-failure', ['returns-x:a'])).toBe('loses');
    expect(of('known-failure', ['returns-x:a', 'returns-x:b'])).toBeUndefined();
    expect(of('not-expressible', ['returns-x:a', 'returns-x:b'])).toBeUndefined();
    expect(impactOf({ verdict: 'not-expressible', checks: [], uncounted: ['adapter:unusable'] })).toBeUndefined();
  });

  it('says nothing where a rejection counts against nobody: the conversation was not had', () => {
    const found = (impact: Impact) =>
      [{ check: 'returns-x', status: 'fail', findings: [{ group: 'a', impact }] }] as unknown as CaseResult['checks'];
    const of = (impact: Impact) =>
      worded({
        kind: 'scenario',
        verdict: 'known-failure',
        checks: found(impact),
        uncounted: ['returns-x:a'],
        tier: 'core',
      });
    expect(cellState('yes', [of('rejects')])).toBe('not-judged');
    expect(cellState('yes', [of('breaks')])).toBe('works');
  });
});

it('counts edge conversations, and each trial where something went wrong', () => {
  const trials = { tried: 9, failed: 2 };
  const cases = [
    { tier: 'edge', verdict: 'pass' },
    { tier: 'edge', verdict: 'known-failure' },
    { tier: 'robustness', verdict: 'known-failure', trials },
    { tier: 'robustness', verdict: 'pass' },
    { tier: 'core', verdict: 'fail' },
  ] as const;
  expect(numbersOf(cases)).toEqual({ edge: { passed: 1, of: 2 }, robustness: { passed: 8, of: 10 } });
});

it('tells every state from every other without color: by its word and by its shape', () => {
  const looks = Object.values(cellStates);
  expect(new Set(looks.map((look) => look.word)).size).toBe(looks.length);
  expect(new Set(looks.map((look) => look.glyph)).size).toBe(looks.length);
});

describe('gradeOf', () => {
  const graded = (evidence: CaseResult['evidence'], kind: CaseResult['kind'] = 'scenario') => ({ kind, evidence });

  it('names what the cases were replayed from', () => {
    expect(gradeOf([graded('live'), graded('live')])).toBe('live');
    expect(gradeOf([graded('documented')])).toBe('documented');
    expect(gradeOf([graded('live'), graded('documented')])).toBe('mixed');
  });

  it('gives no mark where nothing was replayed: refusals, missing recordings, no case at all', () => {
    expect(gradeOf([])).toBeUndefined();
    expect(gradeOf([graded('none')])).toBeUndefined();
    expect(gradeOf([graded('documented', 'rejection')])).toBeUndefined();
    expect(gradeOf([graded('documented', 'rejection'), graded('live')])).toBe('live');
  });
});
