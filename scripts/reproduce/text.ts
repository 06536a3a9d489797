import { countOf } from '../../lib/count-of.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Reproduced } from './check.ts';

const words: Readonly<Record<Reproduced['outcome'], string>> = {
  fails: 'fails with the library alone',
  holds: 'HOLDS with the library alone: the bridge has the defect, or it is fixed',
  breaks: 'BREAKS before its claim',
  missing: 'MISSING: known-issues.yaml names no reproduction',
};

/** One reproduction in a line; of one that broke, what it said. */
export function reproducedLine({ issue, case: id, cases, outcome, said }: Reproduced): string {
  const line = `${issue} (${countOf(cases, 'case')}, here ${id}): ${words[outcome]}`;
  return said === undefined ? line : `${line}\n${escapeControl(said.trim()).replace(/^/gm, '    ')}`;
}

/** What all of them came to. */
export function reproducedSum(all: readonly Reproduced[]): string {
  if (all.length === 0) return 'reproductions: this run has no known failure';
  const count = (is: Reproduced['outcome']) => all.filter(({ outcome }) => outcome === is).length;
  const others = (['holds', 'breaks', 'missing'] as const).filter((is) => count(is) > 0);
  const rest = others.map((is) => `${count(is)} ${is === 'missing' ? is : `${is.slice(0, -1)}`}`);
  return `reproductions: ${[`${count('fails')} of ${all.length} fail as listed`, ...rest].join(', ')}`;
}
