import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownShelf } from '../../recordings/format/shelf.ts';
import type { RecordingSize } from './length.ts';

/** How large recordings are, each column looked at once. */
export function recordingSizes(): RecordingSize {
  const known = new Map<string, number>();
  return (providerApi) => {
    const size = known.get(providerApi) ?? meanSize(join(ownShelf.folder, providerApi));
    known.set(providerApi, size);
    return size;
  };
}

function meanSize(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((e) => e.isFile()).map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
}
