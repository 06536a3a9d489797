import { expect, test } from 'vitest';
import type { Matrix } from '../../matrix/model.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { sample } from '../fixtures/sample.ts';
import { listed } from '../fixtures/sample-issue.ts';
import { compare } from './compare.ts';

/** The sample as it was, and as it is after a change. */
function changed(change: (after: Results, before: Results) => void) {
  const [before, after] = [sample().results, sample().results];
  change(after, before);
  return compare(before, after);
}

const complete = 'sample-anthropic/function-calling/call-parallel/complete';
const stream = 'sample-anthropic/function-calling/call-parallel/stream';
const inOpenai = 'sample-openai-responses/function-calling/call-parallel/complete';

const caseIn = (results: Results, id: string): CaseResult =>
  results.cases.find((c) => c.id === id) ?? expect.fail(`no case ${id}`);

const without = (results: Results, id: string): void => {
  results.cases = results.cases.filter((c) => c.id !== id);
};

test('of two runs that are the same nothing is told', () => {
  const { cells, cases, evidence, extent } = changed(() => {});
  expect({ cells, cases, evidence }).toEqual({ cells: [], cases: [], evidence: [] });
  expect(extent).toMatchObject({ compared: sample().results.cases.length, onlyBefore: 0, onlyAfter: 0 });
});

test('a pass that fails flips its case and its cell, with the first finding', () => {
  const { cells, cases } = changed((after) => {
    const [broken, pattern] = [caseIn(after, inOpenai), caseIn(after, stream)];
    Object.assign(broken, { verdict: 'fail', checks: pattern.checks });
  });
  expect(cells).toEqual([
    {
      tool: 'function-calling',
      providerApi: 'openai-responses',
      implementation: 'sample',
      before: 'works',
      after: 'does-not-work',
    },
  ]);
  expect(cases).toMatchObject([
    {
      id: inOpenai,
      direction: 'worse',
      first: { check: 'returns-function-calls', finding: { adapterPath: expect.any(String) } },
    },
  ]);
});

test.each([
  ['pass', 'fail', 'worse'],
  ['pass', 'error', 'worse'],
  ['pass', 'not-testable', 'worse'],
  ['fail', 'error', 'worse'],
  ['not-testable', 'fail', 'worse'],
  ['fail', 'known-failure', 'better'],
  ['not-testable', 'pass', 'better'],
  ['known-failure', 'not-expressible', 'sideways'],
] as const)('%s → %s is %s', (was, is, direction) => {
  const { cases } = changed((after, before) => {
    Object.assign(caseIn(before, complete), { verdict: was });
    Object.assign(caseIn(after, complete), { verdict: is });
  });
  expect(cases).toMatchObject([{ id: complete, direction }]);
});

test('a case of the same verdict in which other checks find something goes sideways, unless a side does not say', () => {
  const findings = [{ message: 'it found something' }];
  const check = (id: string, status: 'pass' | 'fail' | 'warn') =>
    ({ check: id, level: 'MUST', status, compared: 1, findings: status === 'pass' ? [] : findings }) as const;
  const found = (checks: object) =>
    changed((after, before) => {
      const [a, b, c] = [check('a', 'fail'), check('b', 'pass'), check('c', 'fail')];
      Object.assign(caseIn(before, stream), { checks: [a, b, c] });
      Object.assign(caseIn(after, stream), checks);
    }).cases;
  expect(found({ checks: [check('a', 'pass'), check('b', 'warn'), check('c', 'fail')] })).toMatchObject([
    {
      id: stream,
      direction: 'sideways',
      checks: [
        { check: 'a', level: 'MUST', before: 'fail', after: 'pass', finding: 'it found something' },
        { check: 'b', level: 'MUST', before: 'pass', after: 'warn', finding: 'it found something' },
      ],
    },
  ]);
  expect(found({ checks: undefined })).toEqual([]);
});

test('directions: better, added, gone', () => {
  const { cases } = changed((after, before) => {
    Object.assign(caseIn(after, stream), { verdict: 'pass' });
    without(after, complete);
    without(before, inOpenai);
  });
  expect(cases.map(({ id, direction }) => [id, direction])).toEqual([
    [complete, 'gone'],
    [stream, 'better'],
    [inOpenai, 'added'],
  ]);
});

test('what one of the runs did not choose is neither gone nor added, and is counted', () => {
  const ofMode = changed((after) => {
    after.run.selection = { ...after.run.selection, modes: ['complete'] };
    after.cases = after.cases.filter((c) => c.mode === 'complete');
  });
  expect(ofMode).toMatchObject({ cases: [], cells: [], extent: { onlyBefore: 2 } });
  const ofAdapter = changed((_, before) => {
    before.run.selection = { adapters: ['sample-anthropic'] };
    before.run.adapters = before.run.adapters.filter(({ id }) => id === 'sample-anthropic');
    before.cases = before.cases.filter((c) => c.adapter === 'sample-anthropic');
  });
  expect(ofAdapter).toMatchObject({ cases: [], cells: [], extent: { adaptersOnlyAfter: ['sample-openai-responses'] } });
});

