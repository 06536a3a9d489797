/** What a change of each kind of file affects, in this repository as it is. */
import { expect, test } from 'vitest';
import { providerOf } from '../../matrix/model.ts';
import type { Case } from '../../spec/engine/case.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { planRun } from '../../spec/engine/plan.ts';
import { knownOf } from './affected-cases.ts';
import { casesOf } from './cases-of.ts';
import { type Known, scopeOf } from './scope.ts';

const known = knownOf(await discoverAdapters());
const { cases, matrix } = await planRun({ adapters: [], tools: [], scenarios: [], modes: [] }, '2026-11-20');

function affectedBy(file: string, { isThere = true, with: knowing = known as Known } = {}) {
  const choice = {
    cases,
    columnsOf: known.columnsOf,
    columnOf: ({ adapter }: Case) => providerOf(matrix, adapter.providerApi),
    isThere: () => isThere,
  };
  const [affected] = casesOf([scopeOf(file, knowing)], choice);
  return { because: affected?.because, ids: affected?.cases.map(({ id }) => id) };
}
const idsOf = (isOne: (c: Case) => boolean): string[] => cases.filter(isOne).map(({ id }) => id);
const everything = idsOf(() => true);

test.for([
  'spec/checks/calls-equal-wire.ts',
  'spec/engine/judge.ts',
  'spec/engine/plan.ts',
  'spec/wire/sse.ts',
  'spec/wire/readers.ts',
  'spec/conformance.ts',
  'spec/contract/client.ts',
  'spec/faults/families.ts',
  'files/canonical-json.ts',
  'matrix/load.ts',
  'matrix/tools.json',
  'matrix/drift.json',
  'recordings/transport/deck.ts',
  'recordings/guard/setup.ts',
  'recordings/freshness.json',
  'recordings/faults/regressions.yaml',
  'spec/wire/schemas/deviations.yaml',
  'vitest.config.ts',
  'scripts/plain-output.ts',
  'scripts/longest-first.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'schemas/wire/of-nobody.json',
  'something-new.toml',
  'spec/engine/notes.txt',
  'adapters/reference/of-the-past/conformance.test.ts',
])('%s affects everything', (file) => {
  expect(affectedBy(file).ids).toEqual(everything);
});

test.for([
  'README.md',
  'adapters/reference/README.md',
  'docs/conformance-power.md',
  'LICENSE',
  '.github/workflows/re-record.yml',
  '.ci/run',
  'biome.json',
  'reports/html/page.ts',
  'reports/html/style/page.css',
  'scripts/record/record.ts',
  'scripts/secrets/allowed.yaml',
  'spec/engine/judge.test.ts',
  'adapters/reference/google/client.test.ts',
  'adapters/broken/all.ts',
  'spec/kill-matrix/kill-matrix.ts',
  'spec/corpus/read-corpus.ts',
  'spec/corpus/schema-reasons.yaml',
  'matrix/mapping.json',
  'schemas/results.schema.json',
  'recordings/prices.yaml',
])('%s affects nothing', (file) => {
  expect(affectedBy(file).ids).toEqual([]);
});

test.for([
  ['adapters/reference/google/conformance.test.ts', ['reference-google']],
  ['adapters/reference/google/request.ts', ['reference-google']],
  ['adapters/ai-sdk/anthropic/client.ts', ['ai-sdk-anthropic']],
  ['adapters/reference/shared/aws-client.ts', ['reference-bedrock-agents', 'reference-bedrock-converse']],
  ['adapters/python-example/anthropic/adapter.ts', ['python-example-anthropic']],
  ['adapters/python-example/openai-chat/adapter.ts', ['python-example-openai-chat']],
] as const)('%s affects the cases of %j', ([file, adapters]) => {
  expect(affectedBy(file).ids).toEqual(idsOf(({ adapter }) => (adapters as readonly string[]).includes(adapter.id)));
});

