import type { GridData, Group } from './data.ts';

/**
 * {@link GridData} as it lies in a page: what many groups share is said once and pointed at, since there are as many groups as there
 * are adapters, tools and modes.
 */
interface Packed extends Omit<GridData, 'cells'> {
  /** What groups point at. */
  readonly words: readonly (readonly (string | boolean)[])[];
  readonly cells: readonly (readonly (PackedCell | null)[])[];
}

type PackedCell = Omit<NonNullable<GridData['cells'][number][number]>, 'groups'> & {
  /** Of each group how many cases, then for each member a place in its words; none of those at the end that are absent. */
  readonly groups: readonly (readonly number[])[];
};

const members = [
  'adapter',
  'implementation',
  'mode',
  'kind',
  'tier',
  'impact',
  'verdict',
  'evidence',
  'since',
  'stale',
] as const;

/** As JSON. */
export function packed(data: GridData): string {
  const words = members.map((): (string | boolean)[] => []);
  const placeOf = (value: string | boolean, own: (string | boolean)[]) =>
    own.includes(value) ? own.indexOf(value) : own.push(value) - 1;
  const group = (g: Group): number[] => {
    const places = members.map((name, i) => {
      const value = g[name];
      return value === undefined ? -1 : placeOf(value, words[i] ?? []);
    });
    return [g.n, ...places.slice(0, places.findLastIndex((place) => place >= 0) + 1)];
  };
  const cells = data.cells.map((row) => row.map((cell) => cell && { ...cell, groups: cell.groups.map(group) }));
  return JSON.stringify({ ...data, words, cells } satisfies Packed);
}

/** Undoes {@link packed}. */
export function unpacked(json: string): GridData {
  const { words, cells, ...rest } = JSON.parse(json) as Packed;
  const group = ([n, ...places]: readonly number[]): Group =>
    Object.fromEntries([
      ['n', n],
      ...places.flatMap((place, i) => (place < 0 ? [] : [[members[i], words[i]?.[place]]])),
    ]) as unknown as Group;
  return { ...rest, cells: cells.map((row) => row.map((cell) => cell && { ...cell, groups: cell.groups.map(group) })) };
}
