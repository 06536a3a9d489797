import { expect, test } from 'vitest';
import { adapter as reference } from '../../adapters/reference/mistral-chat/adapter.ts';
import type { Adapter } from '../contract/index.ts';
import { prepareSuite } from './suite.ts';

/** What comes of a set-up case of an adapter. */
async function run(id: string, adapter: Adapter = reference) {
  const { cases, run: play } = await prepareSuite({
    implementation: 'reference',
    providerApi: 'mistral-chat',
    load: async () => adapter,
  });
  const found = cases.find(({ scenario, mode }) => scenario.id === id && mode === 'complete');
  if (!found) throw new Error(`no case ${id}`);
  return play(found);
}

test('one conversation is played with clients that are made in every way of the family', async () => {
  const { verdict, result } = await run('setup-credentials');
  expect({ verdict, kind: result.kind, trials: result.trials }).toEqual({
    verdict: 'pass',
    kind: 'client-setup',
    trials: { tried: 3, failed: 0 },
  });
  const judged = result.checks.find(({ check }) => check === 'request-credentials');
  expect(judged?.status).toBe('pass');
  expect(judged?.compared).toBeGreaterThanOrEqual(3);
});

test('variables are set while it is played, and afterwards they are as they were', async () => {
  process.env.MISTRAL_API_KEY = 'before';
  delete process.env.OPENAI_API_KEY;
  const seen: (string | undefined)[] = [];
  const looking: Adapter = {
    ...reference,
    createClient: (settings) => {
      seen.push(process.env.MISTRAL_API_KEY);
      return reference.createClient(settings);
    },
  };
  try {
    expect((await run('setup-environment', looking)).verdict).toBe('pass');
    expect(new Set(seen)).toEqual(new Set(['before', 'hush-hush']));
    expect(process.env.MISTRAL_API_KEY).toBe('before');
    expect(process.env.OPENAI_API_KEY).toBeUndefined();
  } finally {
    delete process.env.MISTRAL_API_KEY;
  }
});

test('who makes a client of anything fails, and is told of what', async () => {
  const careless: Adapter = {
    ...reference,
    createClient: (settings) => reference.createClient({ ...settings, baseUrl: 'https://api.mistral.ai' }),
  };
  const { verdict, reason } = await run('setup-invalid-settings', careless);
  expect(verdict).toBe('fail');
  expect(reason).toMatch(/rejects-invalid-settings: .*, where the base URL is none: 1 requests were sent/);
});
