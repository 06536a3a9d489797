/** Recordings that are played from without having taken their place. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Shelf } from '../../recordings/format/shelf.ts';

/** A recording as it would lie on disk; without bytes, one that is not there. */
export interface Candidate {
  readonly name: string;
  readonly bytes?: string | Uint8Array | undefined;
}

/** Puts recordings into a folder of their own while they stand in for those of the same name. */
export async function withCandidates<T>(
  all: readonly Candidate[],
  use: (instead: NonNullable<Shelf['instead']>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atc-candidates-'));
  try {
    for (const { name, bytes } of all) {
      if (bytes === undefined) continue;
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    }
    return await use({ folder, cassettes: all.map(({ name }) => name) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
