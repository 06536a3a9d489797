import { describe, expect, test } from 'vitest';
import { type Equivalents, powerPage } from './power-page.ts';
import { type MutationReport, percentOf, scoreOf, survivorsOf } from './survivors.ts';
import { survivorsText } from './survivors-text.ts';

const at = (line: number, start: number, end: number, endLine = line) => ({
  start: { line, column: start },
  end: { line: endLine, column: end },
});

const report: MutationReport = {
  files: {
    'adapters/reference/x/b.ts': {
      source: "const a = {\n  b: 'is not what was asked',\n};\n",
      mutants: [
        {
          id: '1',
          mutatorName: 'StringLiteral',
          replacement: '""',
          status: 'Survived',
          coveredBy: ['c', 'd'],
          location: at(2, 6, 29),
        },
        {
          id: '0',
          mutatorName: 'ObjectLiteral',
          replacement: '{}',
          status: 'Survived',
          static: true,
          location: at(1, 11, 2, 3),
        },
        { id: '2', mutatorName: 'StringLiteral', replacement: '""', status: 'Killed', location: at(2, 6, 29) },
      ],
    },
    'adapters/reference/x/a.ts': {
      source: 'x > 1',
      mutants: [
        {
          id: '3',
          mutatorName: 'EqualityOperator',
          replacement: 'x >= 1',
          status: 'NoCoverage',
          location: at(1, 1, 6),
        },
        { id: '4', mutatorName: 'EqualityOperator', replacement: 'x < 1', status: 'Timeout', location: at(1, 1, 6) },
      ],
    },
  },
};

test('survivors come in the order of the code, with what was there and what was made of it', () => {
  expect(survivorsOf(report).map(({ file: _, mutator: _mutator, source: _source, ...told }) => told)).toEqual([
    { line: 1, original: 'x > 1', mutated: 'x >= 1', cases: 0 },
    { line: 1, original: "{ b: 'is not what was asked', }", mutated: '{}', cases: 'all' },
    { line: 2, original: "'is not what was asked'", mutated: '""', cases: 2 },
  ]);
});

test('what no case reaches was not noticed; what does not end was', () => {
  expect(scoreOf(report)).toEqual({ killed: 1, timedOut: 1, survived: 2, uncovered: 1, invalid: 0 });
  expect(percentOf(scoreOf(report))).toBe(40);
  expect(percentOf(scoreOf(report, 'adapters/reference/x/a.ts'))).toBe(50);
});

test('the list to work through says place, reach and change', () => {
  expect(survivorsText('x', report)).toContain('- :1 (no case; EqualityOperator) `x > 1` → `x >= 1`');
  expect(survivorsText('x', report)).toContain('## adapters/reference/x/a.ts (50 %)');
});

describe('the page', () => {
  const page = (equivalents: Equivalents) => powerPage(new Map([['x', report]]), equivalents, '2026-11-20', '1.2.3');
  const sameAnyway = { file: 'x/a.ts', original: 'x > 1', mutated: 'x >= 1', why: 'x is never 1' };

  test('tells words for people, equivalents and the rest apart', () => {
    const text = page([sameAnyway]);
    expect(text).toContain('| x | 40.0 % |  | 1 | 1 | 2 | 1 |');
    expect(text).toContain('No case sees these:\n\n- `x/b.ts`: 1, in lines 1\n');
    expect(text).toContain('Words for people:\n\n- `x/b.ts`: 1, in lines 2\n');
    expect(text).toContain('Equivalent:\n\n- `x/a.ts` `x > 1`: x is never 1');
  });

  test('counts an adapter with what it shares, where all of that was measured', () => {
    const [killed] = Object.values(report.files).flatMap(({ mutants }) => mutants.filter((m) => m.status === 'Killed'));
    const part = { files: { 'adapters/reference/shared/y.ts': { source: '', mutants: killed ? [killed] : [] } } };
    const rowWith = (measured: typeof part | undefined) =>
      powerPage(
        new Map([
          ['bedrock-converse', report],
          ['shared-aws', measured],
        ]),
        [],
        '2026-11-20',
        '1.2.3',
      );
    expect(rowWith(part)).toContain('| bedrock-converse | 40.0 % | 50.0 % |');
    expect(rowWith(undefined)).toContain('| bedrock-converse | 40.0 % |  |');
  });

  test('refuses a reason for something that is noticed, or no longer there', () => {
    expect(() => page([{ ...sameAnyway, mutated: 'x < 1' }])).toThrow(/listed as equivalent/);
    expect(() => page([{ ...sameAnyway, in: 'y' }])).toThrow(/listed as equivalent/);
  });
});
