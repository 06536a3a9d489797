import type { WireReader } from '../reader.ts';
import type { Dialect } from './dialect.ts';
import { Kept } from './kept.ts';

/** What calls ask, where the provider keeps assistants, threads and runs. See {@link WireReader.readRequests}. */
export const requestsIn =
  (dialect: Dialect): WireReader['readRequests'] =>
  (exchanges, earlier = []) => {
    const kept = new Kept(dialect);
    for (const exchange of earlier) kept.take(exchange);
    return exchanges.flatMap((exchange, i) => kept.take(exchange, i) ?? []);
  };
