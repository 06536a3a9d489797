/** The calls of a client that the exchanges of a file make up. */
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { WireReader } from '../wire/reader.ts';
import type { RecordedCall } from './replay-call.ts';

/** An exchange of a file as it can be served; a source may have put several streams into one. */
export interface Servable {
  /** Place among the exchanges of the file. */
  readonly at: number;
  readonly exchanges: readonly Exchange[];
  readonly stream: boolean;
  /** False where the source keeps only the answer. */
  readonly hasRequest: boolean;
}

/** What is read together: the exchanges of one call, or the calls that a source put into one exchange. */
export interface CorpusSegment {
  /** Place of its first exchange among those of the file. */
  readonly at: number;
  /** How many exchanges of the file it holds. */
  readonly size: number;
  readonly calls: readonly RecordedCall[];
}

/** In the order of the file. Where the reader tells no calls apart, every exchange is one. */
export function partsOf(servable: readonly Servable[], reader: Pick<WireReader, 'callsOf'>): CorpusSegment[] {
  const located = servable.map((each) => ({
    ...each,
    parts: each.exchanges.map((exchange, i) => placed(each, exchange, i)),
  }));
  if (!reader.callsOf) {
    return located.map(({ at, stream, hasRequest, parts }) => ({
      at,
      size: 1,
      calls: parts.map(({ exchange, place }) => ({ exchanges: [exchange], places: [place], stream, hasRequest })),
    }));
  }
  const all = new Map(located.flatMap(({ parts }) => parts).map((part) => [part.exchange, part]));
  return reader.callsOf([...all.keys()]).map((exchanges) => {
    const members = exchanges.flatMap((exchange) => all.get(exchange) ?? []);
    const call: RecordedCall = {
      exchanges,
      places: members.map(({ place }) => place),
      stream: members.some(({ stream }) => stream),
      hasRequest: members.every(({ hasRequest }) => hasRequest),
    };
    return { at: members[0]?.at ?? 0, size: new Set(members.map(({ at }) => at)).size, calls: [call] };
  });
}

function placed({ at, exchanges, stream, hasRequest }: Servable, exchange: Exchange, part: number) {
  const place = exchanges.length > 1 ? `exchanges[${at}].streams[${part}]` : `exchanges[${at}]`;
  return { exchange, place, at, stream, hasRequest };
}
