import { assertKnown } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';

/** What fails a run besides its verdicts. */
export interface Strictness {
  /** Whether a finding of a check that SHOULD hold does; or of which implementation's adapters it does. */
  readonly errorOnWarnings?: boolean | string;
  /** Whether a recording that is older than it may be does. */
  readonly failOnStale?: true;
}

/**
 * Reads `--strict warnings`, `--strict warnings=<implementation>` and `--strict stale`. Pure.
 *
 * @throws {UserError} it is none of these.
 */
export function strictnessOf(asked: readonly string[], implementations: readonly string[]): Strictness {
  if (asked.filter((each) => each.startsWith('warnings')).length > 1) {
    throw new UserError('--strict warnings: given twice', { hint: 'name one implementation, or none for all' });
  }
  const all: Strictness[] = asked.map((each) => {
    if (each === 'stale') return { failOnStale: true };
    if (each === 'warnings') return { errorOnWarnings: true };
    const [, implementation] = /^warnings=(.*)$/s.exec(each) ?? [];
    if (implementation === undefined) {
      throw new UserError(`--strict "${each}": unknown`, {
        hint: 'use warnings, warnings=<implementation> or stale',
      });
    }
    assertKnown('implementation', implementation, implementations);
    return { errorOnWarnings: implementation };
  });
  return Object.assign({}, ...all);
}

/** What `--without` names is there. Pure. @throws {UserError} an implementation is unknown; the hint has what is near */
export function demandKnown(names: readonly string[], implementations: readonly string[]): void {
  for (const name of names) assertKnown('implementation', name, implementations);
}
