/**
 * Two states, what flips? The one comparison behind the gate, what changed in reports, and the history of runs. A state is a run that was
 * kept or written, a git revision, or a run of cases with one of two folders of cassettes; who has one brings it into the form of a
 * `Side`.
 */
import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { providerApiIds } from '../../matrix/ids.ts';
import type { Cell, Matrix } from '../../matrix/model.ts';
import { matchesAny } from '../../spec/engine/case-pattern.ts';
import type { CaseResult, ListedIssue, Results } from '../../spec/results/schema.ts';
import { worded } from '../cells/case-impact.ts';
import { type CellState, cellState, type WordedCase } from '../cells/cell-state.ts';

/** A case as a comparison needs it: a state may say no more of it. */
export type SideCase = Pick<
  CaseResult,
  'id' | 'kind' | 'adapter' | 'implementation' | 'providerApi' | 'tool' | 'scenario' | 'mode' | 'verdict' | 'evidence'
> & {
  readonly reason?: string | undefined;
  readonly knownIssues?: readonly string[] | undefined;
  readonly unexpectedPasses?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly replay: string;
  readonly tier?: CaseResult['tier'];
  /** Absent where it is not known what the checks found. */
  readonly checks?: CaseResult['checks'];
  readonly cassette?: NonNullable<CaseResult['cassette']>;
};

/** A known issue, in the members that are compared or shown. */
export type ComparedIssue = Pick<ListedIssue, 'adapter' | 'id' | 'title' | 'impact' | 'state' | 'covers' | 'place'>;

/** A state that is compared with another one: whole results, or as much of them as is known. */
export interface Side {
  readonly run: Pick<Results['run'], 'asOf' | 'selection' | 'thorough'> & {
    readonly adapters: readonly Pick<Results['run']['adapters'][number], 'id' | 'implementation' | 'providerApi'>[];
    /** Absent where a run of before known issues does not have them. */
    readonly knownIssues?: readonly ComparedIssue[] | undefined;
  };
  /** Rows and columns of the availability table, with the claim of each cell. */
  readonly matrix: unknown;
  readonly cases: readonly SideCase[];
  readonly problems: Results['problems'];
}

/** What is otherwise in one state than in another one before it. */
export interface Comparison {
  readonly cells: readonly CellChange[];
  readonly cases: readonly CaseChange[];
  readonly evidence: readonly EvidenceChange[];
  /** Nothing where one of the runs is of before known issues. */
  readonly knownIssues: IssueChanges | undefined;
  /** How much of both could be compared. */
  readonly extent: Extent;
}

/** Runs may be of other selections: what only one of them could know is left aside, and counted here. */
export interface Extent {
  /** Cases that both sides have or could have had. */
  readonly compared: number;
  /** Cases of the side before that the other one could not have. */
  readonly onlyBefore: number;
  readonly onlyAfter: number;
  /** Adapters that only one of the sides is about. */
  readonly adaptersOnlyBefore: readonly string[];
  readonly adaptersOnlyAfter: readonly string[];
}

/** Compares a state with one before it: what both could know, whatever was selected for either. Pure. */
export function compare(before: Side, after: Side): Comparison {
  const pairs = comparable(before, after);
  return {
    cells: cellChanges(before, after, pairs),
    cases: pairs.flatMap((pair) => caseChange(pair) ?? []),
    evidence: evidenceChanges(pairs),
    knownIssues: issueChanges(before, after),
    extent: {
      compared: pairs.length,
      onlyBefore: before.cases.length - pairs.filter((p) => p.before).length,
      onlyAfter: after.cases.length - pairs.filter((p) => p.after).length,
      adaptersOnlyBefore: adaptersOnly(before, after),
      adaptersOnlyAfter: adaptersOnly(after, before),
    },
  };
}

function adaptersOnly({ run }: Side, other: Side): string[] {
  const known = new Set(other.run.adapters.map(({ id }) => id));
  return run.adapters.map(({ id }) => id).filter((id) => !known.has(id));
}

// Cases

/** `sideways`: it is as good as it was, in another way, such as by other checks that find something. */
export type Direction = 'worse' | 'better' | 'sideways' | 'added' | 'gone';

/** A case that came out otherwise, is new, or is gone. */
export interface CaseChange extends CasePair {
  readonly direction: Direction;
  /** The checks that found something on one side alone, where both sides say what checks found. */
  readonly checks: readonly CheckChange[];
  /** The first thing that is wrong with it now, with the check that found it. */
  readonly first?: FirstFinding;
}

