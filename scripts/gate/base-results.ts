/** What the base would have said, from what it says without a run and from the few cases that were played there. */

import { byName } from '../../reports/compare/known.ts';
import type { Case } from '../../spec/engine/case.ts';
import { isAbout } from '../../spec/engine/exceptions.ts';
import { type CaseResult, type ListedException, type Results, resultsVersion } from '../../spec/results/schema.ts';
import type { BaseFacts } from './base-facts.ts';

/**
 * The cases that have to be played at the base: those that are no pass now, and that it neither lacks nor lists as an exception. Where the
 * run has a problem and nothing else is played, a case is, for the base to say whether it has the problem too. Pure.
 */
export function casesToPlay(after: Results, { cases, exceptions }: BaseFacts): readonly Case[] {
  const notPassed = new Set(after.cases.filter((c) => c.verdict !== 'pass').map(({ id }) => id));
  const asked = cases.filter(({ id }) => notPassed.has(id) && !exceptions.some((e) => isAbout(e, id)));
  if (asked.length > 0 || after.problems.length === 0) return asked;
  return cases.filter(({ kind }) => kind === 'refusal' || kind === 'scenario').slice(0, 1);
}

/**
 * The results of the base. Of a case that was not played there, that it passed is taken for granted where it passes now, or is gone. Pure.
 *
 * @param played what came of those that were played, by the base's own code
 */
export function baseResults(after: Results, facts: BaseFacts, played: Results | undefined): Results {
  const now = new Map(after.cases.map((c) => [c.id, c]));
  const there = new Map(played?.cases.map((c) => [c.id, c]));
  const cases = facts.cases.map((c): CaseResult => {
    const known = there.get(c.id);
    if (known) return known;
    const is = now.get(c.id);
    const listed = facts.exceptions.find((e) => isAbout(e, c.id));
    return { ...(is ? evidenceThere(is, facts) : unplayed(c)), ...standing(listed) };
  });
  return {
    version: resultsVersion,
    run: {
      ...after.run,
      selection: byName(after.run.selection),
      adapters: facts.adapters.map(({ id, implementation, providerApi, packages }) => ({
        id,
        implementation,
        providerApi,
        packages: [...packages],
      })),
      exceptions: facts.exceptions.map((e) => ({ ...e })),
    },
    matrix: facts.matrix,
    checks: after.checks,
    cases,
    problems: played?.problems ?? [],
    counts: { ...after.counts, generated: cases.length, executed: cases.length },
  };
}

function standing(listed: ListedException | undefined): Pick<CaseResult, 'verdict'> & Partial<CaseResult> {
  return listed ? { verdict: listed.verdict, reason: listed.reason, exception: listed.place } : { verdict: 'pass' };
}

/** A case as it is now, on the recording that it had. */
function evidenceThere(c: CaseResult, { evidenceOf }: BaseFacts): CaseResult {
  const { exception: _, reason: __, ...rest } = c;
  const evidence = c.cassette ? evidenceOf(c.cassette) : undefined;
  return { ...rest, evidence: evidence ?? c.evidence };
}

/** A case that is gone. */
const unplayed = ({ id, kind, adapter, tool, scenario, mode, fault }: Case): CaseResult => ({
  id,
  kind,
  adapter: adapter.id,
  implementation: adapter.implementation,
  providerApi: adapter.providerApi,
  tool,
  scenario: scenario.id,
  title: scenario.title,
  purpose: scenario.purpose,
  mode,
  verdict: 'pass',
  checks: [],
  unread: [],
  evidence: 'none',
  replay: fault?.family.isLong ? 'npm run atc -- run --thorough' : 'npm run atc -- run',
});