test.for([
  ['adapters/llumiverse/exceptions.yaml', 'llumiverse'],
  ['adapters/ai-sdk/package.json', 'ai-sdk'],
  ['adapters/python-example/anthropic/client.py', 'python-example'],
  ['adapters/python-example/http_exchange.py', 'python-example'],
] as const)('%s affects the cases of all adapters of %s', ([file, implementation]) => {
  expect(affectedBy(file).ids).toEqual(idsOf(({ adapter }) => adapter.implementation === implementation));
});

test.for([
  ['spec/wire/google/parts.ts', ['google']],
  ['spec/wire/chat/stream.ts', ['mistral-chat', 'openai-chat']],
  ['spec/wire/anthropic/stream.ts', ['anthropic']],
  ['matrix/providers/mistral.json', ['mistral']],
  ['spec/wire/schemas/columns/google.json', ['google']],
  ['schemas/wire/bedrock-agent-runtime.json', ['bedrock-agents']],
  ['schemas/wire/anthropic.json', ['anthropic']],
] as const)('%s affects every adapter for %j', ([file, columns]) => {
  const ids = idsOf(({ adapter }) => (columns as readonly string[]).includes(adapter.providerApi));
  expect(affectedBy(file).ids).toEqual(ids);
});

test('a recording affects the cases that play it, and those that play it again', () => {
  const { ids = [] } = affectedBy('recordings/cassettes/google/web-search/cited-answer.json.har');
  expect(ids.length).toBeGreaterThan(2);
  expect(ids.filter((id) => !/^[^/]+-google\//.test(id))).toEqual([]);
  expect(ids).toContain('reference-google/web-search/cited-answer/complete');
  // In the other mode the answer is compared with this one.
  expect(ids).toContain('reference-google/web-search/cited-answer/stream');
  expect(ids).toContain('reference-google/web-search/fault-torn/complete');
  expect(ids).not.toContain('reference-google/code-interpreter/fault-torn/complete');
  // What faults have in common is tried where functions are: all others look there.
  expect(affectedBy('recordings/cassettes/google/function-calling/single-call.json.har').ids).toContain(
    'reference-google/code-interpreter/fault-torn/complete',
  );
});

test('the one recording that refusals share affects them all', () => {
  const { ids } = affectedBy('recordings/cassettes/openai-chat/refused/plain-answer.json.har');
  const refusals = idsOf(({ kind, adapter }) => adapter.providerApi === 'openai-chat' && kind === 'refusal');
  expect(ids).toEqual(expect.arrayContaining(refusals));
});

test('a recording that no case plays fails the run wherever it is; when it goes, nobody misses it', () => {
  const file = 'recordings/cassettes/google/web-search/of-nobody.json.har';
  expect(affectedBy(file)).toEqual({ ids: everything, because: 'a recording that no case plays' });
  expect(affectedBy(file, { isThere: false }).ids).toEqual([]);
});

test('the conversations of a tool are those of its cases, of set-ups, and of functions those of all faults', () => {
  const { ids = [] } = affectedBy('spec/scenarios/web-search.yaml');
  expect(ids).toEqual(idsOf(({ tool, kind }) => tool === 'web-search' || kind === 'setup'));
  const functions = affectedBy('spec/scenarios/function-calling.yaml').ids;
  expect(functions).toEqual(idsOf(({ tool, kind }) => tool === 'function-calling' || kind === 'fault'));
});

test('a source that nothing is known of affects nothing, unless what cases load does not show', () => {
  expect(affectedBy('spec/new-idea.ts').ids).toEqual([]);
  const blind: Known = { ...known, reach: (id) => ({ ...known.reach(id), blind: ['spec/loads-by-name.ts'] }) };
  expect(affectedBy('spec/new-idea.ts', { with: blind })).toEqual({
    ids: everything,
    because: 'what spec/loads-by-name.ts loads only shows when it runs',
  });
});

test('nothing that cases load hides what it loads', () => {
  expect(known.adapters.flatMap(({ id }) => known.reach(id).blind)).toEqual([]);
});
