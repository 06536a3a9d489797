import { beforeAll, expect, test } from 'vitest';
import { inPieces } from '../../adapters/broken/wire.ts';
import { adapter as reference } from '../../adapters/reference/anthropic/adapter.ts';
import { memoize } from '../../lib/memoize.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { keepConnected } from '../../recordings/transport/connection.ts';
import { loadChecks } from '../checks/load.ts';
import { type Adapter, type ChatClient, type ChatResponseUpdate, TimeoutError, WireError } from '../contract/index.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { wireReaderFor } from '../wire/index.ts';
import type { Case } from './case.ts';
import { deckOf } from './case-cassettes.ts';
import { expand } from './expand.ts';
import { runFaultCase } from './fault-case.ts';
import { type CaseContext, observeCase } from './run.ts';
import type { Trace } from './trace.ts';

beforeAll(keepConnected);

const identity = { id: 'reference-anthropic', implementation: 'reference', providerApi: 'anthropic' } as const;
const matrix = await loadMatrix();
const cases = expand(matrix, await loadScenarios(), [identity], true);
const bench: CaseContext = {
  column: providerOf(matrix, 'anthropic'),
  reader: await wireReaderFor('anthropic'),
  checks: await loadChecks(),
  adapter: async () => reference,
};

const caseOf = (name: string): Case => {
  const found = cases.find(({ id }) => id === `reference-anthropic/${name}`);
  if (!found) throw new Error(`no case ${name}`);
  return found;
};

/** As a suite does: a conversation without a fault is observed once. */
const tracesOf = memoize((_: Adapter) => new Map<string, Promise<Trace | undefined>>());
const observedWith = (adapter: Adapter) => (c: Case) => {
  const traces = tracesOf(adapter);
  const used = { ...bench, adapter: async () => adapter };
  const trace = traces.get(c.id) ?? observeCase(c, deckOf(c, bench.column), used).catch(() => undefined);
  traces.set(c.id, trace);
  return trace;
};
const observed = observedWith(reference);

const run = (name: string, adapter: Adapter = reference, own: Partial<CaseContext> = {}) =>
  runFaultCase(caseOf(name), { ...bench, adapter: async () => adapter, ...own }, observedWith(adapter));

const with_ = (change: (client: ChatClient) => Partial<ChatClient>): Adapter => ({
  ...reference,
  createClient: (settings) => {
    const client = reference.createClient(settings);
    return { ...client, ...change(client) };
  },
});

test('every tool with conversations has each family of faults in both modes, or says which tool has it alone', () => {
  const faults = cases
    .filter(({ kind }) => kind === 'fault')
    .map(({ tool, scenario, mode }) => `${tool} ${scenario.id} ${mode}`);
  expect(faults).toContain('shell fault-truncated stream');
  expect(faults).toContain('function-calling fault-error-statuses complete');
  expect(faults).not.toContain('shell fault-error-statuses complete');
});

test('a good adapter passes, and as many faults are told as were tried', async () => {
  const { conclusion, trials, cassette, trace } = await run('function-calling/fault-truncated/stream');
  expect(conclusion).toEqual({ verdict: 'pass' });
  expect(trials?.tried).toBeGreaterThan(0);
  expect(cassette?.path).toContain('anthropic/function-calling/');
  expect(trace?.steps.at(-1)?.error?.name).toBe('WireError');
});

test('where no answer can have the fault, the conversation is judged as it was recorded, and nothing is counted as tried', async () => {
  const theCase = caseOf('shell/fault-truncated/stream');
  const fault = theCase.fault ?? expect.fail('it is no fault case');
  const without = { ...theCase, fault: { ...fault, family: { ...fault.family, faultsOf: () => [] } } };
  const outcome = await runFaultCase(without, bench, observed);
  expect(outcome.conclusion).toEqual({ verdict: 'pass' });
  expect(outcome.trials).toEqual({ tried: 0, failed: 0 });
  expect(outcome.cassette?.path).toContain('anthropic/shell/');
});

test('kinds that an earlier tool tries are not tried again: the conversation is judged as it was recorded', async () => {
  expect((await run('function-calling/fault-network-failures/complete')).trials?.tried).toBe(5);
  const { conclusion, trials } = await run('shell/fault-network-failures/complete');
  expect([conclusion, trials]).toEqual([{ verdict: 'pass' }, { tried: 0, failed: 0 }]);
});

test('kinds that an earlier tool tries are read from recordings, whatever ran before', async () => {
  const theCase = caseOf('web-search/fault-stream-framing/stream');
  const triedIn = async (one: Case) => (await runFaultCase(one, bench, observed)).trials?.tried;
  const { fault = expect.fail('it is no fault case') } = theCase;
  const tools = new Set(fault.elsewhere.map(({ tool }) => tool));
  expect([...tools]).toEqual(expect.arrayContaining(['function-calling', 'code-interpreter']));
  const withoutOthers = { ...theCase, fault: { ...fault, elsewhere: [] } };
  expect(await triedIn(theCase)).toBeLessThan((await triedIn(withoutOthers)) ?? 0);
});

test('in a thorough run a case tries finer kinds, and the first fault where there is none', async () => {
  const whole = { isThorough: true };
  expect((await run('shell/fault-network-failures/complete', reference, whole)).trials?.tried).toBe(1);
  const [some, all] = [
    await run('function-calling/fault-truncated/stream'),
    await run('function-calling/fault-truncated/stream', reference, whole),
  ];
  expect(some.trials?.tried).toBeLessThan(all.trials?.tried ?? 0);
});

