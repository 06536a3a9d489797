import { expect, test } from 'vitest';
import { ruleLevelsOf } from './rule-levels.ts';

test('ruleLevelsOf() reads what is allowed and what fails', () => {
  expect(ruleLevelsOf([])).toEqual({ accepted: [], strict: [] });
  expect(ruleLevelsOf(['case-removed=allow', 'recording-stale=fail'])).toEqual({
    accepted: ['case-removed'],
    strict: ['recording-stale'],
  });
});

test.for([
  ['case-remoed=allow', 'unknown rule "case-remoed"', 'did you mean "case-removed"?'],
  ['case-removed', '--rule "case-removed": not a rule with its level', 'case-removed=allow, or case-removed=fail'],
  ['regression=allow', 'rule "regression" cannot be allowed', expect.stringContaining('known-issue-added')],
] as const)('ruleLevelsOf() rejects %s', ([asked, message, hint]) => {
  expect(() => ruleLevelsOf([asked])).toThrow(expect.objectContaining({ name: 'UserError', message, hint }));
});
