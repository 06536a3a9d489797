/**
 * Known issues: defects of a library, each with the exact findings that it stands behind, in
 * `adapters/<implementation>/<provider API>/known-issues.yaml`.
 */
import { resolve } from 'node:path';
import Type from 'typebox';
import { assertSchema, parseDataLines, readText } from '../../lib/data-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { type Aliases, currentCase, currentTrials, loadAliases } from '../aliases.ts';
import { byImpact, EvidenceGrade, Impact, isConfirmed, ownImplementations } from '../verdicts/impact.ts';
import { impactIn } from '../verdicts/impacts.ts';
import type { Case } from './case.ts';
import type { ProvisionalVerdict } from './decide-verdict.ts';
import { type DiscoveredAdapter, repositoryFolder } from './discover.ts';
import type { CheckResult, Finding, RunProblem, Verdict } from './verdict.ts';

const closed = { additionalProperties: false };
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'ISO 8601 date.' });
const address = Type.String({ pattern: '^https://' });
const idPattern = '[a-z0-9]+(-[a-z0-9]+)*';

export const KnownIssueEntry = Type.Object(
  {
    /** The defect, in one line. */
    title: Type.String({ minLength: 1 }),
    /** What a user of the library notices. */
    seen_by_users: Type.Optional(Type.String()),
    /** `rejects` where the library has no public way to say it. */
    impact: Impact,
    /** Why it is lighter than the worst kind of finding that it covers. */
    impact_reason: Type.Optional(Type.String({ minLength: 1 })),
    evidence: Type.Object(
      { grade: EvidenceGrade, source: Type.String({ minLength: 1 }), note: Type.Optional(Type.String()) },
      closed,
    ),
    /** Where in the library it comes from. */
    cause: Type.String({ minLength: 1 }),
    /** Whether its maintainers know. */
    upstream: Type.Union([
      Type.Literal('not told yet'),
      Type.Object({ url: address, state: Type.Enum(['open', 'closed', 'fixed']), told: Type.Optional(day) }, closed),
    ]),
    /** The version that it was seen in, and the first without it. */
    versions: Type.Optional(
      Type.Object({ seen: Type.String(), fixed: Type.Union([Type.String(), Type.Null()]) }, closed),
    ),
    /** The claim of `reproductions.mjs` that shows it with the library alone; of another provider API, `<provider-api>/<claim>`; in Python, `<claim>.py`. */
    reproduction: Type.Optional(Type.String({ pattern: `^(${idPattern}/)?${idPattern}(\\.py)?$` })),
    /** `unconfirmed`: no evidence yet; `disputed`: somebody contests it; `by_design`: its maintainers say so, there. None is counted against it. */
    state: Type.Optional(
      Type.Union([Type.Enum(['unconfirmed', 'disputed']), Type.Object({ by_design: address }, closed)]),
    ),
    /** By `<tool>/<scenario>/<mode>`: `<check>:<group>`, in fault and client setup cases ` @ ` and the trial. `atc known-issues accept` writes it. */
    covers: Type.Record(
      Type.String({ pattern: `^${idPattern}/${idPattern}/(complete|stream)$` }),
      Type.Array(Type.String({ pattern: `^${idPattern}:.+$` }), { minItems: 1, uniqueItems: true }),
      closed,
    ),
  },
  { ...closed, title: 'KnownIssue' },
);

export const KnownIssuesFile = Type.Record(Type.String({ pattern: `^${idPattern}$` }), KnownIssueEntry, {
  $id: 'known-issues.schema.json',
  title: 'Known issues of one library with one provider API',
  additionalProperties: false,
});

export type KnownIssueEntry = Type.Static<typeof KnownIssueEntry>;
export type KnownIssuesFile = Type.Static<typeof KnownIssuesFile>;

/** A known issue with its id, and the place of its entry, `file:line`. */
export interface KnownIssue extends KnownIssueEntry {
  readonly id: string;
  readonly place: string;
}

const what = 'known issues file';

/** As it was read last. */
const read = new Map<string, { readonly text: string; readonly issues: readonly KnownIssue[] }>();

/** @throws {UserError} the file is missing, does not parse, does not fit, or is an exceptions file of before. */
export async function loadKnownIssues(from: string, aliases?: Aliases): Promise<readonly KnownIssue[]> {
  const path = resolve(from);
  const text = readText(path, what);
  const known = read.get(path);
  const issues = known?.text === text ? known.issues : issuesIn(text, path);
  read.set(path, { text, issues });
  const renamed = aliases ?? (await loadAliases());
  return issues.map((issue) => ({ ...issue, covers: withCurrentIds(issue.covers, renamed) }));
}

