import { visible } from '../../files/visible.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import type { Palette } from './palette.ts';

/** How many findings of a check are printed; the page has all of them. */
const shownFindings = 3;

/** A case that is not acceptable, as a terminal shows it: what is wrong, where, and what plays it again. Pure. */
export function failureLines(c: CaseResult, colour: Palette): string[] {
  const lines = [`${colour.red(c.verdict)} ${c.id}`, `  ${visible(c.reason ?? '')}`];
  for (const { check, findings } of c.checks.filter((k) => k.status === 'fail')) {
    for (const finding of findings.slice(0, shownFindings)) {
      lines.push(`  ${check}: ${visible(finding.message)}`);
      if (finding.wirePath) lines.push(colour.dim(`    wire    ${finding.wirePath}`));
      if (finding.adapterPath) lines.push(colour.dim(`    adapter ${finding.adapterPath}`));
    }
    const more = findings.length - shownFindings;
    if (more > 0) lines.push(colour.dim(`  ${check}: ${more} more`));
  }
  return [...lines, colour.dim(`  ${c.replay}`)];
}
