import { UserError } from '../../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import type { Check } from '../checks/check.ts';
import type { CaseResult } from '../results/schema.ts';
import { type KnownDefect, knownDefectsFile, type Phase, phases } from './known-defects.ts';
import { type Broken, columnOf, type PlayedBroken, type PlayedCase } from './run-broken.ts';
import { type KillMatrix, killMatrixVersion, type PlayedDefect, type Shown } from './schema.ts';

/** What judges: a check without how it does it. */
type RequestRequirement = Pick<Check, 'id' | 'level'>;

/**
 * Brings what was played into the kill matrix. Pure and totally ordered.
 *
 * A broken adapter is caught when, in each case that it says it shows in, the check meant for it finds something, and the
 * unbroken adapter passes the same case: else the finding says nothing of the defect.
 *
 * @param checks those that have to kill something
 * @param rules those of provider APIs that a broken adapter has to break and no other with it, as `<provider API>/<rule>`
 * @param shownOf says where a reader of results sees the defect
 */
export function killMatrixOf(
  played: readonly PlayedBroken[],
  checks: readonly RequestRequirement[],
  known: ReadonlyMap<string, KnownDefect>,
  shownOf: (played: PlayedBroken) => Shown,
  rules: readonly string[] = [],
): KillMatrix {
  const missed = played.flatMap(({ broken, cases }) => {
    const why = (broken.shows ?? []).flatMap((name) => whyMissed(broken, name, cases, checks) ?? []);
    return why.length === 0 ? [] : [{ id: broken.id, caughtBy: broken.caughtBy, why, command: commandOf(broken) }];
  });
  const matrix = played.map(
    ({ broken, cases, others }): PlayedDefect => ({
      id: broken.id,
      defect: broken.defect,
      providerApi: columnOf(broken),
      phase: phaseOf(broken, knownOf(broken, known)),
      caughtBy: broken.caughtBy,
      caught: !missed.some((m) => m.id === broken.id),
      ...shownOf({ broken, cases, others }),
      from: knownOf(broken, known).map(({ id, defect, url }) => ({ id, defect, url })),
      cases: cases
        .map((c) => ({ case: c.broken.id, failed: found(c, 'fail'), warned: found(c, 'warn') }))
        .sort(by((c) => c.case)),
    }),
  );
  const kills = checks.map(({ id: check, level }) => ({
    check,
    level,
    broken: matrix
      .filter((b) => b.caught && b.caughtBy === check)
      .map((b) => b.id)
      .sort(),
  }));
  const broken = new Set(played.flatMap(({ broken, cases }) => cases.flatMap((c) => brokenAlone(columnOf(broken), c))));
  return {
    version: killMatrixVersion,
    broken: matrix.length,
    caught: matrix.filter((b) => b.caught).length,
    checks: checks.length,
    idleChecks: kills
      .filter((k) => k.broken.length === 0)
      .map((k) => k.check)
      .sort(),
    rules: rules.length,
    idleRules: rules.filter((rule) => !broken.has(rule)).sort(),
    missed: missed.sort(by((m) => m.id)),
    kills: kills.sort(by((k) => k.check)),
    matrix: matrix.sort(by((b) => b.id)),
  };
}

/** True when every broken adapter is caught and its defect shows, every check has caught one, and every rule is broken by one alone. */
export const isProved = ({ missed, idleChecks, idleRules, broken, matrix }: KillMatrix): boolean =>
  broken > 0 && [missed, idleChecks, idleRules].every((list) => list.length === 0) && matrix.every(isSeen);

/** The rule of a provider API that a case breaks, where it is the only one: beside another it is not proved that it is judged. */
function brokenAlone(providerApi: string, { broken }: PlayedCase): string[] {
  const ids = new Set(broken.checks.flatMap((c) => c.findings.flatMap(({ rule }) => rule?.id ?? [])));
  return ids.size === 1 ? [...ids].map((id) => `${providerApi}/${id}`) : [];
}

/** True where the defect changes what a reader of results sees: a cell in whose ordinary conversations it shows does not work in full. */
export const isSeen = ({ shownBy, word }: Shown): boolean =>
  shownBy !== undefined && !((shownBy === 'core' || shownBy === 'extended') && word === 'works');

/** What shows a broken adapter in full. */
const commandOf = ({ id }: Broken): string => `npm run kill-matrix -- --broken ${id}`;

const found = ({ broken }: PlayedCase, status: 'fail' | 'warn'): string[] =>
  broken.checks.filter((c) => c.status === status).map((c) => c.check);

