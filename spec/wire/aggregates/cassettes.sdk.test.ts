import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { cassettesFolder, listCassettes } from '../../../recordings/format/location.ts';
import { readCassette } from '../../../recordings/format/read.ts';
import { wireReaderFor } from '../readers.ts';
import { anthropicAggregate } from './anthropic.sdk.ts';
import { openAiAggregate, openAiAggregateOfEvents } from './openai-responses.sdk.ts';
import { type Aggregate, aggregateOutcome, isStream } from './outcome.ts';

const all = (await listCassettes()).map((path) => relative(cassettesFolder, path));
const aggregates: readonly [providerApi: string, of: string, Aggregate][] = [
  ['anthropic', 'finalMessage()', anthropicAggregate],
  ['openai-responses', 'finalResponse()', openAiAggregate],
  ['openai-responses', 'finalResponse() of events alone', openAiAggregateOfEvents],
];

describe.each(aggregates)('streams of %s say what %s says', (providerApi, _, aggregate) => {
  const streams = all.filter((path) => path.startsWith(`${providerApi}/`) && path.endsWith('.sse.har'));

  it('there are some', () => expect(streams).not.toEqual([]));

  it.each(streams)('%s', async (name) => {
    const { entries } = await readCassette(`${cassettesFolder}/${name}`);
    const reader = await wireReaderFor(providerApi);
    for (const { request, response } of entries.filter((entry) => isStream(entry.response))) {
      const exchange: Exchange = { operation: 'any', transport: 'sse', request, response };
      expect(await aggregateOutcome(exchange, reader, aggregate)).toEqual([]);
    }
  });
});
