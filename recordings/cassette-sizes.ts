import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of each recording of a provider API. */
export function sizesOf(providerApi: string): readonly number[] {
  const folder = join(import.meta.dirname, 'cassettes', providerApi);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
}
