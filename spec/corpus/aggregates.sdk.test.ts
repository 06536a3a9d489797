import { expect, it } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import {
  type Aggregate,
  aggregateOutcome,
  anthropicAggregate,
  isStream,
  openAiAggregate,
  openAiAggregateOfEvents,
  openAiAssistantsAggregate,
  openAiChatAggregate,
} from '../wire/aggregates/aggregates.sdk.ts';
import { anthropicLimits, type KnownLimit, openAiEventLimits, openAiLimits } from '../wire/aggregates/known-limits.ts';
import { wireReaderFor } from '../wire/index.ts';
import { listCorpus, readUnit } from './files.ts';
import { loadFolders } from './folders.ts';
import { toExchanges } from './to-exchange.ts';

const corpus = await listCorpus(process.env.CORPUS_DIR, await loadFolders());
const matrix = await loadMatrix();
const subjects: readonly [
  'anthropic' | 'openai-assistants' | 'openai-chat' | 'openai-responses',
  of: string,
  Aggregate,
  readonly KnownLimit[],
][] = [
  ['anthropic', 'finalMessage()', anthropicAggregate, anthropicLimits],
  ['openai-chat', 'finalChatCompletion()', openAiChatAggregate, []],
  ['openai-assistants', 'AssistantStream', openAiAssistantsAggregate, []],
  ['openai-responses', 'finalResponse()', openAiAggregate, openAiLimits],
  ['openai-responses', 'finalResponse() of events alone', openAiAggregateOfEvents, openAiEventLimits],
];

/** By day what the SDK says of the same events alone is asked of recordings, in `cassettes.sdk.test.ts`; and one file of five is read. */
it.each(isNightly ? subjects : subjects.filter(([, , aggregate]) => aggregate !== openAiAggregateOfEvents))(
  'every real stream of %s says what %s says, but for what the SDK cannot do',
  { timeout: 120_000 },
  async (providerApi, _, aggregate, limits) => {
    const reader = await wireReaderFor(providerApi);
    const column = providerOf(matrix, providerApi);
    const differences: string[] = [];
    let streams = 0;
    // The SDK promises nothing of what other vendors say in its provider's wire.
    const own = corpus.known.filter(
      ({ folder: { providerApi: of, vendor } }) => of === providerApi && vendor === undefined,
    );
    for (const { directory, folder, files } of own) {
      for (const name of files.filter((_, i) => isNightly || i % 5 === 0)) {
        const { file } = await readUnit(directory, folder, name);
        for (const recorded of file.exchanges) {
          const exchanges = toExchanges(recorded, folder, column);
          if ('reason' in exchanges) continue;
          for (const exchange of exchanges.filter(({ response }) => isStream(response))) {
            streams++;
            differences.push(...(await aggregateOutcome(exchange, reader, aggregate)));
          }
        }
      }
    }
    expect(streams).toBeGreaterThan(0);
    const explained = (difference: string) => limits.some(({ explains }) => explains.test(difference));
    expect(differences.filter((difference) => !explained(difference))).toEqual([]);
    if (!isNightly) return;
    // A limit that nothing meets any more is gone from the SDK, and must go from the list.
    const ofTraffic = limits.filter(({ metBy }) => metBy !== 'cassettes');
    const unmet = ofTraffic.filter(({ explains }) => !differences.some((difference) => explains.test(difference)));
    expect(unmet).toEqual([]);
  },
);
