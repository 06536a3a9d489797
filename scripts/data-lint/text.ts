import type { LintOutcome } from './lint-data.ts';

/** Problems as a terminal shows them: the place to open, what is wrong, what to type. */
export function lintText({ problems, notLookedAt }: LintOutcome): string {
  const lines = problems.map(
    ({ rule, where, message, hint }) => `${where}: ${message} [${rule}]${hint === undefined ? '' : `\n  → ${hint}`}\n`,
  );
  if (notLookedAt.length > 0) lines.push(`not looked at before that is mended: ${notLookedAt.join(', ')}\n`);
  return lines.join('') || 'nothing to mend\n';
}