function issuesIn(text: string, path: string): readonly KnownIssue[] {
  if (/^exceptions:/m.test(text)) throw noMoreExceptions(displayPath(path));
  const { data, lineOf } = parseDataLines(text, path, KnownIssuesFile, what);
  const lines = text.split('\n');
  // Of a member the line of its value is known, which is below that of its name.
  const lineOfEntry = (id: string) => lines.findIndex((line) => line.startsWith(`${id}:`)) + 1 || lineOf([id]);
  return Object.entries(data).map(([id, entry]) => ({
    id,
    ...entry,
    place: `${displayPath(path)}:${lineOfEntry(id)}`,
  }));
}

/** What to do with the exceptions file of an earlier version. */
export const noMoreExceptions = (file: string): UserError =>
  new UserError('exceptions files are no longer read; known issues replace them', {
    where: file,
    hint: `convert it, after a run: npm run atc -- known-issues accept ${file}`,
  });

/** Known issues that are given as they are, or stand in a file. @throws {UserError} as {@link loadKnownIssues}. */
export async function knownIssuesFrom(given: string | KnownIssuesFile = {}): Promise<readonly KnownIssue[]> {
  if (typeof given === 'string') return loadKnownIssues(given);
  if (Object.keys(given).length === 0) return [];
  const issues = assertSchema(given, KnownIssuesFile, 'list of known issues', (at) => `knownIssues${at}`);
  const aliases = await loadAliases();
  return Object.entries(issues).map(([id, entry]) => ({
    id,
    ...entry,
    covers: withCurrentIds(entry.covers, aliases),
    place: `knownIssues/${id}`,
  }));
}

type Covers = KnownIssueEntry['covers'];

/** With the new ids in the place of old ones. */
export const withCurrentIds = (covers: Covers, aliases: Aliases): Covers =>
  Object.fromEntries(
    Object.entries(covers).map(([name, groups]) => {
      const current = currentCase(aliases, `/${name}`).slice(1);
      const [tool = ''] = current.split('/');
      const withCheck = (group: string) => group.replace(/^[^:]+/, (check) => aliases.checks.get(check) ?? check);
      return [current, groups.map((group) => currentTrials(aliases, tool, withCheck(group)))];
    }),
  );

/** A known issue with the adapter that it is one of. */
export interface ListedIssue extends KnownIssue {
  readonly adapter: string;
}

/** The known issues of adapters, in the order of their ids and files. @throws {UserError} a file is missing or malformed. */
export async function listedIssues(
  adapters: readonly Pick<DiscoveredAdapter, 'id' | 'knownIssues'>[],
  root: string = repositoryFolder,
): Promise<readonly ListedIssue[]> {
  const files = adapters
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(async ({ id: adapter, knownIssues: path }) => {
      const issues = path === undefined ? [] : await loadKnownIssues(resolve(root, path));
      return issues.map((issue) => ({ adapter, ...issue }));
    });
  return (await Promise.all(files)).flat();
}

// Groups: findings of one check of one kind in one case, in one trial where it has several.

/** The group of a finding, as `covers` names it. */
export const groupOf = (check: string, { group, trial }: Pick<Finding, 'group' | 'trial'>): string =>
  `${check}:${group}${trial === undefined ? '' : ` @ ${trial}`}`;

/** The same in all trials. */
export const withoutTrial = (group: string): string => group.replace(/ @ .*$/s, '');

/** The name of a case among those of its adapter: its id without the adapter. */
export const caseName = (id: string): string => id.slice(id.indexOf('/') + 1);

/** What of a case tells which groups fail. */
interface Failed {
  readonly verdict: Verdict;
  readonly implementation: string;
  readonly checks: readonly CheckResult[];
  readonly reason?: string | undefined;
}

/** The group of a case in which the adapter could not even be used: it made no client, or did not come to an end. */
export const unusableAdapter = 'adapter:unusable';

/** The groups of a case that fail, and those that nothing confirms yet: these warn. Each once, in the order of the checks. */
export function groupsOf({ verdict, implementation, checks, reason = '' }: Failed): {
  readonly failing: ReadonlyMap<string, Finding>;
  readonly unconfirmed: ReadonlyMap<string, Finding>;
} {
  const failing = new Map<string, Finding>();
  const unconfirmed = new Map<string, Finding>();
  for (const { check, level, status, findings } of checks) {
    if (level !== 'MUST' || status === 'pass') continue;
    const told = findings.filter(({ impact }) => impact !== 'differs');
    const isOwn = ownImplementations.has(implementation);
    const counts = ({ impact, evidence }: Finding) => impact !== 'differs' && (isOwn || isConfirmed(evidence));
    // A check that fails by none of these fails by all that it found.
    const heavy = status === 'fail' ? findings.filter(counts) : [];
    const fails = status === 'fail' && heavy.length === 0 ? findings : heavy;
    for (const finding of fails) add(failing, check, finding);
    for (const finding of told.filter((one) => !fails.includes(one))) add(unconfirmed, check, finding);
  }
  if (failing.size === 0 && isFailure.has(verdict)) {
    failing.set(unusableAdapter, { message: reason, group: 'unusable', impact: 'rejects', evidence: 'contract' });
  }
  return { failing, unconfirmed };
}

