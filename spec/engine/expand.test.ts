import { expect, test } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import { loadScenarios } from '../scenarios/load.ts';
import type { AdapterIdentity } from './case.ts';
import { expand } from './expand.ts';

const anthropic: AdapterIdentity = { id: 'reference-anthropic', implementation: 'reference', providerApi: 'anthropic' };
const chat: AdapterIdentity = { id: 'reference-openai-chat', implementation: 'reference', providerApi: 'openai-chat' };
const matrix = await loadMatrix();
const scenarios = await loadScenarios();
const ids = (adapter: AdapterIdentity) => expand(matrix, scenarios, [adapter]).map((c) => c.id);

test('a yes cell gives each of its scenarios in both modes, in the order of the file', () => {
  expect(ids(anthropic).slice(0, 4)).toEqual([
    'reference-anthropic/function-calling/call-single/complete',
    'reference-anthropic/function-calling/call-single/stream',
    'reference-anthropic/function-calling/call-parallel/complete',
    'reference-anthropic/function-calling/call-parallel/stream',
  ]);
});

test('a no cell gives its refusal in both modes, and nothing else', () => {
  expect(ids(anthropic).filter((id) => id.includes('/openapi/'))).toEqual([
    'reference-anthropic/openapi/reject-unsupported-tool/complete',
    'reference-anthropic/openapi/reject-unsupported-tool/stream',
  ]);
});

test('a setting that a column cannot be told gives a refusal in both modes, after what the tool does there', () => {
  const google: AdapterIdentity = { id: 'reference-google', implementation: 'reference', providerApi: 'google' };
  const cases = expand(matrix, scenarios, [google]).filter(({ tool }) => tool === 'web-search');
  const firstRefused = cases.findIndex(({ kind }) => kind === 'rejection');
  expect(cases.slice(firstRefused).every(({ kind }) => ['rejection', 'fault', 'client-setup'].includes(kind))).toBe(
    true,
  );
  expect(cases[firstRefused]).toMatchObject({
    id: 'reference-google/web-search/reject-allowed-domains/complete',
    refusedBy: { error: 'InvalidToolError', names: 'allowedDomains' },
  });
  expect(ids(anthropic).some((id) => id.includes('/reject-allowed-domains/'))).toBe(false);
});

test('what a column has no words for gives a refusal in both modes', () => {
  const refused = expand(matrix, scenarios, [chat]).filter(({ id }) => id.includes('/reject-action-result/'));
  expect(refused.map(({ kind, mode, refusedBy }) => [kind, mode, refusedBy?.error])).toEqual([
    ['rejection', 'complete', 'ProviderError'],
    ['rejection', 'stream', 'ProviderError'],
  ]);
  expect(refused[0]?.scenario.turns[0]).toMatchObject({ messages: [{ role: 'user' }] });
});

test('a yes cell whose tool has no scenario gives nothing: it is claimed and untested', () => {
  const others = scenarios.filter(({ tool }) => tool !== 'shell');
  expect(expand(matrix, others, [anthropic]).filter(({ tool }) => tool === 'shell')).toEqual([]);
});

test('an unknown cell gives the declaration of its tool in both modes, and nothing that would pretend more', () => {
  const mistral = { id: 'reference-mistral-chat', implementation: 'reference', providerApi: 'mistral-chat' } as const;
  const cases = expand(matrix, scenarios, [mistral]).filter((c) => c.tool === 'remote-mcp');
  expect(cases.map((c) => [c.id, c.kind])).toEqual([
    ['reference-mistral-chat/remote-mcp/declaration-only/complete', 'declaration'],
    ['reference-mistral-chat/remote-mcp/declaration-only/stream', 'declaration'],
  ]);
  // In the words in which that column can declare it.
  expect(cases[0]?.scenario.options.tools).toMatchObject([{ type: 'provider-specific', name: 'connector' }]);
});

test('a scenario that names its columns is played on no other', () => {
  expect(ids(anthropic).some((id) => id.includes('/reasoning-signed/'))).toBe(true);
  expect(ids(chat).some((id) => id.includes('/reasoning-signed/'))).toBe(false);
});

test('the conversations of earlier tools are known to a fault case: function calling first, then the other tools in their order', () => {
  const cases = expand(matrix, scenarios, [anthropic]);
  const before = (tool: string) => {
    const found = cases.find((c) => c.tool === tool && c.scenario.id === 'fault-truncated' && c.mode === 'stream');
    return [...new Set(found?.fault?.elsewhere.map((c) => c.tool))];
  };
  expect(before('function-calling')).toEqual([]);
  expect(before('code-interpreter')).toEqual(['function-calling']);
  expect(before('shell')).toEqual(
    scenarios.map(({ tool }) => tool).filter((tool) => [...before('shell')].includes(tool)),
  );
  expect(before('break-glass')).toEqual([...before('browser-automation'), 'browser-automation']);
});

test('ids are unique over adapters', () => {
  const all = expand(matrix, scenarios, [anthropic, chat]).map((c) => c.id);
  expect(new Set(all).size).toBe(all.length);
});

test('a tool is tried on the surfaces with hosts of their own, and all its core conversations in the versions', () => {
  const google: AdapterIdentity = { id: 'reference-google', implementation: 'reference', providerApi: 'google' };
  const cases = expand(matrix, scenarios, [google, anthropic]).filter((c) => c.setup?.family.isOfVariants);
  const ofTool = (tool: string) =>
    cases.filter((c) => c.tool === tool).map(({ mode, setup }) => [mode, setup?.surfaces, setup?.over.length]);
  const versions = ['gemini-api-v1', 'gemini-api-v1beta'];
  // Vertex AI has no web fetch, and of Bedrock nobody knows.
  const ofAnthropic = ['ga', 'foundry', 'claude-platform-aws', '2026-10-21', '2023-06-01'];
  expect(ofTool('web-fetch')).toEqual([
    ['complete', ['gemini-api', 'vertex', ...versions], 2],
    ['stream', ['gemini-api', 'vertex', ...versions], 2],
    ['complete', ofAnthropic, 3],
    ['stream', ofAnthropic, 3],
  ]);
  // File search is rejected on Vertex AI.
  expect(ofTool('search-and-retrieval')).toEqual([
    ['complete', ['gemini-api', ...versions], 2],
    ['stream', ['gemini-api', ...versions], 2],
  ]);
});
