import { expect, test } from 'vitest';
import type { CaseResult } from '../../spec/results/schema.ts';
import type { Impact } from '../../spec/verdicts/impact.ts';
import type { Palette } from '../summary/palette.ts';
import { causesOf } from './causes.ts';
import { causeLines } from './text.ts';

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };

/** A failing case with findings of these groups; ` at ` and a place, ` @ ` and a trial may follow. */
const failing = (id: string, ...found: [group: string, impact: Impact][]): CaseResult =>
  ({
    id,
    verdict: 'fail',
    implementation: 'other',
    checks: found.map(([name, impact]) => {
      const [said = '', trial] = name.split(' @ ');
      const [group = '', place] = said.split(' at ');
      const finding = {
        group,
        impact,
        evidence: 'documented',
        message: `${group} of ${id}`,
        ...(place ? { wirePath: place } : {}),
        ...(trial ? { trial } : {}),
      };
      return { check: 'returns-x', level: 'MUST', status: 'fail', compared: 1, findings: [finding] };
    }),
  }) as unknown as CaseResult;

test('a case belongs to the cause that most cases share, and the worst cause comes first', () => {
  const cases = [
    failing('a', ['common', 'loses'], ['rare', 'breaks']),
    failing('b', ['common @ cut behind event 1', 'loses']),
    failing('c', ['grave', 'breaks']),
  ];
  const { causes, rest } = causesOf(cases);
  expect(causes.map(({ group, impact, cases }) => [group, impact, cases.map(({ id }) => id)])).toEqual([
    ['returns-x:grave', 'breaks', ['c']],
    ['returns-x:common', 'loses', ['a', 'b']],
  ]);
  expect(rest).toEqual([]);
  expect(causesOf(cases.toReversed()).causes.map(({ group }) => group)).toEqual(causes.map(({ group }) => group));
});

test('groups that begin alike are one cause for each impact', () => {
  const cases = [
    failing('a', ['call.arguments.changed', 'loses']),
    failing('b', ['call.missing', 'loses']),
    failing('c', ['call.missing', 'breaks']),
  ];
  expect(causesOf(cases).causes.map(({ group, impact, cases }) => [group, impact, cases.length])).toEqual([
    ['returns-x:call.missing', 'breaks', 1],
    ['returns-x:call.*', 'loses', 2],
  ]);
});

test('of several that all cases share it is the first in the conversation, and the others are named beside it', () => {
  const cases = ['a', 'b'].map((id) =>
    failing(
      id,
      ['answer.unasked at steps[1].exchanges[0].request', 'breaks'],
      ['call.missing at steps[0].exchanges[0].response', 'breaks'],
      ['zzz at steps[0].exchanges[0].request', id === 'a' ? 'breaks' : 'loses'],
    ),
  );
  expect(causesOf(cases).causes).toMatchObject([
    {
      group: 'returns-x:call.missing',
      beside: [
        ['returns-x:answer.unasked', 2],
        ['returns-x:zzz', 2],
      ],
    },
  ]);
});

test('twelve causes are named, the most common ones; what none of them holds is left', () => {
  const cases = Array.from({ length: 15 }, (_, n) => [failing(`${n}`, [`g${n}`, 'breaks'])]).flat();
  const { causes, rest } = causesOf([...cases, failing('again', ['g14', 'breaks'])]);
  expect(causes).toHaveLength(12);
  expect(causes[0]).toMatchObject({ group: 'returns-x:g14', cases: [{ id: '14' }, { id: 'again' }] });
  expect(rest).toHaveLength(3);
});

test('a case that came to no end has a cause as well', () => {
  const hung = {
    id: 'h',
    verdict: 'fail',
    implementation: 'other',
    checks: [],
    reason: 'it hangs',
  } as unknown as CaseResult;
  expect(causesOf([hung]).causes).toMatchObject([{ group: 'adapter:unusable', example: { message: 'it hangs' } }]);
});

test('the text says how much the causes hold, and what a provider wrote does nothing to the terminal', () => {
  const { causes } = causesOf([failing('a', ['\u001b[31m', 'breaks'])]);
  const lines = causeLines(causes, 2, [{ id: 'returns-x', title: 'It returns x.', sources: [] } as never], plain);
  expect(lines[0]).toBe('1 cause explains 1 of 2 failing cases (50 %), most serious first');
  expect(lines.join('\n')).toContain('breaks  1 case  It returns x.');
  expect(lines.join('\n')).not.toContain('\u001b');
});
