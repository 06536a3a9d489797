import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compactJson, type Json } from '../lib/canonical-json.ts';
import { type Sample, sampled } from '../lib/sample.ts';
import { writeFileAtomic } from '../lib/write-atomic.ts';
import { repositoryFolder } from '../spec/engine/discover.ts';
import { publishedSchemas } from './published-schemas.ts';
import type { WireSchemaSource } from './wire-schemas/definitions.ts';
import { loadWidenings, wireDocumentOf, wireSchemaSources } from './wire-schemas/document.ts';

/**
 * Writes every schema of `schemas/` from what it is made of: the published ones, and those of the providers' wires. Those that
 * are no more are removed.
 *
 * @param isCheck writes nothing
 * @param sample looks at some of the wires alone
 * @returns the files that changed, or would, below the folder.
 * @throws {UserError} an SDK is not installed, or a widening is needless.
 */
export async function writeSchemas({
  isCheck,
  sample,
  folder = join(repositoryFolder, 'schemas'),
}: {
  readonly isCheck: boolean;
  readonly folder?: string;
  readonly sample?: Sample | undefined;
}): Promise<string[]> {
  const sources = sampled(wireSchemaSources, sample, ({ id }) => id);
  const wanted = await wantedFiles(sources);
  const all = new Set([...wanted.keys(), ...wireSchemaSources.map(nameOf)]);
  const there = await filesBelow(folder);
  const stale: string[] = [];
  for (const [name, text] of wanted) {
    if (there.get(name) === text) continue;
    stale.push(name);
    if (!isCheck) await writeFileAtomic(join(folder, name), text);
  }
  for (const name of there.keys()) {
    if (all.has(name)) continue;
    stale.push(name);
    if (!isCheck) await rm(join(folder, name));
  }
  return stale;
}

const nameOf = ({ id }: Pick<WireSchemaSource, 'id'>): string => `wire/${id}.json`;

async function wantedFiles(sources: readonly WireSchemaSource[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const [name, schema] of Object.entries(publishedSchemas())) {
    files.set(name, compactJson(schema));
  }
  const widenings = await loadWidenings();
  for (const source of sources) {
    const applied = [...(source.widenedAs ?? []), source.id].flatMap((id) => widenings[id] ?? []);
    const document = await wireDocumentOf(source, applied);
    files.set(nameOf(source), compactJson(document as unknown as Json));
  }
  return files;
}

async function filesBelow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = files.map(async (path) => {
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    return [name, await readFile(path, 'utf8')] as const;
  });
  return new Map(await Promise.all(texts));
}
