import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import type { Json } from '../../lib/canonical-json.ts';
import { isNightly, tries } from '../../lib/nightly-tests.ts';
import { UserError } from '../../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { firstBytes, partsOf, placesOf, withPart, withValue } from '../../recordings/faults/response-parts.ts';
import { bytesOf } from '../../recordings/format/body.ts';
import { cassettesFolder, listCassettes } from '../../recordings/format/cassette-path.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { readCassettes } from '../../recordings/format/store.ts';
import { scrubRequest } from '../../recordings/scrub/scrub.ts';
import { classify } from '../../recordings/transport/match-request.ts';
import type { WireReader } from './reader.ts';
import { wireReaderFor } from './readers.ts';
import { requestBodyOf } from './request-requirements.ts';

it('every provider API has a reader of its own', async () => {
  for (const providerApi of providerApiIds) {
    expect((await wireReaderFor(providerApi)).providerApi).toBe(providerApi);
  }
});

it('an unknown provider API is answered with the nearest known', async () => {
  const error = await wireReaderFor('antropic').catch((e: unknown) => e);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toBe('no wire reader of "antropic"\n  → did you mean "anthropic"?');
  await expect(wireReaderFor('constructor')).rejects.toThrow('no wire reader of');
});

// No reader throws, whatever a provider or an adapter wrote: each reads recorded conversations in which values were
// exchanged for others, texts cut off and statuses changed at random.

const matrix = await loadMatrix();
const cassettes = await listCassettes();

/** Recorded conversations of a provider API: by day some twenty, from all its tools. */
function conversationsOf(providerApi: ProviderApiId): Exchange[][] {
  const { operations, baseUrl } = providerOf(matrix, providerApi);
  const own = cassettes
    .filter((path) => relative(cassettesFolder, path).startsWith(`${providerApi}/`))
    .flatMap((path) => Object.values(readCassettes(path).cassettes));
  const some = own.filter((_, i) => isNightly || i % Math.ceil(own.length / 20) === 0);
  return some.map(({ entries }) =>
    entries.flatMap(({ request, response }): Exchange[] => {
      const found = classify(scrubRequest(request), operations, baseUrl);
      if ('reason' in found) return [];
      return [{ operation: found.operation.id, transport: found.transport, request, response }];
    }),
  );
}

/** What stands in the place of a value: anything, what stands elsewhere in the same JSON, or nothing. */
const otherValue: fc.Arbitrary<(elsewhere: readonly Json[]) => Json | undefined> = fc.oneof(
  (fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>).map((value) => () => value),
  fc
    .constantFrom<Json | undefined>('', '__proto__', 'constructor', [], {}, null, -1, 0.5, undefined)
    .map((v) => () => v),
  fc
    .dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', 'type'), fc.constant<Json>('x'))
    .map((value) => () => value),
  fc.nat().map((n) => (elsewhere: readonly Json[]) => elsewhere[n % elsewhere.length]),
);

const change = fc.record({
  exchange: fc.nat(),
  /** Of a stream: which of its events. */
  part: fc.nat(),
  place: fc.nat(),
  value: otherValue,
  kind: fc.constantFrom('request', 'request', 'response', 'response', 'status', 'cut', 'text'),
  text: fc.string(),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** The same JSON with another value at one of its places. */
function changed(json: Json, { place, value }: Change): Json {
  const places = placesOf(json);
  const { path = [] } = places[place % places.length] ?? {};
  return withValue(json, path, value(places.map((each) => each.value)));
}

function changedExchange(exchange: Exchange, how: Change): Exchange {
  const { request, response } = exchange;
  switch (how.kind) {
    case 'request': {
      const body = { text: JSON.stringify(changed(requestBodyOf(exchange), how)) };
      return { ...exchange, request: { ...request, body } };
    }
    case 'response': {
      const parts = partsOf(response);
      const part = parts[how.part % parts.length];
      return part ? { ...exchange, response: withPart(response, part.at, changed(part.json, how)) } : exchange;
    }
    case 'status':
      return { ...exchange, response: { ...response, status: [200, 400, 429, 502][how.part % 4] ?? 500 } };
    case 'cut':
      return { ...exchange, response: firstBytes(response, how.place % (bytesOf(response.body).length + 1)) };
    default:
      return { ...exchange, response: { ...response, body: { text: how.text } } };
  }
}

const inExchange = /^exchanges\[\d+\]\./;

/** Asks a reader for all that it offers. */
function readAll(reader: WireReader, exchanges: readonly Exchange[]): void {
  const calls = reader.callsOf?.(exchanges) ?? exchanges.map((exchange) => [exchange]);
  expect(calls.flat().every((exchange, i) => exchange === exchanges[i])).toBe(true);
  const before: Exchange[] = [];
  for (const call of calls) {
    const { facts, unread } = reader.readResponses(call, before);
    // Looked at first: to expect something of each of them takes as long as all of the rest.
    expect([...facts, ...unread].filter(({ path }) => !inExchange.test(path))).toEqual([]);
    expect(unread.filter(({ what }) => typeof what !== 'string')).toEqual([]);
    const requests = reader.readRequests(call, before);
    expect(requests.flatMap(({ paths }) => [...paths.values()].filter((path) => !inExchange.test(path)))).toEqual([]);
    const said = { facts, unread, requests: requests.map(({ messages, options }) => ({ messages, options })) };
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(said)), said))
      expect(JSON.parse(JSON.stringify(said))).toEqual(said);
    reader.made?.(call);
    reader.retold?.(call, before);
    for (const exchange of call) {
      for (const rule of reader.rules ?? []) rule.judge({ exchange, body: requestBodyOf(exchange), earlier: before });
      for (const { of, isMet } of reader.demands) if (of?.(exchange, before) ?? true) isMet(exchange, before);
      before.push(exchange);
    }
  }
}

test.each(providerApiIds)('the reader of %s', async (providerApi) => {
  const reader = await wireReaderFor(providerApi);
  const conversations = conversationsOf(providerApi);
  expect(conversations).not.toEqual([]);
  fc.assert(
    fc.property(fc.nat(), fc.array(change, { minLength: 1, maxLength: 6 }), (which, changes) => {
      const exchanges = [...(conversations[which % conversations.length] ?? [])];
      for (const how of changes) {
        const at = how.exchange % exchanges.length;
        const exchange = exchanges[at];
        if (exchange) exchanges[at] = changedExchange(exchange, how);
      }
      readAll(reader, exchanges);
    }),
    { numRuns: tries(1000) },
  );
});
