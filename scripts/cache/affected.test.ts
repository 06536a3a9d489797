/** Cases that depend on each kind of file, in this repository as it is. */
import { expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import type { Case } from '../../spec/engine/case.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { planRun } from '../../spec/engine/plan.ts';
import { scenarioSubjects } from '../../spec/scenarios/schema.ts';
import { type Unit, unitsOf } from './cache-unit.ts';
import { keysOf, type UnitKeys } from './keys.ts';
import { type Project, projectOf, workingTree } from './project.ts';
import { scopeOf } from './scope.ts';

const project = projectOf(workingTree(repositoryFolder));
/** By day of few libraries: which keys a file is part of does not depend on how many there are. */
const chosen = isNightly ? [] : ['reference', 'ai-sdk', 'python-example'];
const { cases, adapters: found } = await planRun({ cases: chosen }, '2026-11-20');
const units = unitsOf(cases);
const keysIn = (of: Project) => new Map([...units.keys()].map((unit) => [unit, keysOf(unit, of, '')]));
const before = keysIn(project);

/** The project with other bytes in a file, or with one more file. */
function changed(file: string, known: Project = project): Project {
  return {
    ...known,
    state: { ...known.state, idOf: (path) => (path === file ? 'other bytes' : known.state.idOf(path)) },
    scopes: new Map([...known.scopes, [file, scopeOf(file, known)]]),
  };
}

/** Ids of the cases whose keys change with a file. */
function affectedBy(file: string, { of = 'verdicts' as keyof UnitKeys, known = project } = {}): readonly string[] {
  const after = keysIn(changed(file, known));
  const isOther = (unit: Unit) => before.get(unit)?.[of] !== after.get(unit)?.[of];
  const affected = new Set([...units].flatMap(([unit, those]) => (isOther(unit) ? those : [])));
  return cases.filter((each) => affected.has(each)).map(({ id }) => id);
}
const idsOf = (isOne: (c: Case) => boolean): string[] => cases.filter(isOne).map(({ id }) => id);
const everything = idsOf(() => true);

test.for([
  'spec/checks/calls.ts',
  'spec/engine/judge.ts',
  'spec/engine/plan.ts',
  'spec/wire/events.ts',
  'spec/wire/readers.ts',
  'spec/conformance.ts',
  'spec/contract/client.ts',
  'spec/faults/fault-kinds.ts',
  'lib/canonical-json.ts',
  'matrix/load.ts',
  'matrix/tools.json',
  'matrix/errata.json',
  'recordings/transport/cassette-selection.ts',
  'recordings/network-guard/vitest-setup.ts',
  'recordings/faults/regressions.yaml',
  'spec/wire/schemas/deviations.yaml',
  'vitest.config.ts',
  'scripts/vitest-no-color.ts',
  'scripts/longest-first.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'schemas/wire/of-nobody.json',
  'something-new.toml',
  'spec/engine/notes.txt',
  'adapters/reference/of-the-past/conformance.test.ts',
])('%s affects everything', (file) => {
  expect(affectedBy(file)).toEqual(everything);
});

test.for([
  'README.md',
  'adapters/reference/README.md',
  'docs/known-issues.md',
  'LICENSE',
  '.github/workflows/re-record.yml',
  '.ci/run',
  'biome.json',
  'reports/pages/frame.ts',
  'reports/pages/style/frame.css',
  'scripts/record/record.ts',
  'scripts/secrets/allowed.yaml',
  'spec/engine/judge.test.ts',
  'adapters/reference/google/client.test.ts',
  'adapters/broken/wire.ts',
  'adapters/reference/google/broken.ts',
  'spec/kill-matrix/kill-matrix.ts',
  'spec/corpus/compare-corpus.ts',
  'spec/corpus/known-schema-violations.yaml',
  'spec/provider-apis/google/traffic.json',
  'adapters/ai-sdk/anthropic/reproductions.mjs',
  'schemas/results.schema.json',
  'kits/templates/main.go',
  'kits/python/tests/test_kit.py',
])('%s affects nothing', (file) => {
  expect(affectedBy(file)).toEqual([]);
});

test.for([
  ['adapters/reference/google/conformance.test.ts', ['reference-google']],
  ['adapters/reference/google/request.ts', ['reference-google']],
  ['adapters/ai-sdk/anthropic/adapter.ts', ['ai-sdk-anthropic']],
  [
    'adapters/reference/shared/aws.ts',
    ['reference-anthropic', 'reference-bedrock-agents', 'reference-bedrock-converse'],
  ],
  ['adapters/python-example/openai-chat/adapter.ts', ['python-example-openai-chat']],
] as const)('%s affects the cases of %j', ([file, adapters]) => {
  expect(affectedBy(file)).toEqual(idsOf(({ adapter }) => (adapters as readonly string[]).includes(adapter.id)));
});

test.for([
  ['adapters/ai-sdk/package.json', 'ai-sdk'],
  ['adapters/python-example/openai-chat/client.py', 'python-example'],
  ['adapters/python-example/http_exchange.py', 'python-example'],
  ['adapters/python-example/requirements.txt', 'python-example'],
] as const)('%s affects the cases of all adapters of %s', ([file, implementation]) => {
  expect(affectedBy(file)).toEqual(idsOf(({ adapter }) => adapter.implementation === implementation));
});

test.for(['kits/python/agent_tools_conformance/server.py', 'spec/process/no-authority.pem'])(
  '%s affects every adapter in Python, and no other',
  (file) => {
    const inPython = new Set(found.filter(({ isProgram }) => isProgram).map(({ id }) => id));
    const ids = idsOf(({ adapter }) => inPython.has(adapter.id));
    expect(affectedBy(file)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(0);
  },
);

test.for([
  ['spec/provider-apis/google/parts.ts', ['google']],
  ['spec/provider-apis/families/chat/response-reader.ts', ['mistral-chat', 'openai-chat']],
  ['spec/provider-apis/anthropic/stream-reader.ts', ['anthropic']],
  ['matrix/provider-apis/mistral.json', ['mistral']],
  ['spec/provider-apis/google/schemas.json', ['google']],
  ['schemas/wire/bedrock-agent-runtime.json', ['bedrock-agents']],
  ['schemas/wire/anthropic.json', ['anthropic']],
] as const)('%s affects every adapter for %j', ([file, columns]) => {
  const ids = idsOf(({ adapter }) => (columns as readonly string[]).includes(adapter.providerApi));
  expect(affectedBy(file)).toEqual(ids);
});

/** Faults of a tool and of those after it: these leave out the kinds that it has tried. */
const isFaultFrom = (tool: string, { kind, tool: own }: Case) =>
  kind === 'fault' &&
  scenarioSubjects.indexOf(own) >= scenarioSubjects.indexOf(tool as (typeof scenarioSubjects)[number]);

test('a recording affects the conversations of its tool, faults of it and the tools after, and the client setups of its column', () => {
  const ids = affectedBy('recordings/cassettes/google/web-search/search-basic.json');
  expect(ids).toEqual(
    idsOf((c) => {
      if (c.adapter.providerApi !== 'google') return false;
      return c.tool === 'web-search' || c.kind === 'client-setup' || isFaultFrom('web-search', c);
    }),
  );
  expect(ids).toContain('reference-google/web-search/fault-truncated/complete');
  expect(ids).not.toContain('reference-google/code-interpreter/fault-truncated/complete');
});

test('a recording of the tool that has common faults affects the faults of all tools of its column', () => {
  expect(affectedBy('recordings/cassettes/google/function-calling/call-single.json')).toEqual(
    idsOf(
      ({ adapter, tool, kind }) =>
        adapter.providerApi === 'google' &&
        (tool === 'function-calling' || kind === 'fault' || kind === 'client-setup'),
    ),
  );
});

test('the recording that refusals share affects the conversations of all tools', () => {
  const ids = affectedBy('recordings/cassettes/openai-chat/shared/plain-response.json');
  expect(ids).toEqual(
    idsOf(({ kind, adapter }) => adapter.providerApi === 'openai-chat' && kind !== 'fault' && kind !== 'client-setup'),
  );
});

test('a recording that no case plays affects those beside which it lies, so that a run finds it', () => {
  const file = 'recordings/cassettes/google/web-search/of-no-case.json';
  expect(affectedBy(file)).toContain('reference-google/web-search/search-basic/complete');
  const ofColumn = idsOf(({ adapter }) => adapter.providerApi === 'google');
  expect(affectedBy('recordings/cassettes/google/of-no-tool/x.json')).toEqual(ofColumn);
  expect(affectedBy('recordings/cassettes/of-no-column/web-search/x.json')).toEqual(everything);
});

test('scenarios of a tool affect its cases, client setups, and faults of the tools after it', () => {
  const ids = affectedBy('spec/scenarios/web-search.yaml');
  expect(ids).toEqual(
    idsOf((c) => c.tool === 'web-search' || c.kind === 'client-setup' || isFaultFrom('web-search', c)),
  );
  const functions = affectedBy('spec/scenarios/function-calling.yaml');
  const isOfAllTools = ({ kind }: Case) => kind === 'fault' || kind === 'client-setup';
  expect(functions).toEqual(idsOf((c) => c.tool === 'function-calling' || isOfAllTools(c)));
});

test('known issues and the freshness policy affect verdicts, and no outcome', () => {
  const ofLlumiverse = idsOf(({ adapter }) => adapter.implementation === 'llumiverse');
  expect(affectedBy('adapters/llumiverse/anthropic/known-issues.yaml')).toEqual(ofLlumiverse);
  expect(affectedBy('recordings/freshness.json')).toEqual(everything);
  expect(affectedBy('adapters/llumiverse/anthropic/known-issues.yaml', { of: 'outcomes' })).toEqual([]);
  expect(affectedBy('recordings/freshness.json', { of: 'outcomes' })).toEqual([]);
});

test('a source that no case loads affects nothing, unless a loaded file hides what it loads', () => {
  expect(affectedBy('spec/new-idea.ts')).toEqual([]);
  const blind: Project = { ...project, reach: (id) => ({ ...project.reach(id), blind: ['spec/loads-by-name.ts'] }) };
  expect(affectedBy('spec/new-idea.ts', { known: blind })).toEqual(everything);
  expect(scopeOf('spec/new-idea.ts', blind).because).toBe('what spec/loads-by-name.ts loads only shows when it runs');
});

test('a file that cases load hides nothing that it loads', () => {
  expect(project.adapters.flatMap(({ id }) => project.reach(id).blind)).toEqual([]);
});

test('keys hold everything else that outcomes follow from', () => {
  const [unit] = units.keys();
  const keys = unit && ['', 'thorough'].map((besides) => keysOf(unit, project, besides).outcomes);
  expect(new Set(keys).size).toBe(2);
});
