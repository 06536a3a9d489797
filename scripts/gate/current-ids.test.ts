import { expect, test } from 'vitest';
import { failing, inOpenai } from '../../reports/gate/fixtures/runs.ts';
import { listed } from '../../reports/html/fixtures/listed.ts';
import { sample } from '../../reports/html/fixtures/sample.ts';
import { aliasesOf } from '../../spec/aliases.ts';
import { runWithCurrentIds } from './current-ids.ts';

const base = () => {
  const { results } = sample();
  results.run.exceptions = [listed({ cases: 'sample-anthropic/**', checks: ['calls-equal-wire'] })];
  results.run.selection = {
    adapters: ['sample-anthropic'],
    tools: ['function-calling'],
    scenarios: ['parallel-calls'],
  };
  return results;
};

test('runWithCurrentIds() leaves a run as it is where no id was renamed', () => {
  const run = base();
  expect(runWithCurrentIds(aliasesOf([]), run)).toEqual({ run, notes: [] });
});

test('runWithCurrentIds() renames cases, adapters, claims, exceptions and the selection', () => {
  const aliases = aliasesOf([
    { kind: 'scenarios', old: 'calling/parallel-calls', current: 'calling/call-parallel' },
    { kind: 'tools', old: 'function-calling', current: 'calling' },
    { kind: 'providerApis', old: 'anthropic', current: 'claude' },
    { kind: 'checks', old: 'calls-equal-wire', current: 'returns-calls' },
  ]);
  const { run, notes } = runWithCurrentIds(aliases, base());
  const renamed = failing.replace('anthropic/function-calling/parallel-calls', 'claude/calling/call-parallel');
  const [adapter, tool, scenario] = renamed.split('/');
  expect(run.cases.find(({ id }) => id === renamed)).toMatchObject({ adapter, tool, scenario, providerApi: 'claude' });
  expect(run.cases.map(({ id }) => id)).not.toContain(failing);
  expect(run.cases.map(({ id }) => id)).not.toContain(inOpenai);
  expect(run.run).toMatchObject({
    adapters: expect.arrayContaining([expect.objectContaining({ id: 'sample-claude', providerApi: 'claude' })]),
    exceptions: [{ cases: 'sample-claude/**', checks: ['returns-calls'] }],
    selection: { adapters: ['sample-claude'], tools: ['calling'], scenarios: ['call-parallel'] },
  });
  const { tools, providers } = run.matrix as { tools: { id: string }[]; providers: { id: string; cells: object }[] };
  expect(tools.map(({ id }) => id)).toContain('calling');
  expect(providers.find(({ id }) => id === 'claude')?.cells).toHaveProperty('calling');
  expect(notes).toEqual([expect.stringMatching(/^\d+ cases of the base compared by a new id/)]);
});
