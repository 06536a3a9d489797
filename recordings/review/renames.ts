import type { Change } from './change.ts';

/**
 * A member whose value is null, or the same everywhere, is not clearly renamed by itself; where another place shows that it is, it is one
 * here too. Pure.
 */
export function withRenames(changes: readonly Change[]): Change[] {
  const renames = new Set(
    changes.filter(({ what }) => what === 'member renamed').map(({ before, after }) => `${before} ${after}`),
  );
  if (renames.size === 0) return [...changes];
  const gained = new Map<string, Change[]>();
  for (const change of changes.filter(({ what }) => what === 'member added')) {
    gained.set(holderOf(change), [...(gained.get(holderOf(change)) ?? []), change]);
  }
  const taken = new Set<Change>();
  const found = changes.map((change) => {
    if (change.what !== 'member removed') return change;
    const [was, others] = [nameOf(change), gained.get(holderOf(change)) ?? []];
    const other = others.find((each) => renames.has(`${was} ${nameOf(each)}`) && each.after === change.before);
    if (!other) return change;
    taken.add(other);
    return { ...change, what: 'member renamed', before: was, after: nameOf(other) } as const;
  });
  return found.filter((change) => !taken.has(change));
}

const nameOf = ({ pointer }: Change): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** The object that a member is of. */
const holderOf = ({ exchange, side, event, pointer }: Change): string =>
  JSON.stringify([exchange, side, event?.index, pointer.slice(0, pointer.lastIndexOf('/'))]);
