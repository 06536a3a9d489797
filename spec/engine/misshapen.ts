import type { Exchange } from '../../recordings/format/exchange.ts';
import { deviationsAt, type WireSchemas } from '../wire/schemas/index.ts';

/**
 * What of recorded answers the provider's own types do not allow, unless the recording is listed as deviating there.
 *
 * @param recording `<provider API>/<tool>/<scenario>`
 */
export function misshapen(recording: string, exchanges: readonly Exchange[], schemas: WireSchemas): string[] {
  return exchanges.flatMap((exchange, i) =>
    schemas
      .response(exchange)
      .problems.filter(({ kind }) => kind !== 'missing')
      .filter(({ path }) => deviationsAt(schemas.deviations, recording, path).length === 0)
      .map(({ path, message, definition }) => `exchange ${i + 1}: ${path} ${message} (${definition})`),
  );
}
