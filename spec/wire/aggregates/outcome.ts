/**
 * A stream, read twice: by our reader from its events, and by the provider's own SDK, whose whole message our reader then
 * reads as a body. The two must say the same: that the reader is our own work must not be the only proof of it.
 */
import type { Json } from '../../../files/canonical-json.ts';
import type { Exchange, HttpResponse } from '../../../recordings/format/exchange.ts';
import { compareFacts } from '../../facts/compare.ts';
import type { WireReader } from '../reader.ts';

/** What an SDK makes of a whole stream; it rejects where the stream holds an error. */
export type Aggregate = (response: HttpResponse) => Promise<Json>;

/** Everything in which the two differ, in words; empty where they say the same. */
export async function aggregateOutcome(
  exchange: Exchange,
  reader: WireReader,
  aggregate: Aggregate,
): Promise<string[]> {
  const { facts } = reader.readResponses([exchange]);
  const isError = facts.some(({ fact }) => fact.kind === 'error');
  let whole: Json;
  try {
    whole = await aggregate(exchange.response);
  } catch (error) {
    return isError ? [] : [`the SDK threw ${error}`];
  }
  if (isError) return ['the stream holds an error, and the SDK did not throw'];
  const body = { text: JSON.stringify(whole) };
  const response = { status: 200, headers: [['content-type', 'application/json'] as const], body };
  const told = reader.readResponses([{ ...exchange, transport: 'json', response }]).facts;
  return compareFacts(facts, told).differences.map(({ message }) => message);
}

/** True for an answer that is a stream. */
export const isStream = ({ status, headers }: HttpResponse): boolean =>
  status < 400 && headers.some(([name, value]) => name === 'content-type' && value.includes('event-stream'));