interface CasePair {
  readonly id: string;
  /** Absent of a case that is new. */
  readonly before?: SideCase;
  /** Absent of a case that is gone. */
  readonly after?: SideCase;
}

/** A check that says something else now. */
export interface CheckChange {
  readonly check: string;
  readonly level: Check['level'];
  readonly before: Check['status'];
  readonly after: Check['status'];
  /** The message of the first finding, of the side that has one. */
  readonly finding?: string;
}

/** The first finding of the first check that failed. */
interface FirstFinding {
  readonly check: string;
  readonly finding: Check['findings'][number];
}

type Check = CaseResult['checks'][number];

/** A case whose proof is another one than it was. */
export interface EvidenceChange {
  readonly id: string;
  readonly direction: 'worse' | 'better';
  readonly before: SideCase;
  readonly after: SideCase;
}

/** From best to worst. Known issues have been applied, so that what is listed weighs no more than it does in a run. */
const ranks: Readonly<Record<CaseResult['verdict'], number>> = {
  pass: 0,
  'known-failure': 1,
  'not-expressible': 1,
  'not-testable': 2,
  fail: 3,
  error: 4,
};

const grade: Readonly<Record<CaseResult['evidence'], number>> = { live: 2, documented: 1, none: 0 };

/** The cases that both sides have or could have had, by id, in the order of their ids: those alone can be compared. */
function comparable(before: Side, after: Side): readonly CasePair[] {
  const old = new Map(before.cases.map((c) => [c.id, c]));
  const young = new Map(after.cases.map((c) => [c.id, c]));
  const ids = [...new Set([...old.keys(), ...young.keys()])].sort();
  return ids.flatMap((id) => {
    const [was, is] = [old.get(id), young.get(id)];
    if (was && is) return { id, before: was, after: is };
    if (was) return couldHave(after, was) ? { id, before: was } : [];
    return is && couldHave(before, is) ? { id, after: is } : [];
  });
}

function caseChange(pair: CasePair): CaseChange | undefined {
  const { before, after } = pair;
  const checks = before?.checks && after?.checks ? checkChanges(before.checks, after.checks) : [];
  if (before?.verdict === after?.verdict && checks.length === 0) return undefined;
  const first = firstFinding(after);
  return { ...pair, direction: directionOf(before, after), checks, ...(first ? { first } : {}) };
}

function directionOf(before: SideCase | undefined, after: SideCase | undefined): Direction {
  if (!before) return 'added';
  if (!after) return 'gone';
  const step = ranks[after.verdict] - ranks[before.verdict];
  return step > 0 ? 'worse' : step < 0 ? 'better' : 'sideways';
}

function checkChanges(before: readonly Check[], after: readonly Check[]): CheckChange[] {
  const ids = new Set([...after, ...before].map(({ check }) => check));
  return [...ids].flatMap((check) => {
    const [was, is] = [before, after].map((checks) => checks.find((c) => c.check === check));
    const level = (is ?? was)?.level;
    if (level === undefined || hasFound(was) === hasFound(is)) return [];
    const [finding] = (hasFound(is) ? is : was)?.findings ?? [];
    return {
      check,
      level,
      before: was?.status ?? 'not-applicable',
      after: is?.status ?? 'not-applicable',
      ...(finding ? { finding: finding.message } : {}),
    };
  });
}

const hasFound = (check: Check | undefined): boolean => check?.status === 'fail' || check?.status === 'warn';

/** The first check that failed and says by what; nothing where none did. */
export const firstFailed = (c: SideCase | undefined): Check | undefined =>
  c?.checks?.find(({ status, findings }) => status === 'fail' && findings.length > 0);

function firstFinding(c: SideCase | undefined): FirstFinding | undefined {
  const failed = firstFailed(c);
  const finding = failed?.findings[0];
  return failed && finding ? { check: failed.check, finding } : undefined;
}

/** The cases that both sides played on evidence that is not as good, or better, than it was. */
function evidenceChanges(pairs: readonly CasePair[]): EvidenceChange[] {
  return pairs.flatMap(({ id, before, after }): EvidenceChange[] => {
    const step = before && after ? grade[after.evidence] - grade[before.evidence] : 0;
    return before && after && step !== 0 ? [{ id, direction: step < 0 ? 'worse' : 'better', before, after }] : [];
  });
}

