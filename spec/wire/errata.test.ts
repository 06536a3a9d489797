/** Plays an example of the errata: both bodies are read as any recorded traffic is, and held against what is stated. */

import { expect, test } from 'vitest';
import { isJsonObject, type Json, jsonEquals } from '../../lib/canonical-json.ts';
import type { ErrataExample, ErrataExchange } from '../../matrix/errata.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { type ProviderApi, providerOf } from '../../matrix/model.ts';
import type { Operation } from '../../matrix/schema.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { saidIn } from '../facts/describe.ts';
import { exampleExchanges } from './example-exchanges.ts';
import type { WireReader } from './reader.ts';
import { wireReaderFor } from './readers.ts';

/** What is not as the example says, in words; nothing where all is. */
function faultsOf(example: ErrataExample, column: ProviderApi, reader: WireReader): string[] {
  const today = readingOf(example, example.today, column, reader);
  const adr = readingOf(example, example.adr, column, reader);
  const faults: string[] = [];
  if (!isAsStated(today, example)) faults.push(`today is read as ${JSON.stringify(today)}`);
  if (isAsStated(adr, example) && example.adrIs === 'rejected') faults.push('the ADR says the same');
  if (!isAsStated(adr, example) && example.adrIs === 'accepted')
    faults.push(`the ADR is read as ${JSON.stringify(adr)}`);
  return faults;
}

interface ErrataReading {
  readonly facts?: Json;
  readonly tools?: Json;
  readonly messages?: Json;
  readonly unread: readonly string[];
}

function isAsStated({ unread, ...read }: ErrataReading, { gives }: ErrataExample): boolean {
  return unread.length === 0 && jsonEquals(read as Json, gives as Json);
}

/** Of all that is read, the members that the example states. */
function readingOf(example: ErrataExample, body: Json, column: ProviderApi, reader: WireReader): ErrataReading {
  const exchanges = exchangesOf(example, body, column);
  const { facts, unread } = saidIn(reader.readResponses(exchanges));
  const requests = reader.readRequests(exchanges);
  const asked = requests.at(-1);
  const said: Record<string, unknown> = {
    facts: facts.map(({ fact }) => fact),
    tools: asked?.options.tools ?? [],
    messages: asked?.messages ?? [],
  };
  const missed = example.side === 'response' ? unread : requests.flatMap((request) => request.unread);
  return {
    ...JSON.parse(JSON.stringify(Object.fromEntries(Object.keys(example.gives).map((name) => [name, said[name]])))),
    unread: missed.map(({ path, what }) => `${path}: ${what}`),
  };
}

function exchangesOf(example: ErrataExample, body: Json, column: ProviderApi): Exchange[] {
  const { operation, side, asked, before = [], after = [] } = example;
  const it: ErrataExchange =
    side === 'request'
      ? { operation, request: body }
      : { operation, response: body, ...(asked === undefined ? {} : { request: asked }) };
  return [...before, it, ...after].map((each) => exchangeOf(each, column));
}

function exchangeOf({ operation: id, request, response }: ErrataExchange, column: ProviderApi): Exchange {
  const operation = column.operations.find((o) => o.id === id);
  if (!operation) throw new Error(`${column.id} has no operation ${id}`);
  const url = filled(`${column.baseUrl}${operation.urlTemplates[0]}`);
  const make = exampleExchanges(id, url);
  return {
    ...answered(operation, response, make),
    request: {
      method: operation.method,
      url,
      headers: [],
      ...(request === undefined ? {} : { body: { text: JSON.stringify(request) } }),
    },
  };
}

function answered(
  operation: Operation,
  response: Json | undefined,
  make: ReturnType<typeof exampleExchanges>,
): Exchange {
  if (operation.transports[0] !== 'eventstream') return make.jsonExchange(response ?? {});
  const events = (Array.isArray(response) ? response : []).filter(isJsonObject);
  return make.frameExchange(...events.flatMap((event) => Object.entries(event)));
}

/** Every placeholder by its own name: `{thread}` is the thread `thread`. */
const filled = (template: string): string => template.replace(/\{(\w+)\}/g, '$1');

const matrix = await loadMatrix();
const examples = matrix.errata.flatMap(({ id, title, examples: own = [] }) =>
  own.map((example, i) => ({ name: `${id} ${title} (${example.providerApi}, example ${i + 1})`, example })),
);

const play = async (example: ErrataExample) =>
  faultsOf(example, providerOf(matrix, example.providerApi), await wireReaderFor(example.providerApi));

test.each(examples)('$name', async ({ example }) => {
  expect(await play(example)).toEqual([]);
});

test.each(examples.filter(({ example }) => example.adrIs === 'rejected'))(
  '$name: with the ADR’s body in the place of today’s it would not pass',
  async ({ example }) => {
    const swapped = await play({ ...example, adr: example.today, today: example.adr });
    expect(swapped).toEqual([expect.stringMatching(/^today is read as/), 'the ADR says the same']);
  },
);

test.each(examples.filter(({ example }) => example.adrIs === 'accepted'))(
  '$name: what is accepted is accepted for what it says',
  async ({ example }) => {
    const emptied = await play({ ...example, adr: Array.isArray(example.adr) ? [] : {} });
    expect(emptied).toEqual([expect.stringMatching(/^the ADR is read as/)]);
  },
);
