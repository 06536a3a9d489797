/**
 * Drift of a provider's API, simulated on committed recordings: what is said of it, and that exactly those cases are named that come
 * out otherwise. These are found a second time, without any knowledge of which recordings a case is played from: the cases of
 * the column are run with the recordings as they are, and again with the drifted one. Every night: by day `diff-cassettes.test.ts` and
 * `accept.test.ts` compare.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { changesOf } from '../../recordings/diff/diff-cassettes.ts';
import { parseCassettes, serializeCassettes } from '../../recordings/format/cassette-file.ts';
import {
  type CassetteSource,
  cassettesFolder,
  parseRecordingName,
  repositoryCassettes,
} from '../../recordings/format/cassette-path.ts';
import { readCassette } from '../../recordings/format/store.ts';
import { keepConnected } from '../../recordings/transport/connection.ts';
import { compare } from '../../reports/compare/compare.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { adapterId, type Case } from '../../spec/engine/case.ts';
import { discoverAdapters, repositoryFolder } from '../../spec/engine/discover.ts';
import { today } from '../../spec/engine/selection.ts';
import { prepareSuite } from '../../spec/engine/suite.ts';
import { withCandidates } from './decide-on-cassettes.ts';
import { playSides, recordingSides } from './replay-both.ts';

beforeAll(keepConnected);

interface Event {
  readonly event?: string;
  readonly data: unknown;
}

interface Drift {
  readonly title: string;
  readonly name: string;
  /** On its text. */
  readonly text?: (text: string) => string;
  /** On the events of the first answer. */
  readonly events?: (events: Event[]) => Event[];
  /** What is said of the answers: kind, severity, what, where; in the order of the review. */
  readonly changes: readonly string[];
  /** Cases that come out otherwise. */
  readonly flips: readonly string[];
}

const drifted = async ({ name, text = (same) => same, events }: Drift) => {
  const { file: path, transport } = parseRecordingName(name);
  const old = await readCassette(join(cassettesFolder, path), transport);
  const before = serializeCassettes({ [transport]: old });
  const file = JSON.parse(text(before));
  const { response } = file[transport].exchanges[0];
  if (events) response.events = events(response.events);
  const after = `${JSON.stringify(file)}\n`;
  const young = parseCassettes(after, path)[transport] ?? expect.fail(`there is no ${name}`);
  expect(young, 'it changes something').not.toEqual(old);
  return { before: old, after, young };
};

/** Of every case of a column that is no fault, or of all: the verdict, and which checks found something. */
async function allOf(
  providerApi: ProviderApiId,
  cassettes: CassetteSource,
  { faults }: { readonly faults: boolean },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  // Others have failures of their own, which a drift may hide: one that is right shows what it is worth.
  const own = (a: { readonly id: string }) => a.id === adapterId('reference', providerApi);
  for (const adapter of (await discoverAdapters()).filter(own)) {
    const folder = join(repositoryFolder, 'adapters', adapter.implementation);
    const load = async () => ((await import(join(folder, providerApi, 'adapter.ts'))) as { adapter: Adapter }).adapter;
    const subject = { implementation: adapter.implementation, providerApi, load };
    const suite = await prepareSuite(subject, { asOf: today(), cassettes });
    for (const theCase of suite.cases.filter((c: Case) => faults || !c.fault)) {
      const { verdict, result } = await suite.run(theCase);
      const finding = result.checks.filter(({ status }) => status === 'fail' || status === 'warn');
      found.set(theCase.id, [verdict, ...finding.map(({ check }) => check)].join(' '));
    }
    await suite.close();
  }
  return found;
}

const asTheyAre = new Map<ProviderApiId, Map<string, string>>();