test('each tool tries one fault of a family whose outcome depends on the tool', async () => {
  expect((await run('web-fetch/fault-unknown-hosted-tools/complete')).trials?.tried).toBe(1);
});

test('a finding says in which conversation and with which fault', async () => {
  const broken = with_((client) => ({
    getResponse: (...asked) =>
      client.getResponse(...asked).catch(() => {
        throw new WireError('');
      }),
  }));
  const { conclusion, judgement } = await run('function-calling/fault-network-failures/complete', broken);
  expect(conclusion.verdict).toBe('fail');
  expect(judgement?.checks.find(({ check }) => check === 'error-message')?.findings[0]?.message).toMatch(
    /^call-single, where the connection for messages.create is refused: the adapter threw WireError/,
  );
});

test('of many cuts the finding names the one that an adapter stumbles over', async () => {
  const broken = inPieces((piece) => piece.replace(/^_/, ''))(reference);
  const { conclusion } = await run('function-calling/fault-stream-framing/stream', broken);
  expect(conclusion.verdict).toBe('fail');
  expect(conclusion.reason).toMatch(/comes with one cut, behind byte \d+: "\{\\"type\\":\\"message" \| "_start/);
});

test('a caller whose time runs out before the fault comes is given more in a second attempt', async () => {
  const slow: Adapter = {
    ...reference,
    createClient: (settings) => {
      const client = reference.createClient(settings);
      if (settings.timeout > 1000) return client;
      const getResponse = async () => {
        throw new TimeoutError('The machine was busy.');
      };
      return { ...client, getResponse };
    },
  };
  const { conclusion, judgement } = await run('function-calling/fault-network-failures/complete', slow);
  expect(conclusion).toEqual({ verdict: 'pass' });
  expect(judgement?.checks.find(({ check }) => check === 'error-network')?.compared).toBe(5);
});

test('what an adapter does wrong without any fault is not said again', async () => {
  const broken = with_((client) => ({
    getResponse: async (...asked) => {
      await client.getResponse(...asked);
      throw new WireError('');
    },
  }));
  const { judgement } = await run('shell/fault-unknown-members/complete', broken);
  expect(judgement?.checks.filter(({ findings }) => findings.length > 0)).toEqual([]);
});

test('an adapter that never ends fails, with the fault that it hangs on', async () => {
  const broken = with_((client) => ({
    getResponse: (...asked) => client.getResponse(...asked).catch(() => new Promise(() => {})),
  }));
  const { conclusion } = await runFaultCase(
    caseOf('function-calling/fault-network-failures/complete'),
    { ...bench, adapter: async () => broken },
    observed,
  );
  expect(conclusion).toEqual({
    verdict: 'fail',
    reason: expect.stringMatching(/^call-single, where the connection .*: the adapter did not come to an end/),
  });
});

test('of mutations as many are tried as a case may, and what was found once is tried beyond', async () => {
  expect((await run('function-calling/fault-random-mutations/stream')).trials?.tried).toBe(8);
  expect((await run('shell/fault-random-mutations/stream')).trials?.tried).toBe(1);
  expect((await run('shell/fault-random-mutations/stream', reference, { isThorough: true })).trials?.tried).toBe(8);
  const kept = {
    providerApi: 'anthropic',
    tool: 'shell',
    scenario: 'command-basic',
    mode: 'stream',
    transport: 'sse',
    exchange: 0,
    changes: [{ do: 'drop-piece', piece: 0 }],
    reason: 'it broke',
  } as const;
  const used = { ...bench, kept: [{ ...kept, changes: [...kept.changes] }] };
  const outcome = await runFaultCase(caseOf('shell/fault-random-mutations/stream'), used, observed);
  expect([outcome.conclusion.verdict, outcome.trials?.tried]).toEqual(['pass', 2]);
});

test('the first conversation goes on to its end; of the others what follows on an answer that was understood is known', async () => {
  const callsOf = async (change: (update: ChatResponseUpdate) => ChatResponseUpdate) => {
    const calls: number[] = [];
    const counted: Adapter = {
      ...reference,
      createClient: (settings) => {
        const client = reference.createClient(settings);
        const nth = calls.push(0) - 1;
        async function* getStreamingResponse(...asked: Parameters<ChatClient['getStreamingResponse']>) {
          calls[nth] = (calls[nth] ?? 0) + 1;
          for await (const update of client.getStreamingResponse(...asked)) yield change(update);
        }
        return { ...client, getStreamingResponse };
      },
    };
    const used = { ...bench, adapter: async () => counted };
    const whole = caseOf('function-calling/fault-stream-framing/stream');
    const { fault = expect.fail('it is no fault case') } = whole;
    const over = fault.over.slice(0, 5);
    const traces = new Map<string, Trace>();
    for (const c of over) traces.set(c.id, await observeCase(c, deckOf(c, bench.column), used));
    calls.length = 0;
    await runFaultCase({ ...whole, fault: { ...fault, over } }, used, async (c) => traces.get(c.id));
    return calls;
  };
  let nth = 0;
  const otherEachTime = await callsOf((update) => ({ ...update, responseId: `${++nth}` }));
  const asUsual = await callsOf((update) => update);
  expect(asUsual.length).toBe(otherEachTime.length);
  expect(asUsual[0]).toBe(otherEachTime[0]);
  const sum = (calls: readonly number[]) => calls.reduce((a, b) => a + b, 0);
  expect(sum(asUsual)).toBeLessThan(sum(otherEachTime));
});
