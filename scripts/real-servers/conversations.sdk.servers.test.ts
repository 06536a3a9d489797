import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenResponsesAnswers } from '../../adapters/reference/openai-responses/broken-responses.ts';
import { isNightly } from '../../lib/nightly-tests.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { recordWith } from '../../recordings/transport/record.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import type { Adapter, ChatOptions } from '../../spec/contract/index.ts';
import { adapterIdentity, type Case } from '../../spec/engine/case.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { judge } from '../../spec/engine/judge.ts';
import { replaySettings } from '../../spec/engine/replay-settings.ts';
import { runConversation } from '../../spec/engine/run.ts';
import type { Mode, Trace } from '../../spec/engine/trace.ts';
import type { Scenario } from '../../spec/scenarios/schema.ts';
import {
  aggregateOutcome,
  anthropicAggregate,
  isStream,
  openAiAggregate,
  openAiChatAggregate,
} from '../../spec/wire/aggregates/aggregates.sdk.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';
import { llamaMissing, type RealServer, startAimock, startLlama } from './real-server.ts';

const parameters = (name: string, values: readonly string[]) => ({
  type: 'object',
  properties: { [name]: { type: 'string', enum: values } },
  required: [name],
  additionalProperties: false,
});
const forced: ChatOptions = {
  maxOutputTokens: 200,
  toolMode: { type: 'required' },
  tools: [
    { type: 'function', name: 'get_weather', parameters: parameters('city', ['Oslo', 'Rome']) },
    { type: 'function', name: 'get_time', parameters: parameters('zone', ['UTC', 'CET']) },
  ],
};

/** What is asked. What is answered is chance, or the mock's. */
const conversation = (id: string, options: ChatOptions, ...turns: readonly string[]): Scenario => ({
  id,
  title: id,
  purpose: id,
  options,
  turns: turns.map((user) => ({ user })),
  application: ['get_weather', 'get_time'].map((tool) => ({
    when: { kind: 'function-call', tool },
    answer: { result: { note: 'as yesterday' } },
  })),
  // As many calls as the conversation has at most; nothing is expected of them.
  expect: [[], [], []],
});
const text = conversation('text', { maxOutputTokens: 30 }, 'Hello.', 'Go on.', 'Once more.');
const oneCall = conversation('one call', forced, 'Please call one function.', 'And now?');
const twoCalls = conversation('two calls', forced, 'Please call two functions.', 'And now?');

const matrix = await loadMatrix();
const checks = await loadChecks();

type Api = 'anthropic' | 'openai-chat' | 'openai-responses';
type Play = { readonly api: Api; readonly server: RealServer; readonly scenario: Scenario; readonly mode: Mode };

/** Holds a conversation with a server, and judges it as any other. */
async function play({ api, server, scenario, mode }: Play, change = (adapter: Adapter) => adapter) {
  const column = providerOf(matrix, api);
  const { adapter } = (await import(`${repositoryFolder}/adapters/reference/${api}/adapter.ts`)) as {
    adapter: Adapter;
  };
  // llama.cpp keeps no responses.
  const played =
    api === 'openai-responses' ? { ...scenario, options: { ...scenario.options, store: false } } : scenario;
  const theCase: Case = {
    id: scenario.id,
    kind: 'scenario',
    adapter: adapterIdentity('reference', api),
    tool: 'function-calling',
    scenario: played,
    mode,
  };
  // A model of which calls can be forced.
  const usual = replaySettings(column, { models: { anthropic: 'claude-sonnet-4-6' } });
  const baseUrl = `${server.baseUrl}${new URL(usual.baseUrl).pathname}`.replace(/\/$/, '');
  const options = { operations: column.operations, settings: { ...usual, baseUrl }, column, recordedAt: '2026-01-01' };
  const { value, exchanges, unexpected, late } = await recordWith(options, (transport) =>
    runConversation(theCase, change(adapter), transport),
  );
  const trace: Trace = {
    mode,
    // A recording names the provider's own address, wherever it was made.
    settings: { baseUrl: usual.baseUrl, model: usual.model },
    steps: value.steps,
    closing: [],
    timersLeft: 0,
    polluted: [],
    unhandled: [],
    unconsumed: [],
    late,
    connections: { attempts: 0, refused: [] },
  };
  const reader = await wireReaderFor(api);
  const { steps, checks: results } = judge(theCase, trace, reader, checks);
  const findings = results.flatMap(({ findings }) => findings.map(({ message }) => message));
  return { reader, exchanges, unexpected, steps, findings };
}

