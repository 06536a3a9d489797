/** What the answers of exchanges tell, whether they came whole or as a stream. */
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import { failureHeaders } from '../failure-headers.ts';
import { asObject, jsonOf } from '../json.ts';
import { errorFact } from '../openai-error.ts';
import { unreadableOf } from '../unreadable.ts';
import { takeStream } from './stream.ts';
import { Telling } from './told.ts';

/** All that exchanges tell. Paths begin at the call: `exchanges[2].response.body`. */
export function tellingOf(exchanges: readonly Exchange[]): Telling {
  const telling = new Telling();
  for (const [i, exchange] of exchanges.entries()) take(exchange, `exchanges[${i}].response`, telling);
  return telling;
}

function take({ request, response, transport }: Exchange, path: string, telling: Telling): void {
  const type = headerOf(response, 'content-type') ?? '';
  const isStream = type.includes('event-stream') || (transport === 'sse' && !/json|html/.test(type));
  const body = asObject(jsonOf(response.body));
  if (response.status >= 400) {
    const fact = { ...errorFact(body, response.status), ...failureHeaders(response, 'x-request-id') };
    telling.errors.push({ fact, path: `${path}.body` });
  } else if (isStream && response.body.encoding === undefined) {
    takeStream(response.body.text, path, telling);
  } else if (!body) {
    telling.unread.push({ path: `${path}.body`, what: 'body that is no JSON object' });
    // Of an answer to a message that is added, nothing is needed.
    const isNeeded = !(request.method === 'POST' && request.url.endsWith('/messages'));
    if (isNeeded || response.body.text !== '') telling.errors.push(...unreadableOf(response, `${path}.body`));
  } else if (body.object === 'list') {
    telling.list(body, isNewestFirst(request.url), `${path}.body`);
  } else {
    telling.tell(body, `${path}.body`);
  }
}

/** Source: `CursorPageParams`, `order`: "desc" where nothing is said. */
const isNewestFirst = (url: string): boolean => new URL(url).searchParams.get('order') !== 'asc';
