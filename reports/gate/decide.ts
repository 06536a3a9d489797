import { countOf } from '../../lib/count-of.ts';
import { cellStates } from '../cells/cell-state.ts';
import { type Comparison, compare, type Side } from '../compare/compare.ts';
import { type ChangedRecording, type Decision, type GateFinding, gateVersion } from './decision-schema.ts';
import { rules as allRules, type GateInput, type Judged, type Rule } from './rules.ts';

/** What is decided upon, and how strictly. */
export interface GateRequest {
  readonly before: Side;
  readonly after: Judged;
  readonly base: Pick<Decision['base'], 'name' | 'commit'>;
  /** Where both sides are the same code with other recordings: those that differ. */
  readonly recordings?: readonly ChangedRecording[];
  /** Ids of rules whose findings are accepted. */
  readonly accepted?: readonly string[];
  /** Ids of rules whose findings fail though they would only be told. */
  readonly strict?: readonly string[];
  /** What else has to be known of how the sides were made. */
  readonly notes?: readonly string[];
  /** Nothing was changed that could affect a case, so that none was run. */
  readonly isUnaffected?: boolean;
}

/** Compares a state with its base and decides. Pure. */
export function decide(request: GateRequest): Decision {
  const { before, after, base, recordings, notes = [], isUnaffected = false } = request;
  const judges = recordings ? 'recordings' : 'runs';
  const rules = allRules.filter(
    ({ id, judges: own = 'runs' }) => (own === 'both' || own === judges) && !(isUnaffected && id === 'no-cases-run'),
  );
  const comparison = compare(before, after);
  const findings = rules.flatMap((rule) => foundBy(rule, { before, after, comparison }, request));
  const count = (level: GateFinding['level']) => findings.filter((f) => f.level === level).length;
  const named = new Set(findings.flatMap((f) => f.check?.check ?? []));
  const { added = [], changed = [], removed = [] } = comparison.knownIssues ?? {};
  return {
    version: gateVersion,
    passes: count('fails') === 0,
    base: { ...base, asOf: before.run.asOf },
    asOf: after.run.asOf,
    notes: [...notes, ...extentNotes(comparison)],
    knownIssues: structuredClone({ added, changed, removed }) as unknown as Decision['knownIssues'],
    ...(recordings ? { recordings: [...recordings] } : {}),
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

function foundBy(rule: Rule, input: GateInput, { accepted = [], strict = [] }: GateRequest): GateFinding[] {
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

function extentNotes({ extent, knownIssues }: Comparison): string[] {
  const { onlyBefore, onlyAfter, adaptersOnlyBefore, adaptersOnlyAfter } = extent;
  const adapters = (ids: readonly string[]) => (ids.length > 0 ? ` (adapters: ${ids.join(', ')})` : '');
  const notes = [
    onlyBefore > 0 &&
      `not compared: ${countOf(onlyBefore, 'case')} of the base that this run did not select${adapters(adaptersOnlyBefore)}`,
    onlyAfter > 0 &&
      `not compared: ${countOf(onlyAfter, 'case')} of this run that the base did not select${adapters(adaptersOnlyAfter)}`,
    !knownIssues && 'known issues not compared: the base has none in its results',
  ];
  return notes.filter((note) => note !== false);
}
