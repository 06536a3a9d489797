import { escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { byWord, type CellState, isUsable } from '../cells/cell-state.ts';
import type { Newest } from '../newest/newest.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import { packagesOf } from '../snapshot/packages.ts';
import type { SnapshotLibrary, SnapshotProvider, SnapshotTool } from '../snapshot/schema.ts';
import type { Question } from './question.ts';
import type { Answer, CanIUse } from './schema.ts';

/** What a run in a folder knows besides its snapshot. */
export interface RunDetails {
  /** What came of the newest releases, where they were run. */
  readonly newest?: Newest | undefined;
  /** How the cases of an adapter are run again: it may be none of `adapters/`. */
  readonly runOf?: (adapter: string, tool: string) => string | undefined;
}

/** Answers a question from a snapshot. Pure. What others wrote is made visible: it does nothing to a terminal. */
export function canIUse(question: Question, lookup: Lookup, run: RunDetails = {}): CanIUse {
  const { tool, providerApis, library } = question;
  const of = (api: SnapshotProvider, by: SnapshotLibrary | undefined) => answerOf(tool, api, by, lookup, run);
  const [one, ...more] = providerApis;
  const ofEach = one && more.length === 0 && !library ? ranked(tool, one, lookup).map((by) => of(one, by)) : undefined;
  const answers =
    ofEach && ofEach.length > 0
      ? ofEach
      : providerApis
          .map((api) => of(api, library ?? ranked(tool, api, lookup)[0]))
          .toSorted((a, b) => byUse(a, b) || standsIn(a, lookup) - standsIn(b, lookup));
  return escapeControlDeep({
    version: 3,
    suite: lookup.snapshot.suite,
    question: {
      tool: tool.id,
      providerApis: providerApis.map(({ id }) => id),
      ...(library ? { library: library.id } : {}),
    },
    answers,
  });
}

/** Exit code: 0 it can be used, 1 it cannot or in part, 3 nobody knows. Of several answers the best one counts. Pure. */
export function exitCodeOf({ answers }: CanIUse): 0 | 1 | 3 {
  if (answers.some((answer) => isServed(answer) && isUsable(answer.word))) return 0;
  return answers.every((answer) => isServed(answer) && answer.word === 'not-judged') ? 3 : 1;
}

export const isServed = ({ api }: Answer): boolean => api.lifecycle !== 'retired';

const byUse = (a: Answer, b: Answer): number => Number(isServed(b)) - Number(isServed(a)) || byWord(a.word, b.word);

/** 1 where the answer is that of the reference adapter, which is no library. */
const standsIn = ({ library }: Answer, lookup: Lookup): number =>
  library !== undefined && lookup.library(library)?.role === 'library' ? 0 : 1;

const nothing = { passed: 0, of: 0 };

function answerOf(
  tool: SnapshotTool,
  api: SnapshotProvider,
  library: SnapshotLibrary | undefined,
  lookup: Lookup,
  { newest, runOf = runOfAdapter }: RunDetails,
): Answer {
  const verdict = library && lookup.verdict(tool.id, api.id, library.id);
  const adapter = library?.adapters.find(({ providerApi }) => providerApi === api.id);
  const word =
    (library && lookup.word(tool.id, api.id, library.id)) ??
    (lookup.isOffered(tool.id, api.id) ? 'not-judged' : 'not-offered');
  const offered = Object.hasOwn(api.tools, tool.id) ? api.tools[tool.id] : undefined;
  const ran = newest?.adapters.find(({ id }) => id === adapter?.id);
  const moved = ran?.states[tool.id];
  const command = adapter && runOf(adapter.id, tool.id);
  return {
    tool: tool.id,
    providerApi: api.id,
    ...(library ? { library: library.id } : {}),
    ...(adapter ? { adapter: adapter.id } : {}),
    word,
    shares: {
      core: verdict?.core ?? nothing,
      extended: verdict?.extended ?? nothing,
      edge: verdict?.edge ?? nothing,
      robustness: verdict?.robustness ?? nothing,
    },
    ...(verdict?.evidence ? { evidence: verdict.evidence } : {}),
    ...(offered ? { offered: { support: offered.support, lifecycle: offered.lifecycle } } : {}),
    api: {
      lifecycle: api.lifecycle,
      ...(api.since === undefined ? {} : { since: api.since }),
      ...(api.until === undefined ? {} : { until: api.until }),
    },
    gaps: verdict
      ? lookup.gaps(verdict).map(({ title, impact, conversations, issue }) => ({
          ...(issue ? { issue: issue.id } : {}),
          ...{ title, impact, conversations },
          ...(issue ? { upstream: issue.upstream } : {}),
          ...(issue?.fixed === undefined ? {} : { fixed: issue.fixed }),
        }))
      : [],
    instead: insteadOf(tool, api, library, word, lookup),
    packages: adapter && library ? packagesOf(adapter, api, library) : [],
    ...(ran && moved && moved !== word ? { newest: { word: moved, packages: ran.packages } } : {}),
    ...(command === undefined || word === 'not-offered'
      ? {}
      : { proof: { run: command, page: `reports/out/index.html#cell-${tool.id}--${api.id}` } }),
  };
}

const runOfAdapter = (adapter: string, tool: string): string => `npm run atc -- run ${adapter}/${tool}`;

/** The libraries that have an adapter for a provider API, the best first; the reference adapter, which is no library, last. */
function ranked(tool: SnapshotTool, api: SnapshotProvider, lookup: Lookup): readonly SnapshotLibrary[] {
  const rated = lookup.snapshot.libraries.flatMap((library) => {
    const word = lookup.word(tool.id, api.id, library.id);
    if (word === undefined || library.role === 'example') return [];
    const verdict = lookup.verdict(tool.id, api.id, library.id);
    return [{ library, word, gaps: verdict?.gaps.length ?? 0, isNone: library.role === 'library' ? 0 : 1 }];
  });
  const isJudged = rated.some(({ word, isNone }) => isNone === 0 && word !== 'not-judged');
  return rated
    .toSorted((a, b) => (isJudged ? a.isNone - b.isNone : 0) || byWord(a.word, b.word) || a.gaps - b.gaps)
    .map(({ library }) => library);
}

/** What works better: other libraries or, where the provider API is not one to go by, the same library on others. */
function insteadOf(
  tool: SnapshotTool,
  api: SnapshotProvider,
  library: SnapshotLibrary | undefined,
  word: CellState,
  lookup: Lookup,
): Answer['instead'] {
  const on = (one: SnapshotProvider, libraries: readonly SnapshotLibrary[]) =>
    libraries.flatMap((by) => {
      const other = lookup.word(tool.id, one.id, by.id);
      return other && worthNaming.includes(other) ? [{ library: by.id, providerApi: one.id, word: other }] : [];
    });
  if (api.lifecycle !== 'retired' && lookup.isOffered(tool.id, api.id)) {
    const better = on(api, ranked(tool, api, lookup)).filter((other) => byWord(other.word, word) < 0);
    const libraries = better.filter((other) => lookup.library(other.library)?.role === 'library');
    return libraries.length > 0 ? libraries : better;
  }
  const others = lookup.snapshot.providerApis.filter((one) => one !== api && one.lifecycle !== 'retired');
  const own = library ? others.flatMap((one) => on(one, [library])) : [];
  const all = own.length > 0 ? own : others.flatMap((one) => on(one, ranked(tool, one, lookup).slice(0, 1)));
  return all.toSorted((a, b) => byWord(a.word, b.word));
}

const worthNaming: readonly CellState[] = ['works', 'works-with-gaps', 'in-part'];
