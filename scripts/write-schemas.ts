import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../files/write-atomic.ts';
import { repositoryFolder } from '../spec/engine/discover.ts';
import { publishedSchemas } from './published-schemas.ts';

/** Writes every published schema, removes those that are no more, and says which there are. */
export async function writeSchemas(folder: string = join(repositoryFolder, 'schemas')): Promise<void> {
  const schemas = publishedSchemas();
  for (const [name, schema] of Object.entries(schemas)) {
    await writeFileAtomic(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
    process.stdout.write(`schemas/${name}\n`);
  }
  for (const name of await readdir(folder)) if (!Object.hasOwn(schemas, name)) await rm(join(folder, name));
}
