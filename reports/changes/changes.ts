import { isDeepStrictEqual } from 'node:util';
import { byImpact } from '../../spec/verdicts/impact.ts';
import { stepOf } from '../cells/cell-state.ts';
import { type Lookup, lookupOf } from '../snapshot/lookup.ts';
import type { Share, Snapshot, SnapshotLibrary, SnapshotProvider, SnapshotVerdict } from '../snapshot/schema.ts';
import type { ChangedCell, ChangedIssue, ChangedOffer, Changes, MovedPackage, OnlyOne } from './schema.ts';

/**
 * What a snapshot says otherwise than one before it, at the depth of single known issues. Cells are in the order of the later snapshot: by
 * library, provider API and tool. An issue that has another id is one that is gone and a new one. Pure.
 */
export function changesBetween(before: Snapshot, after: Snapshot): Changes {
  const [old, young] = [lookupOf(before), lookupOf(after)];
  const cells = changedCells(old, young);
  const listed = Map.groupBy(cells, ({ list }) => list);
  const of = (list: CellList): ChangedCell[] => (listed.get(list) ?? []).map(({ cell }) => cell);
  return {
    version: 1,
    suite: { before: before.suite, after: after.suite },
    worse: of('worse'),
    inside: of('inside'),
    better: of('better'),
    fixed: of('fixed'),
    restated: of('restated'),
    other: of('other'),
    providers: changedOffers(old, young),
    unchanged: unchangedLibraries(old, young, new Set(cells.map(({ cell }) => cell.library))),
    new: onlyIn(young, old),
    gone: onlyIn(old, young),
  };
}

type CellList = 'worse' | 'inside' | 'better' | 'fixed' | 'restated' | 'other';

/** What the two have in common, as the later one has it. */
const shared = <T extends { readonly id: string }>(items: readonly T[], find: (id: string) => unknown): T[] =>
  items.filter(({ id }) => find(id) !== undefined);

function changedCells(old: Lookup, young: Lookup): { readonly list: CellList; readonly cell: ChangedCell }[] {
  const { libraries, providerApis, tools } = young.snapshot;
  return shared(libraries, old.library).flatMap((library) =>
    shared(providerApis, old.providerApi).flatMap((api) => {
      const packages = movedPackages(old.library(library.id), library, api.id);
      return shared(tools, old.tool).flatMap((tool) => {
        const at = [tool.id, api.id, library.id] as const;
        const [wasWord, word] = [old.word(...at), young.word(...at)];
        if (wasWord === undefined || word === undefined) return [];
        const [was, is] = [old.verdict(...at), young.verdict(...at)];
        // Nothing was tried in either: what the provider offers is told of the provider.
        if (!was && !is) return [];
        const cell: ChangedCell = {
          library: library.id,
          tool: tool.id,
          providerApi: api.id,
          before: wasWord,
          after: word,
          issues: changedIssues(old, was, young, is),
          shares: changedShares(was, is),
          packages,
        };
        const list = listOf(cell);
        return list === undefined ? [] : [{ list, cell }];
      });
    }),
  );
}

/** The one list that a cell is in; none where nothing in it is otherwise. Pure. */
function listOf({ before, after, issues, shares }: ChangedCell): CellList | undefined {
  const step = stepOf(before, after);
  if (step === undefined) return 'other';
  // What counts against nobody makes nothing worse or better.
  const counted = issues.filter(({ change, state }) => change !== 'restated' && state === undefined);
  const failing = Object.entries(shares).map(([tier, share]) => ({
    tier,
    more: failingOf(share.after) - failingOf(share.before),
  }));
  const isRestated = issues.some(({ change }) => change === 'restated');
  // Which conversations count is then otherwise, so that their numbers say nothing. Trials count whatever is said of an issue.
  const telling = failing.filter(({ tier }) => tier === 'robustness' || !isRestated);
  const isWorse =
    counted.some(({ change }) => change === 'new' || change === 'more') || telling.some(({ more }) => more > 0);
  const isBetter =
    counted.some(({ change }) => change === 'gone' || change === 'fewer') || telling.some(({ more }) => more < 0);
  if (isRestated && !isWorse && !isBetter) return 'restated';
  if (step !== 'same') return step;
  if (isWorse) return 'inside';
  if (isBetter) return 'fixed';
  return issues.length > 0 ? 'restated' : undefined;
}

const failingOf = ({ passed, of }: Share): number => of - passed;

