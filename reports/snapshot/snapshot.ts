import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { parseData } from '../../lib/data-file.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import type { Matrix, ProviderApi, Tool } from '../../matrix/model.ts';
import { adrTables } from '../../matrix/schema.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { issuesIn } from '../../spec/results/case-result.ts';
import type { CaseResult, ListedIssue, Results } from '../../spec/results/schema.ts';
import type { Tier } from '../../spec/scenarios/schema.ts';
import { isSeenInTraffic } from '../../spec/traffic/corroboration.ts';
import type { CellTraffic, ToolTraffic } from '../../spec/traffic/traffic.ts';
import { byEvidence, byImpact, type EvidenceGrade } from '../../spec/verdicts/impact.ts';
import { worded } from '../cells/case-impact.ts';
import { cellState, hasGap, isJudged, numbersOf } from '../cells/cell-state.ts';
import { gapsOf } from '../cells/gaps.ts';
import { type Share, type Snapshot, type SnapshotIssue, type SnapshotVerdict, snapshotVersion } from './schema.ts';

/**
 * The snapshot of a run. Pure: the same verdicts give the same snapshot, whenever they were reached.
 *
 * @param names what implementations are called; one that is not among them is a library that is called by its id
 * @param suite the version of this project
 * @param traffic how far real traffic shows what the recordings hold
 */
export function snapshotOf(
  results: Results,
  names: LibraryNames,
  suite: string,
  traffic: ToolTraffic = new Map(),
): Snapshot {
  const { providers } = results.matrix as Matrix;
  const { adapters } = results.run;
  const tools = subjectsOf(results).toSorted(byRank);
  const columns = providers.toSorted(byRank);
  const libraries = [...new Set(adapters.map(({ implementation }) => implementation))]
    .map((id) => ({ id, ...(names.get(id) ?? unnamed(id)) }))
    .toSorted(byRank);
  const byCell = Map.groupBy(results.cases, (c) => JSON.stringify([c.tool, c.adapter]));
  const verdicts = libraries.flatMap((library) =>
    columns.flatMap((column) =>
      adapters
        .filter((a) => a.implementation === library.id && a.providerApi === column.id)
        .flatMap((adapter) =>
          tools.flatMap((tool) => {
            const cases = byCell.get(JSON.stringify([tool.id, adapter.id])) ?? [];
            return cases.length === 0 ? [] : verdictOf(cases, column, results, traffic);
          }),
        ),
    ),
  );
  return {
    version: snapshotVersion,
    suite,
    tools: tools.map(({ id, title, alsoCalled, isBeyondMatrix }) => ({
      id,
      title,
      ...alsoCalledOf(alsoCalled),
      ...(isBeyondMatrix ? { isBeyondMatrix } : {}),
    })),
    providerApis: columns.map((column) => providerOf(column, traffic)),
    libraries: libraries.map(({ id, title, role, alsoCalled, decisionRecord }) => ({
      id,
      title,
      role,
      ...alsoCalledOf(alsoCalled),
      ...(decisionRecord === undefined ? {} : { decisionRecord }),
      adapters: adapters
        .filter(({ implementation }) => implementation === id)
        .map((a) => ({
          id: a.id,
          providerApi: a.providerApi,
          packages: Object.fromEntries(a.packages.map(({ name, version }) => [name, version])),
          ...(a.capabilities?.tools ? { tools: [...a.capabilities.tools] } : {}),
        })),
    })),
    verdicts,
    knownIssues: knownIssuesOf(results),
  };
}

const unnamed = (id: string): LibraryName => ({ title: id, role: 'library' });

const byRank = (a: { readonly rank?: number | undefined }, b: { readonly rank?: number | undefined }): number =>
  (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER);

const alsoCalledOf = (names: readonly string[] | undefined) => (names === undefined ? {} : { alsoCalled: [...names] });

