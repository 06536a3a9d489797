/** What can be changed: every answer of every conversation of an adapter. */
import { pathToFileURL } from 'node:url';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { deckOf } from '../../spec/engine/cassettes-of.ts';
import { type Conversation, conversationsOf } from '../../spec/engine/conversations.ts';
import { type DiscoveredAdapter, repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { unreading } from '../../spec/engine/fault-play.ts';
import { type Bench, observe } from '../../spec/engine/run.ts';
import { exchangesOf } from '../../spec/engine/trace.ts';
import { faultFamilies, mutatedFamily } from '../../spec/faults/families.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';

/** One answer of a conversation. */
export interface Target {
  readonly conversation: Conversation;
  /** Which exchange of the conversation it answers, from 0. */
  readonly nth: number;
  readonly exchange: Exchange;
}

/** An adapter, ready to be played. */
export interface Subject {
  readonly bench: Bench;
  readonly targets: readonly Target[];
  /** Ends the adapter's process, where it has one. */
  readonly close: () => Promise<void>;
}

/** Loads an adapter and plays all its conversations once; those that cannot be played are judged in their own cases. */
export async function subjectOf(found: DiscoveredAdapter): Promise<Subject> {
  const [matrix, scenarios, checks] = await Promise.all([loadMatrix(), loadScenarios(), loadChecks()]);
  const path = `${repositoryFolder}/adapters/${found.implementation}/${found.providerApi}/index.ts`;
  const { adapter } = (await import(pathToFileURL(path).href)) as { adapter: Adapter };
  const column = providerOf(matrix, found.providerApi);
  const reader = await wireReaderFor(found.providerApi);
  const bench: Bench = { column, checks, reader, adapter: async () => adapter };
  const cases = expand(matrix, scenarios, [found]).filter(({ kind }) => kind === 'scenario');
  const ids = faultFamilies.find(({ id }) => id === mutatedFamily)?.checks ?? [];
  const conversations = await conversationsOf(cases, bench, ids, (theCase) =>
    observe(theCase, deckOf(theCase, column), bench).catch(() => undefined),
  );
  const targets = conversations.flatMap((conversation) =>
    exchangesOf(conversation.trace).map((exchange, nth): Target => ({ conversation, nth, exchange })),
  );
  return {
    bench: { ...bench, reader: unreading(reader) },
    targets,
    close: async () => adapter.process?.stop(),
  };
}
