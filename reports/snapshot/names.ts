/** What tools, provider APIs and libraries are called, as people type it. */
import { distance } from 'fastest-levenshtein';
import { memoize } from '../../lib/memoize.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Lookup } from './lookup.ts';
import type { SnapshotLibrary, SnapshotProvider, SnapshotTool } from './schema.ts';

/** Something of a snapshot that has names. */
interface Named {
  readonly id: string;
  readonly title?: string;
  readonly shortTitle?: string;
  readonly vendor?: string;
  readonly alsoCalled?: readonly string[] | undefined;
}

interface Kinds {
  readonly tool: SnapshotTool;
  readonly 'provider API': SnapshotProvider;
  readonly library: SnapshotLibrary;
}

/** All names of a tool, a provider API or a library, the id first; none that differs from another only in case or hyphens. */
export function namesOf({ id, title, shortTitle, vendor, alsoCalled = [] }: Named): readonly string[] {
  const full = vendor !== undefined && shortTitle !== undefined ? [`${vendor} ${shortTitle}`] : [];
  const names = [id, title, ...full, shortTitle, vendor, ...alsoCalled].filter((name) => name !== undefined);
  return names.filter((name, i) => names.findIndex((other) => plainName(other) === plainName(name)) === i);
}

/** Those that are called so, whatever the case, spaces, dots and hyphens. Pure. */
export const called = <T extends Named>(text: string, items: readonly T[]): readonly T[] => {
  const plain = plainName(text);
  return items.filter((item) => plainNamesOf(item).has(plain));
};

const plainNamesOf = memoize((item: Named) => new Set(namesOf(item).map(plainName)));

/**
 * What a name means: at least one item, and several where they share it (`bedrock`). Pure.
 *
 * @throws {UserError} nothing is called so; the hint has the nearest three
 */
export function resolveName<K extends keyof Kinds>(kind: K, text: string, lookup: Lookup): readonly Kinds[K][] {
  const { tools, providerApis, libraries } = lookup.snapshot;
  const items: { readonly [Kind in keyof Kinds]: readonly Kinds[Kind][] } = {
    tool: tools,
    'provider API': providerApis,
    library: libraries,
  };
  const all: readonly Kinds[K][] = items[kind];
  const found = called<Kinds[K]>(text, all);
  if (found.length === 0) throw unknownName(kind, text, all);
  return found;
}

/** The error for a name that nothing has. */
export function unknownName(what: string, text: string, items: readonly Named[]): UserError {
  const typed = plainName(text);
  const near = items
    .map((item) => {
      const names = namesOf(item).map((name) => ({ name, far: distanceOf(typed, plainName(name)) }));
      const [best] = names.toSorted((a, b) => a.far - b.far);
      return {
        far: best?.far ?? 0,
        shown: best && best.far < (names[0]?.far ?? 0) ? `${item.id} (${best.name})` : item.id,
      };
    })
    .toSorted((a, b) => a.far - b.far)
    .slice(0, 3);
  return new UserError(`unknown ${what} "${text}"`, {
    hint: `did you mean: ${near.map(({ shown }) => shown).join(', ')}`,
  });
}

/** What begins as it was typed is nearer than any other. */
const distanceOf = (typed: string, name: string): number =>
  typed !== '' && name.startsWith(typed) ? 0 : distance(typed, name);

export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
