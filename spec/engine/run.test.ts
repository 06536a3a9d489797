import { expect, onTestFinished, test } from 'vitest';
import { adapter as reference } from '../../adapters/reference/anthropic/adapter.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { transportKinds } from '../../recordings/transport/transport-kinds.ts';
import { loadChecks } from '../checks/load.ts';
import { type Adapter, type ChatClient, type ChatResponseUpdate, foldUpdates } from '../contract/index.ts';
import { processAdapter } from '../process/index.ts';
import { usualLimits } from '../process/json-lines.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { wireReaderFor } from '../wire/index.ts';
import type { AdapterIdentity, Case } from './case.ts';
import { expand } from './expand.ts';
import { type CaseContext, runCase } from './run.ts';

const identity: AdapterIdentity = { id: 'reference-anthropic', implementation: 'reference', providerApi: 'anthropic' };
const matrix = await loadMatrix();
const cases = expand(matrix, await loadScenarios(), [identity]);
const single = cases.find((c) => c.id.endsWith('/call-single/complete')) as Case;
const bench: CaseContext = {
  column: providerOf(matrix, 'anthropic'),
  reader: await wireReaderFor('anthropic'),
  checks: await loadChecks(),
  adapter: async () => reference,
};

const run = (adapter: Partial<Adapter> | Error, over: Partial<CaseContext> = {}) =>
  runCase(single, {
    ...bench,
    adapter: async () => {
      if (adapter instanceof Error) throw adapter;
      return { ...reference, ...adapter };
    },
    ...over,
  });

/** The reference adapter's client with something of it replaced. */
const withClient = (change: (client: ChatClient) => Partial<ChatClient>): Partial<Adapter> => ({
  createClient: (settings) => {
    const client = reference.createClient(settings);
    return {
      getResponse: (...asked) => client.getResponse(...asked),
      getStreamingResponse: (...asked) => client.getStreamingResponse(...asked),
      close: () => client.close(),
      ...change(client),
    };
  },
});