const isFailure: ReadonlySet<string> = new Set(['fail', 'known-failure', 'not-expressible']);

function add(groups: Map<string, Finding>, check: string, finding: Finding): void {
  const group = groupOf(check, finding);
  if (!groups.has(group)) groups.set(group, finding);
}

/** What a known issue covers of one case. */
interface Cover {
  readonly issue: KnownIssue;
  readonly groups: readonly string[];
}

/** The covers of known issues by the names of cases. */
export type CoverIndex = ReadonlyMap<string, readonly Cover[]>;

export function indexOf(issues: readonly KnownIssue[]): CoverIndex {
  const all = issues.flatMap((issue) =>
    Object.entries(issue.covers).map(([name, groups]) => ({ name, cover: { issue, groups } })),
  );
  return new Map([...Map.groupBy(all, ({ name }) => name)].map(([name, own]) => [name, own.map(({ cover }) => cover)]));
}

/**
 * Problems that need no run: what a known issue covers of a case that there is not, what two of them cover, one that counts on the evidence
 * of types alone, and an impact that is not the worst of what it covers, without a reason.
 *
 * @param cases all of the adapter, whatever is selected to run
 */
export function staticProblems(issues: readonly KnownIssue[], cases: readonly Case[]): RunProblem[] {
  const names = new Set(cases.map(({ id }) => caseName(id)));
  const homeless = issues.flatMap(({ id, covers, place: at }) =>
    Object.keys(covers)
      .filter((name) => !names.has(name))
      .map((name) => ({
        place: at,
        message: `the known issue "${id}" covers ${name}, which is not a case`,
        hint: 'remove it from "covers", or name the case that replaced it',
      })),
  );
  const doubled = [...indexOf(issues)].flatMap(([name, covers]) => {
    const all = covers.flatMap(({ issue, groups }) => groups.map((group) => ({ issue, group })));
    return [...Map.groupBy(all, ({ group }) => group)].flatMap(([group, [first, second]]) =>
      first && second
        ? {
            place: second.issue.place,
            message: `"${first.issue.id}" and "${second.issue.id}" both cover ${group} of ${name}`,
            hint: `remove it from one of them; the other is at ${first.issue.place}`,
          }
        : [],
    );
  });
  return [...homeless, ...doubled, ...unproved(issues), ...wrongImpacts(issues, cases)];
}

/** Types alone accuse nobody. */
function unproved(issues: readonly KnownIssue[]): RunProblem[] {
  return issues
    .filter(({ evidence, state }) => !isConfirmed(evidence.grade) && state === undefined)
    .map(({ id, evidence, place: at }) => ({
      place: at,
      message: `the known issue "${id}" counts against the library, and its evidence is "${evidence.grade}" alone`,
      hint: 'add a source that the service behaves so, or "state: unconfirmed"',
    }));
}

/** The impact of a known issue is the worst of what it covers, or lighter with a reason. */
function wrongImpacts(issues: readonly KnownIssue[], cases: readonly Case[]): RunProblem[] {
  const byName = new Map(cases.map((c) => [caseName(c.id), c]));
  return issues.flatMap(({ id, covers, impact, impact_reason: reason, place: at }) => {
    const impacts = Object.entries(covers).flatMap(([name, groups]) => {
      const theCase = byName.get(name);
      return theCase ? groups.flatMap((group) => impactOfGroup(theCase, group) ?? []) : [];
    });
    const [worst = impact] = impacts.toSorted(byImpact);
    const isLighter = byImpact(impact, worst) > 0;
    if (reason === undefined ? worst === impact : isLighter) return [];
    return [
      {
        place: at,
        message: `the known issue "${id}" has the impact "${impact}", and the worst that it covers is "${worst}"`,
        hint:
          reason === undefined
            ? `write "impact: ${worst}", move other findings to another entry, or give the reason in "impact_reason"`
            : 'take out "impact_reason": it is for a lighter impact',
      },
    ];
  });
}

/** Undefined where there is no such group, which a run finds to pass. */
function impactOfGroup({ scenario }: Case, covered: string): Impact | undefined {
  const group = withoutTrial(covered);
  if (group === unusableAdapter) return 'rejects';
  const colon = group.indexOf(':');
  return impactIn(scenario, group.slice(0, colon), group.slice(colon + 1));
}

