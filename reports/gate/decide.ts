import type { Results } from '../../spec/results/schema.ts';
import { cellStates } from '../cells/cell-state.ts';
import { type Comparison, compareRuns } from '../compare/compare.ts';
import type { EarlierRun } from '../compare/earlier-run.ts';
import type { Rule } from './rule.ts';
import { rules as allRules } from './rules.ts';
import { type Decision, type GateFinding, gateVersion } from './schema.ts';

/** What is decided upon, and how strictly. */
export interface GateRequest {
  readonly before: EarlierRun;
  readonly after: Results;
  readonly base: Pick<Decision['base'], 'name' | 'commit'>;
  /** Ids of rules whose findings are accepted. */
  readonly accepted?: readonly string[];
  /** Ids of rules whose findings fail though they would only be told. */
  readonly strict?: readonly string[];
  /** What else has to be known of how the runs were made. */
  readonly notes?: readonly string[];
  readonly rules?: readonly Rule[];
}

/** Holds a run against its base and decides. Pure. */
export function decide(request: GateRequest): Decision {
  const { before, after, base, notes = [], rules = allRules } = request;
  const comparison = compareRuns(before, after);
  const findings = rules.flatMap((rule) => foundBy(rule, { before, after, comparison }, request));
  const count = (level: GateFinding['level']) => findings.filter((f) => f.level === level).length;
  const named = new Set(findings.flatMap((f) => f.check?.check ?? []));
  const { added = [], changed = [], removed = [] } = comparison.exceptions ?? {};
  return {
    version: gateVersion,
    passes: count('fails') === 0,
    base: { ...base, asOf: before.run.asOf },
    asOf: after.run.asOf,
    notes: [...notes, ...extentNotes(comparison)],
    exceptions: structuredClone({ added, changed, removed }) as Decision['exceptions'],
    cells: comparison.cells.map(({ before: was, after: is, ...cell }) => ({
      ...cell,
      ...(was ? { before: cellStates[was].word } : {}),
      ...(is ? { after: cellStates[is].word } : {}),
    })),
    findings,
    rules: rules.map(({ id, level, title, why }) => ({ id, level, title, why })),
    checks: after.checks.filter(({ id }) => named.has(id)).map(({ level: _, ...check }) => check),
    counts: {
      cases: after.cases.length,
      compared: comparison.extent.compared,
      fails: count('fails'),
      told: count('told'),
      better: count('better'),
    },
  };
}

function foundBy(
  rule: Rule,
  input: Parameters<Rule['find']>[0],
  { accepted = [], strict = [] }: GateRequest,
): GateFinding[] {
  const isAccepted = rule.acceptable === true && accepted.includes(rule.id);
  const level = isAccepted ? 'told' : strict.includes(rule.id) ? 'fails' : rule.level;
  return rule.find(input).map((found) => ({
    rule: rule.id,
    level,
    ...(isAccepted ? { accepted: true as const } : {}),
    todo: rule.todo,
    ...found,
  }));
}

function extentNotes({ extent, exceptions }: Comparison): string[] {
  const { onlyBefore, onlyAfter, adaptersOnlyBefore, adaptersOnlyAfter } = extent;
  const adapters = (ids: readonly string[]) => (ids.length > 0 ? ` (of the adapters ${ids.join(', ')})` : '');
  return [
    ...(onlyBefore > 0
      ? [
          `${onlyBefore} cases of the base were not chosen for this run, and not compared${adapters(adaptersOnlyBefore)}`,
        ]
      : []),
    ...(onlyAfter > 0
      ? [
          `of ${onlyAfter} cases of this run the base cannot say anything: it is of another selection${adapters(adaptersOnlyAfter)}`,
        ]
      : []),
    ...(exceptions
      ? []
      : ['what was listed as an exception was not compared: one of the runs is older and does not say']),
  ];
}
