import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { adapter as reference } from '../../adapters/reference/anthropic/adapter.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { foundText, fuzz, headText, reportText, type Subject, subjectOf } from './fuzz.ts';

const found = (await discoverAdapters()).find(({ id }) => id === reference.id);
if (!found) throw new Error('no adapter');
const first = await subjectOf(found, ({ id }) => id.includes('/function-calling/call-single/'));

/** The same conversations through another adapter. */
const subject = (adapter: Adapter): Subject => ({
  ...first,
  bench: { ...first.bench, adapter: async () => adapter },
});

const none = () => [];

/** Believes every word of the provider about why it ended. */
const broken: Adapter = {
  ...reference,
  createClient: (settings) => {
    const client = reference.createClient(settings);
    return {
      ...client,
      async getResponse(...asked) {
        const response = await client.getResponse(...asked);
        if (response.finishReason !== 'tool_calls' && response.finishReason !== 'stop')
          throw new RangeError('Unheard of');
        return response;
      },
    };
  },
};

test('an adapter that bears all has nothing to tell, and the count is what was asked for', async () => {
  const report = await fuzz(subject(reference), none, { mutations: 20, seed: 3 });
  expect(report).toMatchObject({ tried: 20, found: [] });
});

test('what fails is told once, in its least form, and counted; the same seed finds the same', async () => {
  const [first, second] = [
    await fuzz(subject(broken), none, { mutations: 50, seed: 4 }),
    await fuzz(subject(broken), none, { mutations: 50, seed: 4 }),
  ];
  expect(first?.found).toHaveLength(1);
  const [one] = first?.found ?? [];
  expect(one).toMatchObject({ group: 'untyped', message: expect.stringContaining('RangeError') });
  expect(one?.times).toBeGreaterThan(1);
  expect(one?.mutation.changes).toHaveLength(1);
  expect(second?.found).toEqual(first?.found);
  expect(one && foundText(one)).toContain(
    'keep it in recordings/faults/regressions.yaml, with a reason: {"providerApi":"anthropic"',
  );
  expect(`${headText()}${reportText('x', first as never)}`).toMatch(/untyped.*\nx +50 +0 +0 +[1-9]/);
});

test('an answer of real traffic stands in the place of a recorded one, and is only named', async () => {
  const real = {
    name: 'folder/file.json exchanges[0]',
    response: { status: 200, headers: [], body: { text: 'no JSON' } },
  };
  const report = await fuzz(subject(broken), () => [real], { mutations: 20, seed: 5 });
  expect(report.tried).toBe(20);
});

test('what nobody waited for is a crash', async () => {
  const strays: unknown[] = [new Error('forgotten')];
  const report = await fuzz(subject(reference), none, { mutations: 5, seed: 1, strays });
  expect(report.found.map(({ group, message }) => [group, message.split('\n')[0]])).toEqual([
    ['crash', 'nobody waited for Error: forgotten'],
  ]);
});

test('time that is up ends it', async () => {
  const report = await fuzz(subject(reference), none, { mutations: 1_000_000, seed: 1, time: 300 });
  expect(report.tried).toBeLessThan(10_000);
});

test('whose time is up while a conversation is played has ended it before the next begins', async () => {
  // Nearly all of the time is in the middle of a call.
  const slow: Adapter = {
    ...reference,
    createClient: (settings) => {
      const client = reference.createClient(settings);
      return {
        ...client,
        async getResponse(...asked) {
          for (let turn = 0; turn < 20_000; turn++) await setImmediate();
          return client.getResponse(...asked);
        },
      };
    },
  };
  const hurried = await fuzz(subject(slow), none, { mutations: 1_000_000, seed: 1, time: 100 });
  const next = await fuzz(subject(reference), none, { mutations: 3, seed: 1 });
  expect([...hurried.found, ...next.found]).toEqual([]);
});
