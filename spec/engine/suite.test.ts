import { expect, test } from 'vitest';
import type { Adapter } from '../contract/index.ts';
import { prepareSuite } from './suite.ts';

const issue = {
  title: 'a failure of the test',
  impact: 'loses',
  evidence: { grade: 'documented', source: 'https://example.org/' },
  cause: 'of the test alone',
  upstream: 'not told yet',
} as const;

test.for([
  ['fault-schema-violations', 0],
  ['fault-of-tomorrow', 1],
] as const)('a failure of a thorough run alone may be covered: %s is a problem %i times', async ([scenario, count]) => {
  const name = `web-search/${scenario}/stream`;
  const knownIssues = { x: { ...issue, covers: { [name]: ['returns-usage:usage.missing'] } } };
  const load = () => Promise.reject(new Error('not loaded'));
  const subject = { implementation: 'reference', providerApi: 'google', load, knownIssues } as const;
  const { cases, issueProblems } = await prepareSuite(subject, { asOf: '2026-11-23' });
  expect(cases.some(({ id }) => id.endsWith(name))).toBe(false);
  expect(issueProblems()).toHaveLength(count);
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