/** Why a case that should show the defect does not prove that it is seen. */
function whyMissed(
  broken: Broken,
  name: string,
  played: readonly PlayedCase[],
  checks: readonly RequestRequirement[],
): string | undefined {
  const cases = played.filter((c) => c.name === name);
  if (cases.length === 0) return `${name}: ${columnOf(broken)} has no such case`;
  const astray = cases.find(({ unbroken }) => unbroken.verdict !== 'pass');
  if (astray) return `${name}: the unbroken adapter does not pass it either (${astray.unbroken.verdict})`;
  const caught = cases.filter(({ broken: result }) => findings(result, broken.caughtBy) > 0);
  if (caught.length === 0) return `${name}: ${broken.caughtBy} found nothing${instead(cases)}`;
  // A finding below MUST warns, and fails no case: then nothing else may fail it.
  const due = checks.find((c) => c.id === broken.caughtBy)?.level === 'MUST' ? 'fail' : 'pass';
  const other = caught.find((c) => c.broken.verdict !== due);
  return other && `${name}: the verdict is ${other.broken.verdict}, not ${due}: ${other.broken.reason ?? 'no reason'}`;
}

const findings = ({ checks }: CaseResult, id: string): number =>
  checks.find((c) => c.check === id)?.findings.length ?? 0;

function instead(cases: readonly PlayedCase[]): string {
  const others = [...new Set(cases.flatMap((c) => [...found(c, 'fail'), ...found(c, 'warn')]))];
  if (others.length > 0) return `; what did: ${others.join(', ')}`;
  return cases[0]?.broken.verdict === 'pass'
    ? ', and no other check did'
    : `; it ended with: ${cases[0]?.broken.reason}`;
}

/** The known defects that a broken adapter has. @throws {UserError} it names one that there is not. */
function knownOf({ id, from = [] }: Broken, known: ReadonlyMap<string, KnownDefect>): KnownDefect[] {
  return from.map((name) => {
    const defect = known.get(name);
    if (defect) return defect;
    throw new UserError(`the broken adapter "${id}" is from "${name}", which is not a known defect`, {
      where: 'adapters/reference',
      hint: `the ids are in ${knownDefectsFile}`,
    });
  });
}

const by =
  <T>(key: (item: T) => string) =>
  (a: T, b: T): number =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;

/** How many broken adapters there are, by column and phase. */
interface Coverage {
  readonly count: (providerApi: ProviderApiId, phase: Phase) => number;
  /** Columns and phases that have none: there nothing proves that a defect would be seen. */
  readonly lacking: readonly string[];
}

/** Where broken adapters sit. Pure. */
export function coverageOf(matrix: readonly Pick<PlayedDefect, 'providerApi' | 'phase'>[]): Coverage {
  return {
    count: (providerApi, phase) => matrix.filter((b) => b.providerApi === providerApi && b.phase === phase).length,
    lacking: [
      ...providerApiIds.filter((id) => !matrix.some((b) => b.providerApi === id)),
      ...phases.filter((phase) => !matrix.some((b) => b.phase === phase)),
    ],
  };
}

/** Where a defect sits that these checks catch; what the rest catch sits in an answer. */
export const phaseOfCheck: Readonly<Record<string, Phase>> = {
  'rejects-before-sending': 'availability',
  'returns-provider-errors': 'error',
  'error-thrown': 'error',
  'error-types': 'error',
  'error-retryable': 'error',
  'error-message': 'error',
  'error-network': 'error',
  'no-leaks': 'error',
  'sends-tools': 'request',
  'sends-options': 'request',
  'request-provider-rules': 'request',
  'request-requirements': 'request',
  'request-sequence': 'request',
  'sends-action-results': 'multi-turn',
  'sends-approvals': 'multi-turn',
  'sends-history': 'multi-turn',
  'sends-hosted-history': 'multi-turn',
  'sends-opaque-state': 'multi-turn',
  'sends-failures-marked': 'multi-turn',
  'sends-function-results': 'multi-turn',
};

/**
 * The phase of a conversation that a broken adapter spoils: the one that it says; else that of the first known defect that it
 * has; else the one of its check, or the stream where it shows in nothing else. Pure.
 */
export function phaseOf(
  {
    phase,
    caughtBy,
    shows,
  }: { readonly phase?: Phase; readonly caughtBy: string; readonly shows?: readonly string[] | undefined },
  [known]: readonly Pick<KnownDefect, 'phase'>[],
): Phase {
  const isOfStream = shows?.length !== 0 && shows?.every((name) => name.endsWith('/stream'));
  return phase ?? known?.phase ?? phaseOfCheck[caughtBy] ?? (isOfStream ? 'stream' : 'response');
}
