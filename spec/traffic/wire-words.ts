import type { Json } from '../../lib/canonical-json.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import { loadColumnSchemas, wireDocument } from '../wire/schemas/column.ts';
import { enumeratedIn, type WireWords } from './signatures.ts';

/** What the walk through answers of a provider API has to know: words are what the types of its SDK list. */
export async function wordsOf(providerApi: ProviderApiId, opaque: readonly string[]): Promise<WireWords> {
  const schemas = JSON.stringify(await loadColumnSchemas(providerApi));
  const sources = new Set([...schemas.matchAll(/"([a-z0-9-]+)#[\w.]+"/g)].map(([, source = '']) => source));
  const enumerated = enumeratedIn([...sources].map((source) => wireDocument(source).$defs as Json));
  return { opaque: new Set(opaque), enumerated };
}