test('an implementation that a run is without is neither gone nor added', () => {
  const { cases, extent } = changed((after) => {
    after.run.selection = { without: ['sample'] };
    after.cases = [];
    after.run.adapters = [];
  });
  expect(cases).toEqual([]);
  expect(extent.onlyBefore).toBeGreaterThan(0);
});

test('what no pattern of a run takes in is neither gone nor added', () => {
  const { cases, extent } = changed((after) => {
    after.run.selection = { cases: ['sample-anthropic/*/*/complete', 'sample-openai-responses'] };
    after.cases = after.cases.filter((c) => c.adapter === 'sample-openai-responses' || c.mode === 'complete');
  });
  expect(cases).toEqual([]);
  expect(extent.onlyBefore).toBeGreaterThan(0);
  const gone = changed((after) => {
    after.run.selection = { cases: ['sample-anthropic/*/*/complete', 'sample-openai-responses'] };
    without(after, complete);
    without(after, stream);
  });
  expect(gone.cases.map(({ id, direction }) => [id, direction])).toEqual([[complete, 'gone']]);
});

test('a part of a run that only the run itself can name says nothing of what is not in it', () => {
  const { cases, extent } = changed((after) => {
    after.run.selection = { shard: ['1/2'] };
    without(after, complete);
  });
  expect(cases).toEqual([]);
  expect(extent).toMatchObject({ onlyBefore: 1 });
});

test('kinds of cases that a run gave up before are not gone', () => {
  const change = (kinds: string[]) =>
    changed((after, before) => {
      caseIn(before, complete).kind = 'fault';
      after.run.selection = { ...after.run.selection, kinds };
      without(after, complete);
    }).cases.map(({ id, direction }) => `${id} ${direction}`);
  expect(change(['scenario', 'rejection'])).toEqual([]);
  expect(change([])).toEqual([`${complete} gone`]);
});

test('cases that only a thorough run has are not gone where the run is not thorough', () => {
  const change = (thorough: boolean) =>
    changed((after, before) => {
      before.run.thorough = true;
      if (thorough) after.run.thorough = true;
      caseIn(before, complete).replay += ' --thorough';
      without(after, complete);
    });
  expect(change(false).cases).toEqual([]);
  expect(change(true).cases).toMatchObject([{ id: complete, direction: 'gone' }]);
});

test('an adapter that is new brings cells and cases; one that is gone takes them along', () => {
  const drop = (results: Results) => {
    results.run.adapters = results.run.adapters.filter(({ id }) => id === 'sample-anthropic');
    results.cases = results.cases.filter((c) => c.adapter === 'sample-anthropic');
  };
  const added = changed((_, before) => drop(before));
  expect(new Set(added.cases.map((c) => c.direction))).toEqual(new Set(['added']));
  expect(added.cells.map(({ before, after }) => [before, after])).toContainEqual([undefined, 'works']);
  const gone = changed((after) => drop(after));
  expect(new Set(gone.cases.map((c) => c.direction))).toEqual(new Set(['gone']));
  expect(gone.cells.map(({ before, after }) => [before, after])).toContainEqual(['works', undefined]);
});

test('a cell whose claim alone is another one is told', () => {
  const { cells, cases } = changed((after) => {
    after.cases = after.cases.filter(({ tool }) => tool !== 'web-search');
    const { tools, providers } = after.matrix as Matrix;
    const unknown = { support: 'unknown', lifecycle: 'ga', claims: [], sources: [] } as const;
    after.matrix = { tools, providers: providers.map((p) => ({ ...p, cells: { ...p.cells, 'web-search': unknown } })) };
  });
  expect(cases.every(({ direction }) => direction === 'gone')).toBe(true);
  expect(cells).toContainEqual(expect.objectContaining({ tool: 'web-search', after: 'not-judged' }));
});

test('evidence that became less, or more, is told beside the verdict', () => {
  const { evidence } = changed((after) => {
    caseIn(after, complete).evidence = 'live';
    caseIn(after, inOpenai).evidence = 'documented';
  });
  expect(evidence.map(({ id, direction }) => [id, direction])).toEqual([
    [complete, 'better'],
    [inOpenai, 'worse'],
  ]);
});

test('known issues that are added, removed or say something else; a line that moves is no change', () => {
  const covers = { 'web-search/other/stream': ['returns-usage:usage.missing'] };
  const { knownIssues } = changed((after, before) => {
    before.run.knownIssues = [listed({ id: 'kept' }), listed(), listed({ id: 'gone' }), listed({ adapter: 'no-one' })];
    after.run.knownIssues = [
      listed({ id: 'new' }),
      listed({ id: 'kept', place: 'adapters/sample/anthropic/known-issues.yaml:99' }),
      listed({ covers, impact: 'breaks' }),
    ];
  });
  expect(knownIssues?.added.map(({ id }) => id)).toEqual(['new']);
  expect(knownIssues?.removed.map(({ id }) => id)).toEqual(['gone']);
  expect(knownIssues?.changed.map(({ after, members }) => [after.id, members])).toEqual([
    ['citations-lost', ['impact', 'covers']],
  ]);
});

test('where a run is of before known issues, nothing is said of them', () => {
  const { knownIssues } = changed((after) => {
    after.run.knownIssues = [listed()];
  });
  expect(knownIssues).toBeUndefined();
});
