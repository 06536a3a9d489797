import type { Exchange } from '../../recordings/format/exchange.ts';
import type { ProbeFinding } from '../../spec/probe/judge.ts';
import type { ProbedApi } from '../../spec/probe/scenarios.ts';
import {
  type Aggregate,
  aggregateOutcome,
  anthropicAggregate,
  isStream,
  openAiAggregate,
  openAiAggregateOfEvents,
  openAiChatAggregate,
} from '../../spec/wire/aggregates/aggregates.sdk.ts';
import {
  anthropicLimits,
  type KnownLimit,
  openAiChatLimits,
  openAiEventLimits,
  openAiLimits,
} from '../../spec/wire/aggregates/known-limits.ts';
import type { WireReader } from '../../spec/wire/reader.ts';

const helpers: Readonly<
  Record<ProbedApi, { name: string; of: readonly (readonly [Aggregate, readonly KnownLimit[]])[] }>
> = {
  'openai-chat': { name: 'ChatCompletionStream of openai', of: [[openAiChatAggregate, openAiChatLimits]] },
  'openai-responses': {
    name: 'ResponseStream of openai',
    of: [
      [openAiAggregate, openAiLimits],
      [openAiAggregateOfEvents, openAiEventLimits],
    ],
  },
  anthropic: { name: 'MessageStream of @anthropic-ai/sdk', of: [[anthropicAggregate, anthropicLimits]] },
};

/** Limits that are about recordings stay; what an SDK throws on, users of a server meet. */
const isLimit = (limits: readonly KnownLimit[], message: string): boolean =>
  !message.startsWith('the SDK threw') && limits.some(({ explains }) => explains.test(message));

/** In what the provider's own SDK and the reader of this project differ: a third opinion of a stream. */
export async function helperFindings(
  providerApi: ProbedApi,
  exchange: Exchange,
  reader: WireReader,
): Promise<ProbeFinding[]> {
  if (!isStream(exchange.response)) return [];
  const { name, of } = helpers[providerApi];
  const found: string[] = [];
  for (const [aggregate, limits] of of) {
    const differences = await aggregateOutcome(exchange, reader, aggregate);
    found.push(...differences.filter((message) => !isLimit(limits, message)));
  }
  return [...new Set(found)].map((message) => ({
    rule: 'sdk-stream-helper',
    impact: 'breaks',
    path: 'response.events',
    message: message.replaceAll('the adapter', 'the helper').replaceAll('the response', 'the stream'),
    source: name,
  }));
}
