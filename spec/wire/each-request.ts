import type { HttpRequest } from '../../recordings/format/exchange.ts';
import type { RequestReading, WireReader } from './reader.ts';

/** One request, with paths that begin at its exchange: `request.body.messages[0]`. */
export type SingleRequestReading = Omit<RequestReading, 'exchange'>;

/** The readings of an API whose every request is whole in itself. */
export const eachRequest =
  (read: (request: HttpRequest) => SingleRequestReading): WireReader['readRequests'] =>
  (exchanges) =>
    exchanges.map(({ request }, exchange) => inCall(read(request), exchange));

/** The same with paths that begin at the client call: `exchanges[0].request.body.messages[0]`. */
function inCall({ paths, unread, ...rest }: SingleRequestReading, exchange: number): RequestReading {
  const prefix = `exchanges[${exchange}].`;
  return {
    exchange,
    ...rest,
    paths: new Map([...paths].map(([object, path]) => [object, `${prefix}${path}`])),
    unread: unread.map((u) => ({ ...u, path: `${prefix}${u.path}` })),
  };
}
