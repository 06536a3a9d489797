import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { Trace } from '../../engine/trace.ts';

/** An exchange with its place in a trace: `steps[0].exchanges[1]`. */
export interface PlacedExchange {
  readonly exchange: Exchange;
  readonly path: string;
}

/** All that went over the wire, in order. */
export const exchangesOf = ({ steps, closing }: Trace): PlacedExchange[] => [
  ...steps.flatMap(({ exchanges }, s) =>
    exchanges.map((exchange, i) => ({ exchange, path: `steps[${s}].exchanges[${i}]` })),
  ),
  ...closing.map((exchange, i) => ({ exchange, path: `closing[${i}]` })),
];

/** False where the recording answers with a refusal of the request: such a case is about the refusal. */
export const isAccepted = ({ exchange: { response } }: { readonly exchange: Exchange }): boolean =>
  response.status !== 400 && response.status !== 422;
