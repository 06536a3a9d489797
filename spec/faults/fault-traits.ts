import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { providerApiIds } from '../../matrix/ids.ts';
import type { FaultTraits } from '../../recordings/faults/fault.ts';

/** TypeScript here, and JavaScript in the package that is published. */
const extension = extname(import.meta.filename);

const fileOf = (id: string): string => join(import.meta.dirname, '../provider-apis', id, `fault-traits${extension}`);

const all = new Map<string, FaultTraits>(
  await Promise.all(
    providerApiIds
      .filter((id) => existsSync(fileOf(id)))
      .map(async (id) => [id, (await import(pathToFileURL(fileOf(id)).href)).faults] as const),
  ),
);

/** What `spec/provider-apis/<provider API>/fault-traits.ts` exports as `faults`. Answers of an API without this file have the faults of any API. */
export const faultTraitsOf = (providerApi: string): FaultTraits => all.get(providerApi) ?? {};
