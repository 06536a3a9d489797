import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { didYouMean } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { rulesOf } from './conditions.ts';
import type { WireReader } from './reader.ts';
import { wireSchemasFor } from './schemas/index.ts';

/** TypeScript here, and JavaScript in the package that is published. */
const extension = extname(import.meta.filename);

/**
 * The reader of a provider API's wire: what `spec/provider-apis/<provider API>/reader.ts` exports as `reader`, loaded when first asked for.
 *
 * @throws {UserError} there is no such provider API.
 */
export async function wireReaderFor(providerApi: string): Promise<WireReader> {
  if (!providerApiIds.includes(providerApi)) {
    throw new UserError(`no wire reader of "${providerApi}"`, {
      hint: didYouMean(providerApi, providerApiIds),
    });
  }
  const path = join(import.meta.dirname, '../provider-apis', providerApi, `reader${extension}`);
  const { reader } = (await import(pathToFileURL(path).href)) as { readonly reader: WireReader };
  const { rules = [], conditions = [] } = reader;
  return { ...reader, rules: [...rules, ...rulesOf(conditions)], schemas: await wireSchemasFor(providerApi) };
}
