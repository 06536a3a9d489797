import { assertKnown } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { rules } from '../../reports/gate/rules.ts';

/** Rules whose level a command line changes. */
export interface RuleLevels {
  /** What they find is reported and does not fail. */
  readonly accepted: readonly string[];
  /** What they find fails. */
  readonly strict: readonly string[];
}

/**
 * Reads `--rule known-issue-added=allow` and `--rule recording-stale=fail`. Pure.
 *
 * @throws {UserError} a rule or level does not exist, or the rule cannot be allowed.
 */
export function ruleLevelsOf(asked: readonly string[]): RuleLevels {
  const read = asked.map((each) => {
    const [id = '', level = ''] = each.split('=');
    assertKnown(
      'rule',
      id,
      rules.map((rule) => rule.id),
    );
    if (level !== 'allow' && level !== 'fail') {
      throw new UserError(`--rule "${each}": not a rule with its level`, { hint: `${id}=allow, or ${id}=fail` });
    }
    if (level === 'allow' && !rules.some((rule) => rule.id === id && rule.acceptable)) {
      const known = rules.filter((rule) => rule.acceptable).map((rule) => rule.id);
      throw new UserError(`rule "${id}" cannot be allowed`, {
        hint: `these can: ${known.join(', ')}; for failures, add a known issue: atc known-issues accept`,
      });
    }
    return { id, level };
  });
  const of = (level: string) => read.filter((each) => each.level === level).map(({ id }) => id);
  return { accepted: of('allow'), strict: of('fail') };
}
