import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import type { LocatedFact, Reading, Unread } from '../../facts/fact.ts';
import { asArray, asObject, jsonOf } from '../json.ts';
import { serverSentEvents } from '../sse.ts';
import { unreadableOf } from '../unreadable.ts';
import { type Chunk, readAnswer } from './answer.ts';
import { actionsOf } from './declared.ts';
import { errorFact } from './error.ts';
import { inCamelCase } from './proto-names.ts';

/** What the answers of one client call say. See {@link import('../reader.ts').WireReader.readResponses}. */
export function readResponses(exchanges: readonly Exchange[]): Reading {
  const readings = exchanges.map((exchange, i) => readExchange(exchange, `exchanges[${i}].response`));
  return { facts: readings.flatMap(({ facts }) => facts), unread: readings.flatMap(({ unread }) => unread) };
}

function readExchange({ request, response }: Exchange, path: string): Reading {
  const body = jsonOf(response.body);
  if (response.status >= 400) {
    const unread: Unread[] = body === undefined ? [{ path: `${path}.body`, what: 'body that is no JSON' }] : [];
    const fact: LocatedFact = { fact: errorFact(body, response), path: `${path}.body` };
    return { facts: [fact], unread };
  }
  if (body === undefined && !isStream(response)) {
    const unread = [{ path: `${path}.body`, what: 'body that is no JSON' }];
    return { facts: unreadableOf(response, `${path}.body`), unread };
  }
  const asked = asObject(jsonOf(request.body));
  const { chunks, unread } = chunksOf({ response }, path);
  const reading = readAnswer(chunks, actionsOf(asked && inCamelCase(asked)));
  return { facts: reading.facts, unread: [...unread, ...reading.unread] };
}

/** The responses of which an answer is made: one, or as many as a stream brought. */
export function chunksOf({ response }: Pick<Exchange, 'response'>, path: string): Chunks {
  return isStream(response) ? chunksOfEvents(response.body.text, path) : chunksOfJson(jsonOf(response.body), path);
}

const isStream = (response: Exchange['response']): boolean =>
  (headerOf(response, 'content-type') ?? '').includes('event-stream') && response.body.encoding === undefined;

type Chunks = { readonly chunks: Chunk[]; readonly unread: Unread[] };

function chunksOfEvents(text: string, path: string): Chunks {
  const events = serverSentEvents(text).map(({ json }, i) => ({
    body: asObject(json),
    path: `${path}.events[${i}]`,
  }));
  return {
    chunks: events.flatMap(({ body, path: at }) => (body ? [{ body, path: at }] : [])),
    unread: events.flatMap(({ body, path: at }) => (body ? [] : [{ path: at, what: 'event that is no JSON object' }])),
  };
}

/** Without `alt=sse` a stream is one list, an element per response. */
function chunksOfJson(body: ReturnType<typeof jsonOf>, path: string): Chunks {
  const list = asArray(body);
  const located = (list ?? [body ?? null]).map((value, i) => ({
    body: asObject(value),
    path: list ? `${path}.body[${i}]` : `${path}.body`,
  }));
  return {
    chunks: located.flatMap(({ body: object, path: at }) => (object ? [{ body: object, path: at }] : [])),
    unread: located.flatMap(({ body: object, path: at }) =>
      object ? [] : [{ path: at, what: 'body that is no JSON object' }],
    ),
  };
}
