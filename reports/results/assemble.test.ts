import { expect, test } from 'vitest';
import { listed } from '../fixtures/sample-issue.ts';
import { assemble, type RunFacts } from './assemble.ts';
import { report } from './fixtures/report.ts';

const facts: RunFacts = {
  asOf: '2026-11-20',
  selection: { tools: ['b', 'a'] },
  adapters: [
    { id: 'z', implementation: 'z', providerApi: 'anthropic', packages: [] },
    { id: 'a', implementation: 'a', providerApi: 'anthropic', packages: [] },
  ],
  knownIssues: [],
  matrix: {},
  checks: [],
  problems: [],
  generated: 3,
};

test('how requests reached the recordings is told where it is not the usual way', () => {
  expect(assemble(facts, []).results.run).not.toHaveProperty('transport');
  expect(assemble({ ...facts, transport: 'server' }, []).results.run.transport).toBe('server');
});

test('what is known, and whether hundreds of faults were tried, is told', () => {
  expect(assemble(facts, []).results.run).toMatchObject({ knownIssues: [] });
  expect(assemble(facts, []).results.run).not.toHaveProperty('thorough');
  expect(assemble({ ...facts, thorough: true, knownIssues: [listed()] }, []).results.run).toMatchObject({
    thorough: true,
    knownIssues: [listed()],
  });
});

test('the order in which cases ran, and how long they took, leaves no trace in the index', () => {
  const one = assemble(facts, [report('b'), report('a')]);
  const other = assemble(facts, [report('a'), report('b')]);
  expect(JSON.stringify(one.results)).toBe(JSON.stringify(other.results));
  expect(one.results.cases.map((c) => c.id)).toEqual(['a', 'b']);
});

test('evidence is named by the hash of its own bytes', async () => {
  const { results, evidence } = assemble(facts, [report('a')]);
  const { evidenceSha256: sha256 = '' } = results.cases[0] ?? {};
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(evidence.get(sha256) ?? ''));
  expect(Buffer.from(digest).toString('hex')).toBe(sha256);
});

test('generated, executed and asserted are counted apart: a case that compared nothing is not asserted', () => {
  const idle = report('b');
  idle.result.checks.splice(0, 1, { check: 'c', level: 'MUST', status: 'not-applicable', compared: 0, findings: [] });
  expect(assemble(facts, [report('a'), idle]).results.counts).toEqual({
    generated: 3,
    executed: 2,
    asserted: 1,
    compared: 2,
    connections: 0,
  });
});

test('a problem of known issues that many cases report is told once', () => {
  const issueProblems = [{ place: 'p', message: 'm', hint: 'h' }];
  const { results } = assemble(facts, [report('a', { issueProblems }), report('b', { issueProblems })]);
  expect(results.problems).toEqual(issueProblems);
});
