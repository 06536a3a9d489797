import { plainName } from './names.ts';
import type { SnapshotLibrary, SnapshotProvider } from './schema.ts';

/** The packages of an adapter that belong to a provider, the library's own first; all of them where no name tells. */
export function packagesOf(
  { packages }: SnapshotLibrary['adapters'][number],
  { id, alsoCalled = [] }: SnapshotProvider,
  { id: library, alsoCalled: names = [] }: SnapshotLibrary,
): { name: string; version: string }[] {
  const [first = ''] = id.split('-');
  const words = [first, ...alsoCalled.filter((name) => !name.includes(' '))];
  const all = Object.entries(packages).map(([name, version]) => ({ name, version }));
  const own = all.filter(({ name }) => words.some((word) => name.includes(word)));
  const isOthers = ({ name }: { name: string }) =>
    [library, ...names].some((known) => plainName(name).startsWith(plainName(known))) ? 0 : 1;
  return (own.length > 0 ? own : all).toSorted((a, b) => isOthers(a) - isOthers(b));
}
