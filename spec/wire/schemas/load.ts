import { loadColumnSchemas } from './column.ts';
import { loadDeviations } from './deviations.ts';
import { type WireSchemas, wireSchemasOf } from './exchange.ts';

/** The wire schemas of a column, with the deviations of all recordings. @throws {UserError} a file of them is malformed. */
export async function wireSchemasFor(providerApi: string): Promise<WireSchemas> {
  const [column, deviations] = await Promise.all([loadColumnSchemas(providerApi), loadDeviations()]);
  return wireSchemasOf(column, deviations);
}