/** With `faults`, answers are changed on their way too, of a column that has few of them. */
function columnOf(providerApi: ProviderApiId, faults: boolean, drifts: readonly Drift[]) {
  describe.runIf(isNightly)(providerApi, () => {
    test.each(drifts)('$title', async (drift) => {
      const { before, after, young } = await drifted(drift);
      const column = providerOf(await loadMatrix(), providerApi);
      const changes = changesOf(before, young, column).filter(({ side }) => side === 'response');
      expect(
        changes.map((c) => `${c.kind} ${c.severity} ${c.what}: ${c.event?.type ?? ''} ${c.pointer} ×${c.count}`),
      ).toEqual(drift.changes);
      const which = { faults };
      const usual = asTheyAre.get(providerApi) ?? (await allOf(providerApi, repositoryCassettes, which));
      asTheyAre.set(providerApi, usual);
      const [flips, all] = await withCandidates([{ name: drift.name, bytes: after }], async (instead) => {
        const shelf = { folder: cassettesFolder, instead };
        const adapters = [adapterId('reference', providerApi)];
        const found = await playSides({
          before: repositoryCassettes,
          after: shelf,
          changed: [drift.name],
          adapters,
          faults,
        });
        const sides = recordingSides(found, {}, today());
        const changed = compare(sides.before, sides.after).cases.map(({ id }) => id);
        return [changed, await allOf(providerApi, shelf, which)];
      });
      const otherwise = [...all.keys()].filter((id) => all.get(id) !== usual.get(id));
      expect(flips.toSorted()).toEqual(otherwise.toSorted());
      expect(flips.map((id) => id.split('/').slice(1).join('/'))).toEqual(drift.flips);
    });
  });
}

// With faults a comparison takes some seconds.
columnOf('mistral-chat', true, [
  {
    title: 'a member under another name',
    name: 'mistral-chat/function-calling/call-single.json#sse',
    text: (text) => text.replaceAll('"finish_reason"', '"finish_cause"'),
    changes: ['contract breaking member renamed: chat.completion.chunk /choices/0/finish_reason ×5'],
    flips: ['function-calling/call-single/stream'],
  },
  {
    title: 'a word that was not in the list',
    name: 'mistral-chat/function-calling/call-single.json#json',
    text: (text) => text.replaceAll('"finish_reason": "tool_calls"', '"finish_reason": "calls_of_tools"'),
    changes: ['contract breaking word changed:  /choices/0/finish_reason ×1'],
    flips: ['function-calling/call-single/complete'],
  },
  {
    title: 'a stream that ends before a change that is kept could be made to it',
    name: 'mistral-chat/function-calling/tool-choice-function-unsupported.json#sse',
    events: (events) => events.slice(0, 1),
    changes: [
      'contract breaking event removed: chat.completion.chunk  ×1',
      'contract breaking event removed: [DONE]  ×1',
    ],
    flips: [
      'function-calling/fault-random-mutations/stream',
      'function-calling/tool-choice-function-unsupported/stream',
    ],
  },
]);

columnOf('openai-responses', false, [
  {
    title: 'an event that there was not',
    name: 'openai-responses/web-search/search-basic.json#sse',
    events: (events) =>
      events.toSpliced(5, 0, {
        event: 'response.web_search_call.ranking',
        data: { type: 'response.web_search_call.ranking', sequence_number: 5, item_id: 'ws_cited_1', output_index: 0 },
      }),
    changes: ['contract notable event added: response.web_search_call.ranking  ×1'],
    flips: ['web-search/search-basic/stream'],
  },
  {
    title: 'a citation that points to other words',
    name: 'openai-responses/web-search/search-basic.json#json',
    text: (text) => text.replaceAll('"start_index": 13', '"start_index": 17'),
    changes: ['value notable offset changed:  /output/1/content/0/annotations/0/start_index ×1'],
    flips: [],
  },
  {
    title: 'a citation that points to other words, in one of the events that tell of it',
    name: 'openai-responses/web-search/search-basic.json#sse',
    text: (text) => text.replace('"start_index": 13', '"start_index": 17'),
    changes: [
      'value notable offset changed: response.output_text.annotation.added url_citation /annotation/start_index ×1',
    ],
    flips: [],
  },
  {
    title: 'an event before the one that it came behind',
    name: 'openai-responses/web-search/search-basic.json#sse',
    events: (events) => [...events.slice(0, 6), ...events.slice(7, 8), ...events.slice(6, 7), ...events.slice(8)],
    changes: ['contract breaking event moved: response.output_item.done web_search_call  ×1'],
    flips: [],
  },
]);