// What a run could have had

/** What a selection may name of a case, or of many: what is left out may be any. */
type Chosen = { readonly [what in (typeof names)[number]]?: string };

const names = ['adapters', 'tools', 'scenarios', 'modes', 'tiers', 'kinds'] as const;

const isName = (what: string): what is keyof Chosen => (names as readonly string[]).includes(what);

/** Patterns of cases are in the place of the first four since there are patterns. */
const isKnown = (what: string): boolean => what === 'cases' || what === 'without' || isName(what);

/** Whether an adapter is one of this implementation. */
const isOf = (implementation: string, adapter: string | undefined): boolean =>
  providerApiIds.some((api) => adapter === `${implementation}-${api}`);

/** What a selection says by names that any case answers to. */
export const byName = (selection: Results['run']['selection']): Results['run']['selection'] =>
  Object.fromEntries(Object.entries(selection).filter(([what, ids]) => isKnown(what) || ids.length === 0));

/**
 * Whether the selection of a run takes in a case, or cases of that kind. One by anything else, such as a part of all cases, is of those
 * that nobody but the run itself can name.
 */
export function isChosen({ run }: { readonly run: Pick<Results['run'], 'selection'> }, chosen: Chosen): boolean {
  return Object.entries(run.selection).every(([what, ids]) => {
    if (ids.length === 0) return true;
    if (what === 'without') return !ids.some((id) => isOf(id, chosen.adapters));
    if (what === 'cases') return matchesAny(ids)([chosen.adapters, chosen.tools, chosen.scenarios, chosen.modes]);
    if (!isName(what)) return false;
    const answer = chosen[what];
    return answer === undefined || ids.includes(answer);
  });
}

/** Whether a run would have a case if it was there: its selection takes the case in, and it tried what the case tries. */
function couldHave({ run }: Side, c: SideCase): boolean {
  const { adapter: adapters, tool: tools, scenario: scenarios, mode: modes, tier: tiers = '', kind: kinds } = c;
  const chosen = { adapters, tools, scenarios, modes, tiers, kinds };
  return (run.thorough === true || !isThorough(c)) && isChosen({ run }, chosen);
}

/** True for a case that only a thorough run has: the command that plays it says so. */
const isThorough = ({ replay }: SideCase): boolean => replay.endsWith(' --thorough');

// Cells

const text = Type.String();

/** A cell, through one implementation, that stands otherwise, as data: the states are those of the report. */
export const ChangedCell = Type.Object(
  {
    tool: text,
    providerApi: text,
    implementation: text,
    before: Type.Optional(text),
    after: Type.Optional(text),
  },
  { additionalProperties: false },
);

/** A cell, through one implementation, that stands otherwise than it did. */
export interface CellChange {
  /** The row: a tool of the matrix, or what else cases are about. */
  readonly tool: string;
  readonly providerApi: string;
  readonly implementation: string;
  /** By the cases that both sides could have; absent where the base knew no such cell. */
  readonly before?: CellState;
  /** Absent where there is no such cell any more. */
  readonly after?: CellState;
}

/**
 * The cells that stand otherwise, are new or are gone; in the order of the adapters and the matrix. What one of the sides could not try
 * says nothing of a cell.
 */
function cellChanges(before: Side, after: Side, pairs: readonly CasePair[]): CellChange[] {
  const byCell = Map.groupBy(pairs, (p) => cellKey((p.after ?? p.before) as SideCase));
  const beyond = pairs.map((p) => (p.after ?? p.before)?.tool ?? '');
  const tools = [...new Set([...toolsOf(after), ...toolsOf(before), ...beyond])];
  const adapters = new Map([...after.run.adapters, ...before.run.adapters].map((a) => [a.id, a]));
  const isCompared = (chosen: Chosen) => isChosen(before, chosen) && isChosen(after, chosen);
  return [...adapters.values()].flatMap((adapter) =>
    tools.flatMap((tool): CellChange[] => {
      if (!isCompared({ adapters: adapter.id, tools: tool })) return [];
      const { implementation, providerApi } = adapter;
      const own = byCell.get(cellKey({ tool, providerApi, implementation })) ?? [];
      const was = stateIn(before, adapter, tool, own.flatMap(wordedBefore));
      const is = stateIn(
        after,
        adapter,
        tool,
        own.flatMap((p) => (p.after ? wordedSide(p.after) : [])),
      );
      if (was === is) return [];
      return [{ tool, providerApi, implementation, ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) }];
    }),
  );
}

