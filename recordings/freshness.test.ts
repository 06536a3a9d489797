import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listCassettes, parseCassettePath } from './format/cassette-path.ts';
import { readCassettes } from './format/store.ts';
import { type FreshnessPolicy, freshness, loadFreshness } from './freshness.ts';

const reason = 'made up for a test';
const policy: FreshnessPolicy = {
  live: { days: 90, reason },
  documented: { days: 180, reason },
  sourcesRead: '2026-01-01',
  providerApis: { google: { live: { days: 7, reason } }, mistral: { sourcesRead: '2026-02-01' } },
};
const live = (recordedAt: string) => ({ evidence: 'live', recordedAt }) as const;
const documented = { evidence: 'documented' } as const;

test.each([
  [
    'a live one on its last day',
    live('2026-01-01'),
    'anthropic',
    '2026-04-01',
    { freshUntil: '2026-04-01', isStale: false },
  ],
  [
    'a live one on the day after',
    live('2026-01-01'),
    'anthropic',
    '2026-04-02',
    { freshUntil: '2026-04-01', isStale: true },
  ],
  [
    'of a provider API with days of its own',
    live('2026-01-01'),
    'google',
    '2026-01-09',
    { freshUntil: '2026-01-08', isStale: true },
  ],
  [
    'over the end of a leap year',
    live('2027-12-03'),
    'anthropic',
    '2028-03-02',
    { freshUntil: '2028-03-02', isStale: false },
  ],
  [
    'a documented one, by the day its sources were read',
    documented,
    'anthropic',
    '2026-06-30',
    { freshUntil: '2026-06-30', isStale: false },
  ],
  ['the same, later', documented, 'google', '2026-07-01', { freshUntil: '2026-06-30', isStale: true }],
  [
    'one of a provider API whose sources were read on a day of its own',
    documented,
    'mistral',
    '2026-07-01',
    { freshUntil: '2026-07-31', isStale: false },
  ],
  [
    'one recorded from another server, which proves as little',
    { evidence: 'documented', recordedAt: '2026-12-01' } as const,
    'anthropic',
    '2026-12-02',
    { freshUntil: '2026-06-30', isStale: true },
  ],
  ['a live one that does not say when', { evidence: 'live' } as const, 'google', '2026-01-01', { isStale: true }],
])('%s', (_, provenance, providerApi, asOf, expected) => {
  expect(freshness(provenance, providerApi, policy, asOf)).toMatchObject(expected);
});

test('the day that an age counts from is that of the recording, or of its sources', () => {
  const sinceOf = (provenance: Parameters<typeof freshness>[0]) =>
    freshness(provenance, 'anthropic', policy, '2026-06-30').since;
  expect(sinceOf(live('2026-02-01'))).toBe('2026-02-01');
  expect(sinceOf({ evidence: 'documented', recordedAt: '2026-02-01' })).toBe(policy.sourcesRead);
  expect(sinceOf({ evidence: 'live' })).toBeUndefined();
});

test('of every committed cassette it is known from which day it is', async () => {
  const own = await loadFreshness();
  for (const path of await listCassettes()) {
    const providerApi = parseCassettePath(path)?.providerApi ?? '';
    for (const { provenance } of Object.values(readCassettes(path).cassettes)) {
      expect(freshness(provenance, providerApi, own, '2026-11-20').freshUntil, path).toBeDefined();
    }
  }
});

test('a day that there is not, and a member that there is not, are said', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freshness-'));
  const path = join(folder, 'freshness.json');
  const written = (value: object) => writeFile(path, JSON.stringify(value));
  await written({ ...policy, providerApis: { anthropic: { sourcesRead: '2026-02-30' } } });
  await expect(loadFreshness(path)).rejects.toThrow('"sourcesRead" of anthropic is "2026-02-30", not a date');
  await written({ ...policy, imported: { days: 1, reason } });
  await expect(loadFreshness(path)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringContaining('imported'),
  });
  await rm(folder, { recursive: true });
});
