import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Adapter } from '../contract/index.ts';
import { prepareSuite } from './suite.ts';

test.for([
  ['fault-schema-violations', 0],
  ['fault-of-tomorrow', 1],
] as const)('a failure of a thorough run alone may be listed: %s is a problem %i times', async ([scenario, count]) => {
  const folder = await mkdtemp(join(tmpdir(), 'suite-'));
  const exceptions = join(folder, 'exceptions.yaml');
  const entry = {
    cases: `reference-google/web-search/${scenario}/stream`,
    verdict: 'known-failure',
    reason: 'of the test',
    source: 'https://example.org/',
    since: '2026-11-23',
    until: '2027-05-23',
  };
  await writeFile(exceptions, JSON.stringify({ exceptions: [entry] }));
  const load = () => Promise.reject(new Error('not loaded'));
  const subject = { implementation: 'reference', providerApi: 'google', load, exceptions } as const;
  const { cases, exceptionProblems } = await prepareSuite(subject, { asOf: '2026-11-23' });
  await rm(folder, { recursive: true });
  expect(cases.some(({ id }) => id === entry.cases)).toBe(false);
  expect(exceptionProblems).toHaveLength(count);
});

test('a process that fails between two cases is a problem of the run', async () => {
  const reports = ['it ended'];
  const adapter: Adapter = {
    id: 'reference-google',
    implementation: 'reference',
    providerApi: 'google',
    process: { start: async () => {}, stop: async () => {}, unreported: () => reports.pop() },
    createClient: () => expect.unreachable('the transport needs no client'),
  };
  const subject = {
    implementation: 'reference',
    providerApi: 'google',
    load: async () => adapter,
    exceptions: [],
  } as const;
  const suite = await prepareSuite(subject, { asOf: '2026-11-23', transport: 'in-process' });
  const [first, second] = suite.cases;
  if (!first || !second) expect.unreachable('there are cases');
  expect(suite.processProblems()).toEqual([]);
  await suite.run(first);
  await suite.run(second);
  expect(suite.processProblems()).toEqual([
    {
      place: 'reference-google',
      message: `it ended; that was between two cases, before or after ${first.id}`,
      hint: expect.any(String),
    },
  ]);
  await suite.close();
});
