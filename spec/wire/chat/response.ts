import type { JsonObject } from '../../../files/canonical-json.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import type { Reading, Unread } from '../../facts/fact.ts';
import { failureHeaders } from '../failure-headers.ts';
import { identityFacts, identityIn } from '../identity.ts';
import { asArray, asObject, jsonOf } from '../json.ts';
import type { WireReader } from '../reader.ts';
import { unreadableOf } from '../unreadable.ts';
import { type ExchangeReading, type PlacedCompletion, readCompletion, usageOf } from './completion.ts';
import type { ChatDialect } from './dialect.ts';
import { readStream } from './stream.ts';

/** What the answers of one client call say: content and calls of each completion, why it ended, and the price of all. */
export const responsesIn =
  (dialect: ChatDialect): WireReader['readResponses'] =>
  (exchanges): Reading => {
    const readings = exchanges.map((exchange, i) => readExchange(exchange, `exchanges[${i}].response`, dialect));
    const completions = readings.flatMap((reading) => reading.completions);
    const contents = completions.map((completion) => readCompletion(completion, dialect));
    return {
      facts: [
        ...contents.flatMap(({ facts }) => facts),
        ...usageOf(completions),
        ...identityFacts(completions.flatMap(({ identities }) => identities)),
        ...readings.flatMap(({ errors }) => errors),
      ],
      unread: [...contents.flatMap(({ unread }) => unread), ...readings.flatMap(({ unread }) => unread)],
    };
  };

function readExchange({ response, transport }: Exchange, path: string, dialect: ChatDialect): ExchangeReading {
  const type = headerOf(response, 'content-type') ?? '';
  const isStream = type.includes('event-stream') || (transport === 'sse' && !/json|html/.test(type));
  if (response.status < 400 && isStream && response.body.encoding === undefined) {
    return readStream(response.body.text, path, dialect);
  }
  const body = asObject(jsonOf(response.body));
  const at = `${path}.body`;
  const unread: Unread[] = body ? [] : [{ path: at, what: 'body that is no JSON object' }];
  if (response.status >= 400 || asObject(body?.error)) {
    const status = response.status >= 400 ? response.status : undefined;
    const fact = {
      ...dialect.errorOf(body, status),
      ...(status === undefined ? {} : failureHeaders(response, dialect.idHeader)),
    };
    return { completions: [], errors: [{ fact, path: at }], unread };
  }
  return { completions: body ? [placedBody(body, at)] : [], errors: body ? [] : unreadableOf(response, at), unread };
}

function placedBody({ choices, ...envelope }: JsonObject, path: string): PlacedCompletion {
  const [first, ...others] = asArray(choices) ?? [];
  const { message, index: _, ...choice } = asObject(first) ?? {};
  const at = `${path}.choices[0]`;
  const missing = asObject(message) ? [] : [{ path: at, what: 'completion without a message' }];
  return {
    envelope,
    path,
    identities: [identityIn(envelope, path)],
    usagePath: `${path}.usage`,
    choice,
    finishPath: `${at}.finish_reason`,
    message: asObject(message) ?? {},
    messagePlaces: { of: (member) => `${at}.message.${member}` },
    callPaths: (asArray(asObject(message)?.tool_calls) ?? []).map((_, i) => `${at}.message.tool_calls[${i}]`),
    unread: [...missing, ...others.map((_, i) => ({ path: `${path}.choices[${i + 1}]`, what: 'another choice' }))],
  };
}