/** What a matrix says of a cell, as it stood when a run was made; nothing where it has no such cell. */
export function claimOf({ matrix }: Pick<Side, 'matrix'>, providerApi: string, tool: string): Cell | undefined {
  const column = (matrix as Partial<Matrix> | null)?.providers?.find(({ id }) => id === providerApi);
  const cells: Readonly<Record<string, Cell>> = column?.cells ?? {};
  return Object.hasOwn(cells, tool) ? cells[tool] : undefined;
}

/** One text for a cell through one implementation. */
const cellKey = ({ tool, providerApi, implementation }: Pick<CellChange, 'tool' | 'providerApi' | 'implementation'>) =>
  `${tool}/${providerApi}/${implementation}`;

/** Nothing where a side has no such adapter, or its matrix no such cell. */
function stateIn(side: Side, { id, providerApi }: Adapter, tool: string, cases: readonly WordedCase[]) {
  const claim = claimOf(side, providerApi, tool);
  if (!side.run.adapters.some((a) => a.id === id) || (!claim && cases.length === 0)) return undefined;
  return cellState(claim?.support ?? 'yes', cases);
}

/** A case as the word of its cell goes by it. Without its findings, a failure breaks. */
const wordedSide = (c: SideCase): WordedCase => worded({ ...c, checks: c.checks ?? [] });

/** The same for the case before, which a base may know by its verdict alone: then it is what it is now, where the verdict is the same. */
function wordedBefore({ before, after }: CasePair): WordedCase[] {
  if (!before) return [];
  const tier = before.tier ?? after?.tier;
  const known = before.checks === undefined && before.verdict === after?.verdict ? after : before;
  return [{ ...wordedSide(known), kind: before.kind, ...(tier ? { tier } : {}) }];
}

type Adapter = Side['run']['adapters'][number];

const toolsOf = ({ matrix }: Side): string[] => ((matrix as Partial<Matrix> | null)?.tools ?? []).map(({ id }) => id);

// Known issues

/** A known issue of both sides that says something else. */
export interface ChangedIssue {
  readonly before: ComparedIssue;
  readonly after: ComparedIssue;
  /** Members whose value is another one. */
  readonly members: readonly string[];
}

/** What became of the known issues of the adapters that both sides are about. In the order of the files. */
export interface IssueChanges {
  readonly added: readonly ComparedIssue[];
  readonly removed: readonly ComparedIssue[];
  readonly changed: readonly ChangedIssue[];
}

/** A known issue is known by its adapter and its id, not by its line. */
function issueChanges(before: Side, after: Side): IssueChanges | undefined {
  const [own, other] = [issuesOf(before, after), issuesOf(after, before)];
  if (!own || !other) return undefined;
  return {
    added: [...other].flatMap(([key, issue]) => (own.has(key) ? [] : issue)),
    removed: [...own].flatMap(([key, issue]) => (other.has(key) ? [] : issue)),
    changed: [...other].flatMap(([key, is]) => {
      const was = own.get(key);
      const members = was ? differences(was, is) : [];
      return was && members.length > 0 ? { before: was, after: is, members } : [];
    }),
  };
}

/** The known issues of a side, of adapters that the other side is about as well. */
function issuesOf({ run }: Side, other: Side): ReadonlyMap<string, ComparedIssue> | undefined {
  const shared = new Set(other.run.adapters.map(({ id }) => id));
  return (
    run.knownIssues &&
    new Map(
      run.knownIssues
        .filter(({ adapter }) => shared.has(adapter))
        .map((issue) => [`${issue.adapter}/${issue.id}`, comparedIssue(issue)]),
    )
  );
}

/** Without members that only one of two revisions may know. */
export const comparedIssue = ({ adapter, id, title, impact, state, covers, place }: ComparedIssue): ComparedIssue => ({
  adapter,
  id,
  title,
  impact,
  ...(state === undefined ? {} : { state }),
  covers,
  place,
});

const differences = (a: ComparedIssue, b: ComparedIssue): string[] =>
  (['title', 'impact', 'state', 'covers'] as const).filter((name) => !isDeepStrictEqual(a[name], b[name]));
