import { expect, test } from 'vitest';
import { adapter as reference } from '../../adapters/reference/mistral-chat/adapter.ts';
import type { HttpRequest } from '../../recordings/format/exchange.ts';
import type { Adapter } from '../contract/index.ts';
import { prepareSuite } from './suite.ts';
import type { Mode } from './trace.ts';

/** What comes of a set-up case of an adapter. */
async function run(id: string, adapter: Adapter = reference, mode: Mode = 'complete') {
  const { cases, run: play } = await prepareSuite({
    implementation: 'reference',
    providerApi: 'mistral-chat',
    load: async () => adapter,
  });
  const found = cases.find((c) => c.scenario.id === id && c.mode === mode);
  if (!found) throw new Error(`no case ${id}`);
  return play(found);
}

test('one conversation is played with clients that are made in every way of the family, each in one of both modes', async () => {
  const played = [await run('setup-credentials'), await run('setup-credentials', reference, 'stream')];
  expect(played.map(({ verdict, result: { kind, trials } }) => ({ verdict, kind, trials }))).toEqual([
    { verdict: 'pass', kind: 'client-setup', trials: { tried: 2, failed: 0 } },
    { verdict: 'pass', kind: 'client-setup', trials: { tried: 1, failed: 0 } },
  ]);
  const judged = played[0]?.result.checks.find(({ check }) => check === 'request-credentials');
  expect(judged?.status).toBe('pass');
  expect(judged?.compared).toBeGreaterThanOrEqual(2);
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

test('what a conversation is found to lack is not found again where nothing is stored, whatever was run before', async () => {
  const wronged = (request: HttpRequest): HttpRequest =>
    request.body
      ? { ...request, body: { text: request.body.text.replace(/}$/, ',"max_output_tokens":"many"}') } }
      : request;
  const suite = () =>
    prepareSuite({
      implementation: 'reference',
      providerApi: 'openai-responses',
      load: async () => (await import('../../adapters/reference/openai-responses/adapter.ts')).adapter,
      // The provider's types forbid it.
      tampering: { request: wronged },
    });
  const compared = async (isFirst: boolean) => {
    const { cases, run } = await suite();
    const own = cases.find(({ scenario, mode }) => scenario.id === 'setup-without-state' && mode === 'complete');
    if (!own) throw new Error('no such case');
    if (!isFirst) for (const base of own.setup?.over ?? []) await run(base);
    const { checks } = (await run(own)).result;
    return Object.fromEntries(checks.map(({ check, status, compared }) => [check, [status, compared]]));
  };
  const first = await compared(true);
  expect(first).not.toHaveProperty('request-schema');
  expect(await compared(false)).toEqual(first);
});
