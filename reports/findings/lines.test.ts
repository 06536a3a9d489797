import { expect, test } from 'vitest';
import type { CheckResult, Finding } from '../../spec/engine/verdict.ts';
import type { Palette } from '../summary/palette.ts';
import { excerptOf, mergeFindings } from './excerpt.ts';
import { findingLines } from './lines.ts';

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };
const rule = { id: 'r', what: 'Ids are short.', source: { title: 'Docs', url: 'https://example.org/ids' } };
const demand = { id: 'c', level: 'MUST', title: 't', reason: 'Models guess.', sources: [{ title: 'Spec' }] } as const;
const graded = { group: 'call.missing', impact: 'breaks', evidence: 'documented' } as const;

const checked = (findings: readonly Finding[]): CheckResult => ({
  check: 'c',
  level: 'MUST',
  status: 'fail',
  compared: 3,
  findings: [...findings],
});

test('a finding tells what is wrong, what stands where on both sides, the rule, why it matters and who says so', () => {
  const found = {
    ...graded,
    message: 'the id is long',
    wirePath: 'steps[0].id',
    wire: 'x'.repeat(99),
    adapterPath: 'steps[1]',
    rule,
  };
  expect(findingLines(checked([found]), { ...demand, sources: [...demand.sources] }, plain)).toEqual([
    'c  MUST',
    '  the id is long',
    '    kind     call.missing  breaks, evidence: documented',
    `    wire     steps[0].id  "${'x'.repeat(40)}… (59 more)"`,
    '    adapter  steps[1]',
    '    rule     Ids are short.',
    '             Docs <https://example.org/ids>',
    '  why      Models guess.',
    '  source   Spec',
  ]);
});

test('what was asked of the adapter is the caller’s; a fact is told by the message and not again', () => {
  const found = {
    ...graded,
    message: 'm',
    adapterPath: 'steps[1].messages',
    adapter: 'x',
    wire: { kind: 'text', text: 't' },
  };
  expect(findingLines(checked([found]), undefined, plain)).toEqual([
    'c  MUST',
    '  m',
    '    kind     call.missing  breaks, evidence: documented',
    '    caller   steps[1].messages  "x"',
  ]);
});

test('the same finding at several places is told once, with the other places; what is not shown is counted', () => {
  const at = (i: number, message = 'lost') => ({ ...graded, message, wirePath: `steps[${i}]` });
  expect(mergeFindings([at(0), at(1), at(2, 'other'), at(3)])).toEqual([
    { ...at(0), again: ['steps[1]', 'steps[3]'] },
    { ...at(2, 'other'), again: [] },
  ]);
  const lines = findingLines(checked([at(0), at(1), at(2, 'other')]), undefined, plain, 1);
  expect(lines).toEqual([
    'c  MUST',
    '  lost',
    '    kind     call.missing  breaks, evidence: documented',
    '    wire     steps[0]',
    '    again    steps[1]',
    '  … and 1 more findings of this check',
  ]);
});

test('a value is cut within and as a whole, says what it leaves out, and acts on nothing', () => {
  expect(excerptOf({ b: 1, rawRepresentation: {}, headers: [], a: '\u001b[2J' })).toBe('{"a":"\\u001b[2J","b":1}');
  expect(excerptOf(Array.from({ length: 100 }, () => 'abcd'))).toMatch(/^\["abcd",.*… \(\d+ more\)$/);
  expect(excerptOf(undefined)).toBe('null');
});