test('a good adapter passes, and leaves the evidence of it', async () => {
  const { conclusion, cassette, trace } = await run({});
  expect(conclusion).toEqual({ verdict: 'pass' });
  expect(cassette?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(trace?.steps).toHaveLength(2);
});

test.for([
  ['cannot be loaded', new SyntaxError('unexpected token'), 'loading it threw SyntaxError: unexpected token'],
  [
    'makes no client',
    {
      createClient: () => {
        throw new TypeError('no key');
      },
    },
    'createClient threw TypeError: no key',
  ],
  [
    'cannot be closed',
    withClient(() => ({ close: () => Promise.reject(new Error('still open')) })),
    'close threw Error: still open',
  ],
  [
    'cannot be closed twice',
    withClient(() => {
      let isClosed = false;
      return {
        close: async () => {
          if (isClosed) throw new Error('closed already');
          isClosed = true;
        },
      };
    }),
    'close, called once more, threw Error: closed already',
  ],
  ['goes by another name', { id: 'reference' }, 'the id "reference", but its folder is of "reference-anthropic"'],
] as const)('an adapter that %s fails: it is no fault of the harness', async ([, adapter, reason]) => {
  expect((await run(adapter)).conclusion).toEqual({ verdict: 'fail', reason: expect.stringContaining(reason) });
});

test.for([
  ['nothing', undefined],
  ['no messages', { warnings: [] }],
  ['a content that is null', { messages: [{ role: 'assistant', contents: [null] }], warnings: [] }],
] as const)('an adapter that returns %s fails, by the shape of what it returned', async ([, returned]) => {
  const { conclusion } = await run(withClient(() => ({ getResponse: async () => returned as never })));
  expect(conclusion).toEqual({ verdict: 'fail', reason: expect.stringContaining('contract-shape: steps[0].response') });
});

test('an adapter that never ends fails, and the next case passes', async () => {
  const hanging = withClient(() => ({ getResponse: () => new Promise(() => {}) }));
  const { conclusion } = await run(hanging);
  const reason = 'the adapter did not come to an end: every response was delivered, and no timer is set';
  expect(conclusion).toEqual({ verdict: 'fail', reason });
  expect((await run({})).conclusion.verdict).toBe('pass');
});

/** Leaves a promise that is rejected. */
function stray(): void {
  void Promise.reject(new Error('nobody waits for this'));
}

test.for([
  [
    'while it runs',
    withClient((client) => ({
      getResponse(...asked) {
        stray();
        return client.getResponse(...asked);
      },
    })),
  ],
  ['when it is closed', withClient((client) => ({ close: () => client.close().then(stray) }))],
] as const)('a rejection that nobody handles fails its case %s, and the next case passes', async ([, adapter]) => {
  const { conclusion, trace } = await run(adapter);
  expect(conclusion).toEqual({
    verdict: 'fail',
    reason: expect.stringMatching(/^no-leaks: .*nobody waits/),
  });
  expect(trace?.unhandled).toEqual(Array(2).fill('Error: nobody waits for this'));
  expect((await run({})).conclusion).toEqual({ verdict: 'pass' });
});

test('an adapter that never ends for a rejection that it did not hear of is told of it', async () => {
  const hanging = withClient(() => ({
    getResponse() {
      stray();
      return new Promise(() => {});
    },
  }));
  const { conclusion } = await run(hanging);
  expect(conclusion).toEqual({
    verdict: 'fail',
    reason: expect.stringMatching(/come to an end.*nobody waits for this/),
  });
});

test('a process that never answers fails its case, and the case after it is answered by the next process', async () => {
  const hangs = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const result = method === 'initialize' ? { contractVersion: params.contractVersion } : null;
    if (id && method !== 'getResponse') console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  })`;
  const foreign = processAdapter({
    ...identity,
    program: process.execPath,
    arguments: ['-e', hangs],
    folder: import.meta.dirname,
    prerequisite: 'Install Node.js.',
    // Nothing would come of waiting longer for it to end.
    limits: { ...usualLimits, grace: 300 },
  });
  onTestFinished(() => foreign.process?.stop());
  for (const _ of ['first', 'second']) {
    const { conclusion } = await run(foreign, { timeLimit: 50 });
    expect(conclusion).toEqual({ verdict: 'fail', reason: expect.stringContaining('did not come to an end') });
  }
  expect((await run({})).conclusion.verdict).toBe('pass');
});

test('a missing recording is not testable, and the command that makes it is named', async () => {
  const scenario = { ...single.scenario, id: 'not-recorded' };
  const { conclusion } = await runCase({ ...single, scenario }, bench);
  expect(conclusion).toEqual({
    verdict: 'not-testable',
    reason: expect.stringContaining('npm run atc -- record anthropic/'),
  });
});

/** Streams whatever it was asked for, as some libraries do. */
const alwaysStreams = withClient((client) => ({
  getResponse: async (...asked) => {
    const updates: ChatResponseUpdate[] = [];
    for await (const update of client.getStreamingResponse(...asked)) updates.push(update);
    return foldUpdates(updates);
  },
}));

test.for(transportKinds)('an adapter that always streams is played the streamed recording: %s', async (transport) => {
  const { conclusion, cassette, trace } = await run(alwaysStreams, { transport });
  expect(conclusion).toEqual({ verdict: 'pass' });
  expect(cassette).toMatchObject({ path: expect.stringMatching(/call-single\.json$/), transport: 'sse' });
  expect(trace?.steps.flatMap((s) => s.exchanges.map((e) => e.transport))).toEqual(['sse', 'sse']);
});

test('where the streamed recording is the one that is missing, the command records that', async () => {
  const scenario = { ...single.scenario, id: 'not-recorded' };
  const adapter = async () => ({ ...reference, ...alwaysStreams });
  const { conclusion, cassette } = await runCase({ ...single, scenario }, { ...bench, adapter });
  expect(conclusion).toEqual({
    verdict: 'not-testable',
    reason: expect.stringMatching(/\.json#sse; .*\/stream$/),
  });
  expect(cassette).toBeUndefined();
});

test('a recording of another column is an error of the harness, never of the adapter', async () => {
  const other = { ...bench.column, operations: [] };
  const { conclusion } = await runCase(single, { ...bench, column: other });
  expect(conclusion.verdict).toBe('error');
});
