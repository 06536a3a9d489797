import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ownShelf } from '../../recordings/format/shelf.ts';

/** Bytes of recordings by name, each looked at once; none where there is no such recording. */
export function recordingSizes(): (name: string) => number {
  const known = new Map<string, number>();
  return (name) => {
    const size = known.get(name) ?? statSync(join(ownShelf.folder, name), { throwIfNoEntry: false })?.size ?? 0;
    known.set(name, size);
    return size;
  };
}