const tiers = ['core', 'extended', 'edge', 'robustness'] as const;

function changedShares(was: SnapshotVerdict | undefined, is: SnapshotVerdict | undefined): ChangedCell['shares'] {
  const none: Share = { passed: 0, of: 0 };
  return Object.fromEntries(
    tiers.flatMap((tier) => {
      const [before, after] = [was?.[tier] ?? none, is?.[tier] ?? none];
      return isDeepStrictEqual(before, after) ? [] : [[tier, { before, after }]];
    }),
  );
}

// Issues

type Told = Omit<ChangedIssue, 'change' | 'conversations' | 'stateBefore'> & { readonly conversations: number };

/** All that a verdict says is wrong with a cell, by what it is known by: its id or, where none covers it, its title and impact. */
function toldOf(lookup: Lookup, verdict: SnapshotVerdict | undefined): ReadonlyMap<string, Told> {
  const issueOf = (id: string, conversations: number): [string, Told] => {
    const issue = lookup.issue(id);
    if (!issue) throw new Error(`these verdicts have no known issue ${id}`);
    const { title, impact, state, upstream } = issue;
    return [id, { id, title, impact, ...(state === undefined ? {} : { state }), upstream, conversations }];
  };
  return new Map([
    ...(verdict?.gaps ?? []).map((gap): [string, Told] =>
      'issue' in gap ? issueOf(gap.issue, gap.conversations) : [`${gap.impact} ${gap.title}`, gap],
    ),
    ...(verdict?.otherIssues ?? []).map((id) => issueOf(id, 0)),
  ]);
}

function changedIssues(
  old: Lookup,
  was: SnapshotVerdict | undefined,
  young: Lookup,
  is: SnapshotVerdict | undefined,
): ChangedIssue[] {
  const [before, after] = [toldOf(old, was), toldOf(young, is)];
  return [...new Set([...after.keys(), ...before.keys()])]
    .flatMap((key) => changedIssue(before.get(key), after.get(key)) ?? [])
    .toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change) || byImpact(a.impact, b.impact));
}

const order: readonly ChangedIssue['change'][] = ['new', 'more', 'restated', 'fewer', 'gone'];

function changedIssue(was: Told | undefined, is: Told | undefined): ChangedIssue | undefined {
  const told = is ?? was;
  const change = changeOf(was, is);
  if (!told || !change) return undefined;
  const conversations = { before: was?.conversations ?? 0, after: is?.conversations ?? 0 };
  const stateBefore = change === 'restated' && was?.state !== undefined ? { stateBefore: was.state } : {};
  return { ...told, change, conversations, ...stateBefore };
}

function changeOf(was: Told | undefined, is: Told | undefined): ChangedIssue['change'] | undefined {
  if (!was || !is) return is ? 'new' : 'gone';
  if (was.state !== is.state) return 'restated';
  const step = byImpact(was.impact, is.impact) || is.conversations - was.conversations;
  return step === 0 ? undefined : step > 0 ? 'more' : 'fewer';
}

// Libraries and packages

const adapterOf = (library: SnapshotLibrary | undefined, providerApi: string) =>
  library?.adapters.find((adapter) => adapter.providerApi === providerApi);

function movedPackages(was: SnapshotLibrary | undefined, is: SnapshotLibrary, providerApi: string): MovedPackage[] {
  const [before, after] = [was, is].map((library) => adapterOf(library, providerApi)?.packages ?? {}) as [
    Versions,
    Versions,
  ];
  return packagesBetween(before, after);
}

type Versions = Readonly<Record<string, string>>;

