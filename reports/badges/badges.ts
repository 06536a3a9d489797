import { canonicalJson } from '../../lib/canonical-json.ts';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { declaredLine } from '../../spec/engine/capabilities.ts';
import { type CellState, cellStates, isUsable } from '../cells/cell-state.ts';
import { slug } from '../pages/anchor.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import type { SnapshotLibrary } from '../snapshot/schema.ts';
import { type Badge, shieldsOf, svgOf } from './drawing.ts';

/** What a badge is about; everything that is not named. */
export interface BadgeScope {
  readonly library?: string | undefined;
  readonly adapter?: string | undefined;
  readonly provider?: string | undefined;
  readonly tool?: string | undefined;
}

/** Where a badge lies, without its ending: `.svg` is the picture, `.json` the endpoint of shields.io. */
const badgeStem = (library: string, ...cell: readonly [] | readonly [tool: string, providerApi: string]): string =>
  ['badges', library, ...cell].map(slug).join('/');

/** The files of all badges, by path: one for each library, and one for each verdict. Pure. */
export function badgesOf(lookup: Lookup): ReadonlyMap<string, string> {
  const { libraries, verdicts } = lookup.snapshot;
  return new Map([
    ...libraries.flatMap(({ id }) => filesOf(badgeStem(id), badgeOf(lookup, { library: id }))),
    ...verdicts.flatMap(({ library, tool, providerApi, word }) =>
      filesOf(badgeStem(library, tool, providerApi), wordBadge(lookup, { library, tool, providerApi, word })),
    ),
  ]);
}

const filesOf = (stem: string, badge: Badge): [string, string][] => [
  [`${stem}.svg`, svgOf(badge)],
  [`${stem}.json`, `${canonicalJson(shieldsOf(badge), 1)}\n`],
];

/** A tool on a provider API through a library, and its word. */
interface Cell {
  readonly library: string;
  readonly tool: string;
  readonly providerApi: string;
  readonly word: CellState;
}

/**
 * The badge of some cells: the word of a tool through one adapter, else how many cells work. Examples and the reference adapters count only
 * where they are named, or where there is no library. Pure.
 *
 * @throws {UserError} an id that the snapshot does not have, or an adapter of another provider API.
 */
export function badgeOf(lookup: Lookup, scope: BadgeScope = {}): Badge {
  const adapters = adaptersOf(lookup, scope);
  const { tool } = scope;
  const [first, ...others] = adapters;
  if (tool !== undefined && first && others.length === 0) {
    const at = { library: first.library.id, tool, providerApi: first.providerApi };
    return wordBadge(lookup, { ...at, word: lookup.word(tool, first.providerApi, first.library.id) ?? 'not-judged' });
  }
  const cells = adapters.flatMap(({ library, providerApi, declared }) => {
    const offered = Object.entries(lookup.providerApi(providerApi)?.tools ?? {});
    return offered.flatMap(([id, { lifecycle, support }]): Cell[] => {
      if ((tool ?? id) !== id || lifecycle === 'retired' || support === 'unknown') return [];
      if (declared?.includes(id) === false) return [];
      return [
        { library: library.id, tool: id, providerApi, word: lookup.word(id, providerApi, library.id) ?? 'not-judged' },
      ];
    });
  });
  const providerApis = new Set(adapters.map(({ providerApi }) => providerApi));
  const named = [
    tool === undefined ? [] : lookup.titles.tool(tool),
    (scope.adapter ?? scope.provider) === undefined ? [] : [...providerApis].map((id) => lookup.titles.providerApi(id)),
  ].flat();
  const libraries = [...new Set(adapters.map(({ library }) => library.title))];
  const declared = first?.declared && declaredLine({ tools: first.declared }, lookup.snapshot.tools.length);
  return countBadge(named.join(' · ') || 'agent tools', cells, libraries, declared);
}

interface LibraryAdapter {
  readonly library: SnapshotLibrary;
  readonly providerApi: string;
  /** Tools, where it declares some alone. */
  readonly declared: readonly string[] | undefined;
}

function adaptersOf({ snapshot }: Lookup, { library, adapter, provider, tool }: BadgeScope): readonly LibraryAdapter[] {
  const { libraries, providerApis, tools } = snapshot;
  const all = libraries.flatMap((own) =>
    own.adapters.map(({ id, providerApi, tools: declared }) => ({ id, library: own, providerApi, declared })),
  );
  if (library !== undefined) assertKnown('library', library, idsOf(libraries));
  if (adapter !== undefined) assertKnown('adapter in these results', adapter, idsOf(all));
  if (provider !== undefined) assertKnown('provider API', provider, idsOf(providerApis));
  if (tool !== undefined) assertKnown('tool', tool, idsOf(tools));
  const chosen = all.filter(
    (a) =>
      (library ?? a.library.id) === a.library.id &&
      (adapter ?? a.id) === a.id &&
      (provider ?? a.providerApi) === a.providerApi,
  );
  if (adapter !== undefined && chosen.length === 0) {
    throw new UserError(`adapter "${adapter}" has another provider API than "${provider}"`, {
      hint: 'leave one of them out',
    });
  }
  const published = chosen.filter((a) => a.library.role === 'library');
  return published.length > 0 ? published : chosen;
}

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

function wordBadge(lookup: Lookup, { library, tool, providerApi, word }: Cell): Badge {
  const label = `${lookup.titles.tool(tool)} · ${lookup.titles.providerApi(providerApi)}`;
  const message = cellStates[word].word;
  const evidence = lookup.verdict(tool, providerApi, library)?.evidence;
  const proof = evidence === undefined ? '' : ` (evidence: ${evidence})`;
  return {
    label,
    message,
    word,
    title: `${label} through ${lookup.titles.library(library)}: ${message}${proof}`,
  };
}

/** A count with its whole: of the cells that were judged. How many were not is said too. */
function countBadge(label: string, cells: readonly Cell[], libraries: readonly string[], declared?: string): Badge {
  const judged = cells.filter(({ word }) => word !== 'not-judged');
  const working = judged.filter(({ word }) => isUsable(word));
  const left = cells.length - judged.length;
  const parts = [
    ...(judged.length > 0 ? [`${working.length} of ${judged.length} cells work`] : []),
    ...(left > 0 ? [`${left} not judged`] : []),
    ...(declared === undefined ? [] : [declared]),
  ];
  const message = parts.join(', ') || 'nothing offered';
  return { label, message, title: `${label} through ${libraries.join(', ') || 'no library'}: ${message}` };
}