function providerOf(
  { id, title, vendor, shortTitle, alsoCalled, lifecycle, cells }: ProviderApi,
  traffic: ToolTraffic,
) {
  const offered = Object.entries(cells).filter(([, { support }]) => support !== 'no');
  return {
    id,
    title,
    vendor: vendor ?? title,
    shortTitle: shortTitle ?? title,
    ...alsoCalledOf(alsoCalled),
    lifecycle: lifecycle.status,
    ...(lifecycle.since === undefined ? {} : { since: lifecycle.since }),
    ...(lifecycle.until === undefined ? {} : { until: lifecycle.until }),
    tools: Object.fromEntries(
      offered.map(([tool, { support, lifecycle: own }]) => {
        const seen = traffic.get(id)?.[tool];
        return [tool, { support, lifecycle: own, ...(seen ? { traffic: seen } : {}) }];
      }),
    ),
  };
}

/** What a library does with one tool on one provider API. Pure. */
function verdictOf(
  cases: readonly CaseResult[],
  column: ProviderApi,
  { run, checks }: Results,
  traffic: ToolTraffic,
): SnapshotVerdict[] {
  const [first] = cases;
  if (!first) return [];
  const { tool, providerApi, implementation: library } = first;
  const support = Object.hasOwn(column.cells, tool) ? column.cells[tool as keyof typeof column.cells].support : 'yes';
  const gaps = gapsOf(cases, issuesIn(run), checks);
  const others = cases.flatMap(issuesIn(run)).map(issueId);
  const evidence = evidenceOf(cases, traffic.get(providerApi)?.[tool]);
  const word = cellState(support, cases.map(worded));
  // Of these there is nothing else to say, and they are many.
  if (word === 'not-offered' && others.length === 0) return [];
  return [
    {
      tool,
      providerApi,
      library,
      word,
      core: conversationsOf(cases, 'core'),
      extended: conversationsOf(cases, 'extended'),
      edge: conversationsOf(cases, 'edge'),
      robustness: numbersOf(cases).robustness,
      ...(evidence === undefined ? {} : { evidence }),
      gaps: gaps.map(({ issue, title, impact, conversations }) =>
        issue === undefined ? { title, impact, conversations } : { issue, conversations },
      ),
      otherIssues: [...new Set(others)].filter((id) => !gaps.some(({ issue }) => issue === id)).sort(),
    },
  ];
}

/** The weakest evidence of the core conversations; what is documented alone may be seen in real traffic as a whole. */
function evidenceOf(cases: readonly CaseResult[], traffic: CellTraffic | undefined): EvidenceGrade | undefined {
  const [weakest] = cases.flatMap(coreEvidence).toSorted(byEvidence).toReversed();
  return weakest === 'documented' && traffic && isSeenInTraffic(traffic) ? 'traffic' : weakest;
}

const coreEvidence = ({ kind, tier, evidence }: CaseResult) =>
  kind === 'scenario' && tier === 'core' && evidence !== 'none' ? [evidence] : [];

/** The id of a known issue among those of all adapters. */
const issueId = ({ adapter, id }: Pick<ListedIssue, 'adapter' | 'id'>): string => `${adapter}/${id}`;

/** Conversations of a tier that work in every mode, of those that were judged in one. Pure. */
function conversationsOf(cases: readonly CaseResult[], tier: Tier): Share {
  const own = Map.groupBy(
    cases.filter((c) => c.tier === tier && c.kind === 'scenario' && isJudged(worded(c))),
    ({ scenario }) => scenario,
  );
  const works = [...own.values()].filter((modes) => !modes.map(worded).some(hasGap));
  return { passed: works.length, of: own.size };
}

