import { describe, expect, it } from 'vitest';
import { isNightly } from '../../../lib/nightly-tests.ts';
import { fileNameOf, listCassettes } from '../../../recordings/format/cassette-path.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { readCassettes } from '../../../recordings/format/store.ts';
import { wireReaderFor } from '../readers.ts';
import {
  type Aggregate,
  aggregateOutcome,
  anthropicAggregate,
  isStream,
  openAiAggregate,
  openAiAggregateOfEvents,
  openAiAssistantsAggregate,
  openAiChatAggregate,
} from './aggregates.sdk.ts';
import { anthropicLimits, type KnownLimit, openAiChatLimits, openAiEventLimits, openAiLimits } from './known-limits.ts';

// By day one file of three.
const files = (await listCassettes()).filter((_, i) => isNightly || i % 3 === 0);
const all = files.flatMap((path) => {
  const { sse } = readCassettes(path).cassettes;
  return sse ? [[fileNameOf(path), sse] as const] : [];
});
const aggregates: readonly [providerApi: string, of: string, Aggregate, readonly KnownLimit[]][] = [
  ['anthropic', 'finalMessage()', anthropicAggregate, anthropicLimits],
  ['openai-chat', 'finalChatCompletion()', openAiChatAggregate, openAiChatLimits],
  ['openai-assistants', 'AssistantStream', openAiAssistantsAggregate, []],
  ['openai-responses', 'finalResponse()', openAiAggregate, openAiLimits],
  ['openai-responses', 'finalResponse() of events alone', openAiAggregateOfEvents, openAiEventLimits],
];

describe.each(aggregates)('streams of %s say what %s says', (providerApi, _, aggregate, limits) => {
  const streams = all.filter(([name]) => name.startsWith(`${providerApi}/`));

  const met = new Set<RegExp>();

  it('there are some', () => expect(streams).not.toEqual([]));

  it.each(streams)('%s', async (_, { entries }) => {
    const reader = await wireReaderFor(providerApi);
    for (const { request, response } of entries.filter((entry) => isStream(entry.response))) {
      const exchange: Exchange = { operation: 'any', transport: 'sse', request, response };
      const differences = await aggregateOutcome(exchange, reader, aggregate);
      for (const { explains } of limits) if (differences.some((d) => explains.test(d))) met.add(explains);
      expect(differences.filter((d) => !limits.some(({ explains }) => explains.test(d)))).toEqual([]);
    }
  });

  it.runIf(isNightly)('and meet every limit that is said to be met by them', () => {
    const ofCassettes = limits.filter(({ metBy }) => metBy === 'cassettes');
    expect(ofCassettes.filter(({ explains }) => !met.has(explains))).toEqual([]);
  });
});
