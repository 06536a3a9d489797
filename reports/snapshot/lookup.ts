import type { Impact } from '../../spec/verdicts/impact.ts';
import { bestOf, type CellState } from '../cells/cell-state.ts';
import type {
  Snapshot,
  SnapshotIssue,
  SnapshotLibrary,
  SnapshotProvider,
  SnapshotTool,
  SnapshotVerdict,
} from './schema.ts';

/** A gap with its title and impact, whoever says them. */
export interface NamedGap {
  readonly title: string;
  readonly impact: Impact;
  readonly conversations: number;
  /** Absent where no known issue covers it. */
  readonly issue?: SnapshotIssue;
}

/** The word of several libraries, and whose it is. */
export interface BestWord {
  readonly word: CellState;
  /** Those that have this word, in the order of the snapshot. */
  readonly libraries: readonly SnapshotLibrary[];
  /** No library is judged here: the word is that of the reference adapter, or of an example. */
  readonly isReferenceOnly: boolean;
}

/** Finds things in a snapshot. */
export interface Lookup {
  readonly snapshot: Snapshot;
  /** The tools of the matrix. What was judged beyond it, such as break-glass, is no row of a table. */
  readonly rows: readonly SnapshotTool[];
  readonly beyond: readonly SnapshotTool[];
  tool(id: string): SnapshotTool | undefined;
  providerApi(id: string): SnapshotProvider | undefined;
  library(id: string): SnapshotLibrary | undefined;
  issue(id: string): SnapshotIssue | undefined;
  /** What things are called; ids of what the snapshot does not have. */
  readonly titles: Readonly<Record<'tool' | 'providerApi' | 'library', (id: string) => string>>;
  /** Absent where the library has no adapter for the provider API, or where there is nothing to say but "not offered". */
  verdict(tool: string, providerApi: string, library: string): SnapshotVerdict | undefined;
  /** The word of a cell through a library; `undefined` where it has no adapter for the provider API. */
  word(tool: string, providerApi: string, library: string): CellState | undefined;
  /** The best word of a cell; of an example and the reference adapter only where no library is judged. */
  best(tool: string, providerApi: string): BestWord;
  gaps(verdict: SnapshotVerdict): readonly NamedGap[];
  /** Whether the provider offers the tool, or may. */
  isOffered(tool: string, providerApi: string): boolean;
}

/** Pure; what it returns looks things up in constant time. */
export function lookupOf(snapshot: Snapshot): Lookup {
  const byId = <T extends { readonly id: string }>(items: readonly T[]) =>
    new Map(items.map((item) => [item.id, item]));
  const keyOf = (...parts: string[]) => parts.join(' ');
  const tools = byId(snapshot.tools);
  const providers = byId(snapshot.providerApis);
  const libraries = byId(snapshot.libraries);
  const issues = byId(snapshot.knownIssues);
  const verdicts = new Map(snapshot.verdicts.map((v) => [keyOf(v.tool, v.providerApi, v.library), v]));
  const adapters = new Set(
    snapshot.libraries.flatMap(({ id, adapters }) => adapters.map((a) => keyOf(a.providerApi, id))),
  );
  const judged = new Set(snapshot.verdicts.map((v) => keyOf(v.tool, v.providerApi)));
  const beyond = snapshot.tools.filter(({ isBeyondMatrix }) => isBeyondMatrix);
  const isBeyond = new Set(beyond.map(({ id }) => id));
  const isOffered = (tool: string, providerApi: string): boolean =>
    Object.hasOwn(providers.get(providerApi)?.tools ?? {}, tool) ||
    (isBeyond.has(tool) && judged.has(keyOf(tool, providerApi)));
  const word = (tool: string, providerApi: string, library: string): CellState | undefined => {
    if (!adapters.has(keyOf(providerApi, library))) return undefined;
    const said = verdicts.get(keyOf(tool, providerApi, library))?.word;
    return said ?? (isOffered(tool, providerApi) ? 'not-judged' : 'not-offered');
  };
  return {
    snapshot,
    rows: snapshot.tools.filter(({ id }) => !isBeyond.has(id)),
    beyond,
    tool: (id) => tools.get(id),
    providerApi: (id) => providers.get(id),
    library: (id) => libraries.get(id),
    issue: (id) => issues.get(id),
    titles: {
      tool: (id) => tools.get(id)?.title ?? id,
      providerApi: (id) => providers.get(id)?.title ?? id,
      library: (id) => libraries.get(id)?.title ?? id,
    },
    verdict: (tool, providerApi, library) => verdicts.get(keyOf(tool, providerApi, library)),
    word,
    best(tool, providerApi) {
      const all = snapshot.libraries.flatMap((library) => {
        const state = word(tool, providerApi, library.id);
        return state === undefined ? [] : [{ library, state }];
      });
      const tried = all.filter(({ library, state }) => library.role === 'library' && state !== 'not-judged');
      const counted = tried.length > 0 ? tried : all;
      const best = bestOf(counted.map(({ state }) => state));
      const own = counted.filter(({ state }) => state === best).map(({ library }) => library);
      return { word: best, libraries: own, isReferenceOnly: tried.length === 0 && own.length > 0 };
    },
    gaps: ({ gaps }) =>
      gaps.map((gap) => {
        if (!('issue' in gap)) return gap;
        const issue = issues.get(gap.issue);
        if (!issue) throw new Error(`these verdicts have no known issue ${gap.issue}`);
        return { title: issue.title, impact: issue.impact, conversations: gap.conversations, issue };
      }),
    isOffered,
  };
}
