import { expect, test } from 'vitest';
import { aliasesOf } from '../../spec/aliases.ts';
import { casesWithCurrentIds, renamingOf } from './current-ids.ts';
import { differencesOf } from './differences.ts';

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