const servers = new Map<string, RealServer>();
beforeAll(async () => {
  const launchers = {
    aimock: startAimock,
    ...(llamaMissing ? {} : { 'llama.cpp': startLlama }),
    ...(llamaMissing || !isNightly ? {} : { 'llama.cpp, several calls': () => startLlama('several') }),
  };
  await Promise.all(Object.entries(launchers).map(async ([name, start]) => servers.set(name, await start())));
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.stop())));

/** What llama.cpp does otherwise than the SDK or the types say, by the wire, in streams. */
const deviations: Partial<Record<Api, { readonly sdk?: string; readonly types?: string }>> = {
  anthropic: { types: 'response.events[].content_block.input' },
  'openai-responses': { sdk: 'the SDK threw Error: missing output at index undefined' },
};

const aggregates = {
  anthropic: anthropicAggregate,
  'openai-chat': openAiChatAggregate,
  'openai-responses': openAiAggregate,
} as const;
/** By day the mock says most, and the model what only it does. */
const cells = (['openai-chat', 'openai-responses', 'anthropic'] as const).flatMap((api) =>
  (['complete', 'stream'] as const).flatMap((mode) => [
    ...(isNightly ? [text, oneCall, twoCalls] : [text, twoCalls]).map((scenario) => ({
      api,
      mode,
      scenario,
      server: 'aimock',
    })),
    ...(isNightly ? [text, oneCall] : [oneCall]).map((scenario) => ({ api, mode, scenario, server: 'llama.cpp' })),
    ...(isNightly ? [{ api, mode, scenario: twoCalls, server: 'llama.cpp, several calls' }] : []),
  ]),
);

test.for(cells)('$api, $server, $scenario.id, $mode', async ({ server: name, ...cell }, { skip }) => {
  const { api, mode, scenario } = cell;
  const server = servers.get(name);
  if (!server) return skip(llamaMissing);
  const { reader, exchanges, unexpected, steps, findings } = await play({ ...cell, server });
  expect(unexpected).toEqual([]);
  expect(steps.map(({ step }) => step.error)).toEqual(scenario.expect.map(() => undefined));
  const calls = steps[0]?.wire.facts.filter(({ fact }) => fact.kind === 'call').length ?? 0;
  expect(Math.min(calls, 2)).toBe([text, oneCall, twoCalls].indexOf(scenario));
  // Nothing lost, changed or invented, and nothing sent that the service would refuse.
  expect(findings).toEqual([]);
  const known = name === 'aimock' || mode === 'complete' ? {} : (deviations[api] ?? {});
  const unread = steps.flatMap(({ wire }) => wire.unread.map(({ what }) => what));
  expect(unread.filter((what) => what !== 'completion.timings')).toEqual([]);
  const streams = exchanges.filter(({ response }) => isStream(response));
  expect(streams).toHaveLength(mode === 'stream' ? exchanges.length : 0);
  const told = await Promise.all(streams.map((exchange) => aggregateOutcome(exchange, reader, aggregates[api])));
  expect(new Set(told.flat())).toEqual(new Set(known.sdk ? [known.sdk] : []));
  // Of the Responses API, both leave out a dozen members that the types require.
  if (api === 'openai-responses') return;
  const problems = exchanges.flatMap((exchange) => reader.schemas?.response(exchange).problems ?? []);
  const wrong = problems.filter(({ kind }) => kind === 'failure').map(({ path }) => path.replace(/\[\d+\]/g, '[]'));
  expect(new Set(wrong)).toEqual(new Set(known.types && calls > 0 ? [known.types] : []));
});

test('an adapter that takes the id of an item for that of its call is caught', async () => {
  const server = servers.get('aimock') as RealServer;
  const broken = brokenResponsesAnswers.find(({ id }) => id === 'mistakes-item-id-for-call-id');
  const { findings } = await play(
    { api: 'openai-responses', server, scenario: oneCall, mode: 'stream' },
    broken?.breakIt,
  );
  expect(findings).toContainEqual(expect.stringContaining('the id differs'));
});
