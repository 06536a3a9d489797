import { byWord, type CellState } from '../cells/cell-state.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import type { SnapshotLibrary, SnapshotProvider, SnapshotTool } from '../snapshot/schema.ts';
import type { Answer } from './schema.ts';

/** The libraries that have an adapter for a provider API, the best first; the reference adapter, which is no library, last. */
export function ranked(tool: SnapshotTool, api: SnapshotProvider, lookup: Lookup): readonly SnapshotLibrary[] {
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
export function insteadOf(
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