function packagesBetween(before: Versions, after: Versions): MovedPackage[] {
  const [old, young] = [before, after].map((versions) => new Map(Object.entries(versions))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  return [...new Set([...young.keys(), ...old.keys()])].sort().flatMap((name): MovedPackage[] => {
    const [was, is] = [old.get(name), young.get(name)];
    if (was === is) return [];
    return [{ name, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
  });
}

function unchangedLibraries(old: Lookup, young: Lookup, changed: ReadonlySet<string>): Changes['unchanged'] {
  return young.snapshot.libraries.flatMap((library) => {
    const was = old.library(library.id);
    if (!was || changed.has(library.id) || !isDeepStrictEqual(apisOf(was), apisOf(library))) return [];
    const versions = ({ adapters }: SnapshotLibrary): Versions => Object.assign({}, ...adapters.map((a) => a.packages));
    return [{ library: library.id, packages: packagesBetween(versions(was), versions(library)) }];
  });
}

const apisOf = ({ adapters }: SnapshotLibrary): string[] => adapters.map(({ providerApi }) => providerApi).sort();

function onlyIn({ snapshot }: Lookup, other: Lookup): OnlyOne {
  const ids = (items: readonly { readonly id: string }[], find: (id: string) => unknown) =>
    items.flatMap(({ id }) => (find(id) === undefined ? id : []));
  return {
    libraries: ids(snapshot.libraries, other.library),
    tools: ids(snapshot.tools, other.tool),
    providerApis: ids(snapshot.providerApis, other.providerApi),
    adapters: snapshot.libraries.flatMap(({ id, adapters }) => {
      const same = other.library(id);
      return adapters.flatMap(({ providerApi }) =>
        same && other.providerApi(providerApi) && !adapterOf(same, providerApi) ? { library: id, providerApi } : [],
      );
    }),
  };
}

// Providers

function changedOffers(old: Lookup, young: Lookup): ChangedOffer[] {
  return shared(young.snapshot.providerApis, old.providerApi).flatMap((api) => {
    const was = old.providerApi(api.id) ?? api;
    const libraries = young.snapshot.libraries.filter((library) => adapterOf(library, api.id)).map(({ id }) => id);
    const offers = [
      { before: apiOffer(was), after: apiOffer(api) },
      ...shared(young.snapshot.tools, old.tool).map(({ id: tool }) => ({
        tool,
        before: toolOffer(was, tool),
        after: toolOffer(api, tool),
      })),
    ];
    return offers
      .filter(({ before, after }) => !isDeepStrictEqual(before, after))
      .map((offer) => ({ providerApi: api.id, ...offer, libraries }));
  });
}

const apiOffer = ({ lifecycle, since, until }: SnapshotProvider): ChangedOffer['before'] => ({
  lifecycle,
  ...(since === undefined ? {} : { since }),
  ...(until === undefined ? {} : { until }),
});

const toolOffer = ({ tools }: SnapshotProvider, tool: string): ChangedOffer['before'] =>
  (Object.hasOwn(tools, tool) ? tools[tool] : undefined) ?? { support: 'no' };

// What many cells have in common

/** All cells that are not what they were. Pure. */
export const changedCellsOf = ({ worse, inside, better, fixed, restated, other }: Changes): ChangedCell[] => [
  ...worse,
  ...inside,
  ...better,
  ...fixed,
  ...restated,
  ...other,
];

/** A known issue, or a gap that none covers, with the cells that have it. */
export interface IssueOfCells {
  readonly issue: ChangedIssue;
  readonly cells: readonly [ChangedCell, ...ChangedCell[]];
}

/** Issues of cells of which the same is otherwise, each once: one may be in several cells of an adapter. Pure. */
export function issuesOf(cells: readonly ChangedCell[], change: ChangedIssue['change']): IssueOfCells[] {
  const found = cells.flatMap((cell) =>
    cell.issues.filter((issue) => issue.change === change).map((issue) => ({ issue, cell })),
  );
  const keyOf = ({ issue: { id, impact, title }, cell: { library, providerApi } }: (typeof found)[number]) =>
    id ?? `${library} ${providerApi} ${impact} ${title}`;
  return [...Map.groupBy(found, keyOf).values()].flatMap(([first, ...rest]) =>
    first ? [{ issue: first.issue, cells: [first.cell, ...rest.map(({ cell }) => cell)] }] : [],
  );
}

/** How much has changed, for summaries. */
export interface ChangeCounts {
  readonly worse: number;
  readonly inside: number;
  readonly better: number;
  readonly fixed: number;
  /** How many libraries have such cells, and how many there are in both. */
  readonly libraries: {
    readonly worse: number;
    readonly inside: number;
    readonly better: number;
    readonly all: number;
  };
}

/** Pure. */
export function changeCounts(changes: Changes): ChangeCounts {
  const { worse, inside, better, fixed, unchanged } = changes;
  const of = (...cells: (readonly ChangedCell[])[]) => new Set(cells.flat().map(({ library }) => library));
  const all = of(changedCellsOf(changes));
  for (const { library } of unchanged) all.add(library);
  return {
    worse: worse.length,
    inside: inside.length,
    better: better.length,
    fixed: fixed.length,
    libraries: {
      worse: of(worse).size,
      inside: of(inside).size,
      better: of(better, fixed).size,
      all: all.size,
    },
  };
}