function knownIssuesOf({ run, cases }: Results): SnapshotIssue[] {
  const tools = new Map<string, Set<string>>();
  for (const c of cases) {
    for (const id of c.knownIssues ?? []) {
      const key = `${c.adapter}/${id}`;
      tools.set(key, (tools.get(key) ?? new Set()).add(c.tool));
    }
  }
  const adapters = new Map(run.adapters.map((adapter) => [adapter.id, adapter]));
  return (run.knownIssues ?? [])
    .flatMap((issue) => {
      const adapter = adapters.get(issue.adapter);
      return adapter ? [issueOf(issue, adapter, [...(tools.get(issueId(issue)) ?? [])])] : [];
    })
    .toSorted((a, b) => byImpact(a.impact, b.impact) || byEvidence(a.evidence, b.evidence) || (a.id < b.id ? -1 : 1));
}

function issueOf(issue: ListedIssue, adapter: Results['run']['adapters'][number], tools: string[]): SnapshotIssue {
  const { title, impact, seen_by_users: seenByUsers, state, evidence, upstream, versions, reproduction } = issue;
  const byDesign = typeof state === 'object' ? state.by_design : undefined;
  return {
    id: issueId(issue),
    library: adapter.implementation,
    providerApi: adapter.providerApi,
    title,
    ...(seenByUsers === undefined ? {} : { seenByUsers }),
    impact,
    ...(state === undefined ? {} : { state: typeof state === 'object' ? 'by_design' : state }),
    ...(byDesign === undefined ? {} : { byDesign }),
    evidence: evidence.grade,
    upstream,
    ...(versions === undefined ? {} : { version: versions.seen }),
    ...(versions?.fixed == null ? {} : { fixed: versions.fixed }),
    ...(reproduction === undefined ? {} : { reproduction }),
    tools: tools.sort(),
  };
}

/** What a row is about: a tool of the matrix, or something beyond it that cases were run for. */
type Subject = Pick<Tool, 'title' | 'description' | 'rank' | 'alsoCalled'> & {
  readonly id: string;
  /** No tool of the matrix. */
  readonly isBeyondMatrix?: true;
};

/** What cases can be about that is no tool of the matrix. */
const beyondMatrix: readonly Subject[] = [
  {
    id: 'break-glass',
    title: 'Break-glass',
    isBeyondMatrix: true,
    description:
      'What the contract has no word for, said in the provider’s own: raw tools, and raw members of the request. No row of the availability table.',
  },
];

/** The rows of a run: the tools of its matrix, then what it ran beyond them. Pure. */
const subjectsOf = ({ matrix, cases }: Results): readonly Subject[] => [
  ...(matrix as Matrix).tools,
  ...beyondMatrix.filter(({ id }) => cases.some((c) => c.tool === id)),
];

/** What an implementation is called, and what it is: `conformance` of `adapters/<implementation>/package.json`. */
const LibraryName = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    role: Type.Enum(['library', 'reference', 'example']),
    rank: Type.Optional(Type.Integer({ minimum: 1 })),
    alsoCalled: Type.Optional(Type.Array(Type.String({ pattern: '^[^A-Z]+$' }), { minItems: 1, uniqueItems: true })),
    /** The decision record in which the library was designed: its marks stand beside the words of its cells. */
    decisionRecord: Type.Optional(Type.Enum([...adrTables])),
  },
  { additionalProperties: false },
);

const PackageFile = Type.Object({ conformance: Type.Optional(LibraryName) });

type LibraryName = Type.Static<typeof LibraryName>;
export type LibraryNames = ReadonlyMap<string, LibraryName>;

/** Names of the implementations of a repository, by id. @throws {UserError} a package file does not parse or does not fit */
export function readLibraryNames(root: string = repositoryFolder): LibraryNames {
  const folder = join(root, 'adapters');
  // The package that others install has none.
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder).flatMap((id) => {
      const path = join(folder, id, 'package.json');
      const bytes = readIfExists(path, 'package file');
      if (bytes === undefined) return [];
      const { conformance } = parseData(decodeText(bytes, path, 'package file'), path, PackageFile, 'package file');
      return conformance ? [[id, conformance] as const] : [];
    }),
  );
}
