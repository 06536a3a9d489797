import { loadColumnSchemas } from './column.ts';
import { loadDeviations } from './deviations.ts';
import { type WireSchemas, wireSchemasOf } from './exchange.ts';

// Read once per process, however many adapters of a column there are: these files do not change during a run.
const loaded = new Map<string, Promise<WireSchemas>>();

/** The wire schemas of a column, with the deviations of all recordings. @throws {UserError} a file of them is malformed. */
export function wireSchemasFor(providerApi: string): Promise<WireSchemas> {
  const known = loaded.get(providerApi) ?? load(providerApi);
  loaded.set(providerApi, known);
  return known;
}

async function load(providerApi: string): Promise<WireSchemas> {
  const [column, deviations] = await Promise.all([loadColumnSchemas(providerApi), loadDeviations()]);
  return wireSchemasOf(column, deviations);
}