/** Findings with the impact of the known issue that covers them, where it gives a reason for a lighter one. */
export function withLighterImpacts(
  checks: readonly CheckResult[],
  name: string,
  issues: readonly KnownIssue[],
): readonly CheckResult[] {
  const lighter = new Map(
    issues
      .filter(({ impact_reason: reason }) => reason !== undefined)
      .flatMap(({ covers, impact }) => (covers[name] ?? []).map((group) => [group, impact] as const)),
  );
  if (lighter.size === 0) return checks;
  return checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => {
      const impact = lighter.get(groupOf(check.check, finding));
      return impact === undefined ? finding : { ...finding, impact };
    }),
  }));
}

/** The verdict that counts, the known issues behind it, and where these are not exact. */
export interface Reconciled {
  readonly conclusion: ProvisionalVerdict;
  /** Those that cover something that was found. */
  readonly issues: readonly KnownIssue[];
  /** What they cover and was not found, by their ids. */
  readonly unexpectedPasses: Readonly<Record<string, readonly string[]>>;
  readonly problems: readonly RunProblem[];
}

/**
 * Compares what failed in a case with the known issues. Where they cover all of it, it becomes `known-failure`, or `not-expressible` where
 * each says that the library rejects it; what they cover and is not found is a problem, because a list that is not exact hides the next
 * defect. `error` and `not-testable` are never excused: they are not the adapter's.
 *
 * @param undecided checks that had nothing to compare with, so that nobody knows whether they still fail
 * @param isThorough the run tries other trials than usual: then those of a group are one
 */
export function reconcile(
  caseId: string,
  implementation: string,
  conclusion: ProvisionalVerdict,
  checks: readonly CheckResult[],
  index: CoverIndex,
  {
    undecided = [],
    isThorough = false,
  }: { readonly undecided?: readonly string[]; readonly isThorough?: boolean } = {},
): Reconciled {
  const covers = index.get(caseName(caseId)) ?? [];
  if (conclusion.verdict !== 'pass' && conclusion.verdict !== 'fail') {
    return { conclusion, issues: covers.map(({ issue }) => issue), unexpectedPasses: {}, problems: [] };
  }
  const keyOf = isThorough ? withoutTrial : (group: string) => group;
  const { failing, unconfirmed } = groupsOf({ ...conclusion, implementation, checks });
  const found = new Set([...failing.keys(), ...unconfirmed.keys()].map(keyOf));
  const covered = new Set(covers.flatMap(({ groups }) => groups.map(keyOf)));
  const isDecided = (group: string) => !undecided.includes(group.slice(0, group.indexOf(':')));
  const passing = covers.flatMap(({ issue, groups }) => {
    const own = groups.filter((group) => !found.has(keyOf(group)) && isDecided(group));
    return own.length > 0 ? [{ issue, groups: own }] : [];
  });
  const issues = covers.filter(({ groups }) => groups.some((group) => found.has(keyOf(group)))).map((c) => c.issue);
  const uncovered = [...failing].filter(([group]) => !covered.has(keyOf(group)));
  return {
    conclusion: covers.length === 0 ? conclusion : verdictOf(conclusion, issues, uncovered, passing),
    issues,
    unexpectedPasses: Object.fromEntries(passing.map(({ issue, groups }) => [issue.id, groups])),
    problems: passing.map(({ issue, groups }) => ({
      place: issue.place,
      message: `${caseId}: the known issue "${issue.id}" covers ${groups.join(', ')}, which passes`,
      hint: 'if it is fixed, add the version to "versions" and update "covers": atc known-issues accept',
    })),
  };
}

function verdictOf(
  conclusion: ProvisionalVerdict,
  issues: readonly KnownIssue[],
  uncovered: readonly (readonly [group: string, finding: Finding])[],
  passing: readonly Cover[],
): ProvisionalVerdict {
  if (conclusion.verdict === 'pass') {
    if (passing.length === 0) return conclusion;
    const places = passing.map(({ issue }) => issue.place).join(', ');
    return { verdict: 'fail', reason: `passes, but a known issue covers it: ${places}` };
  }
  const [first, ...others] = uncovered;
  if (first) {
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return { verdict: 'fail', reason: `no known issue covers ${first[0]}: ${first[1].message}${more}` };
  }
  return {
    verdict: verdictByIssues(issues),
    reason: issues.map(({ title }) => title).join('; '),
  };
}

/** What known issues make of a case of which they cover all that fails. Pure. */
export const verdictByIssues = (issues: readonly Pick<KnownIssue, 'impact'>[]): 'not-expressible' | 'known-failure' =>
  issues.every(({ impact }) => impact === 'rejects') ? 'not-expressible' : 'known-failure';
