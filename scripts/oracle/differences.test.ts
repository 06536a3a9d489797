import { describe, expect, it, test } from 'vitest';
import { aliasesOf } from '../../spec/aliases.ts';
import { casesWithCurrentIds, differencesOf, renamingOf } from './differences.ts';

interface Case {
  readonly id: string;
  readonly verdict: string;
  readonly reason: string;
}

describe('differences of two runs', () => {
  const [one, other] = ['a/b/c/complete', 'a/b/c/stream'].map((id) => ({ id, verdict: 'pass', reason: '' })) as [
    Case,
    Case,
  ];

  it('are none where the same cases have the same results, in whatever order', () => {
    expect(differencesOf([one, other], [other, one])).toEqual([]);
  });

  it('name the member, its cases and the values of the first', () => {
    const changed = [one, other].map((each) => ({ ...each, verdict: 'fail', reason: 'lost' }));
    const found = differencesOf([one, other], changed);
    expect(found.map(({ member, cases }) => [member, cases.length])).toEqual([
      ['reason', 2],
      ['verdict', 2],
    ]);
    expect(found[1]?.example).toContain('after  "fail"');
  });

  it('name a case that one run lacks', () => {
    expect(differencesOf([one, other], [one])).toEqual([{ member: 'case', cases: ['a/b/c/stream'], example: '' }]);
  });
});

const aliases = aliasesOf([
  { kind: 'scenarios', old: 'shell/command-fails', current: 'shell/command-exit-code' },
  { kind: 'generated', old: 'fault-torn', current: 'fault-truncated' },
  { kind: 'checks', old: 'ids-told', current: 'returns-ids' },
]);
const caseOf = (scenario: string, check: string) => ({
  id: `mine-anthropic/shell/${scenario}/stream`,
  scenario,
  checks: [{ id: check, outcome: 'pass' }],
  trial: `${scenario}, where a part is lost`,
  cassette: { path: `recordings/cassettes/anthropic/shell/${scenario}.json` },
});

test('a case that was renamed is the same case, and so are its check and its cassette', () => {
  const [before, after] = [caseOf('command-fails', 'ids-told'), caseOf('command-exit-code', 'returns-ids')];
  expect(differencesOf([before], [after]).map(({ member }) => member)).toContain('case');
  expect(differencesOf(casesWithCurrentIds([before], aliases), [after])).toEqual([]);
});

test('a case that was renamed and changed differs in what changed alone', () => {
  const before = { ...caseOf('command-fails', 'ids-told'), verdict: 'pass' };
  const after = { ...caseOf('command-exit-code', 'returns-ids'), verdict: 'fail' };
  const found = differencesOf(casesWithCurrentIds([before], aliases), [after]);
  expect(found.map(({ member, cases }) => [member, cases])).toEqual([['verdict', [after.id]]]);
});

test.for([
  [
    'npm run atc -- run --case a-b/shell/command-fails/stream',
    'npm run atc -- run --case a-b/shell/command-exit-code/stream',
  ],
  [
    'run --adapter mine-google --tool shell --scenario command-fails --mode stream',
    'run mine-google/shell/command-exit-code/stream',
  ],
  [
    'run --adapter mine-google --tool shell --scenario fault-torn --mode stream --thorough',
    'run mine-google/shell/fault-truncated/stream --thorough',
  ],
  [
    'run --adapter mine-google --tool web-search --scenario command-fails --mode stream',
    'run mine-google/web-search/command-fails/stream',
  ],
  ['a-b/shell/fault-torn/complete', 'a-b/shell/fault-truncated/complete'],
  ['a-b/shell/command-fails-twice/stream', 'a-b/shell/command-fails-twice/stream'],
  ['a-b/powershell/command-fails/stream', 'a-b/powershell/command-fails/stream'],
  ['the ids-told here', 'the ids-told here'],
  ['ids-told', 'returns-ids'],
] as const)('%s becomes %s', ([old, current]) => {
  expect(renamingOf(aliases)({ at: [old] })).toEqual({ at: [current] });
});
