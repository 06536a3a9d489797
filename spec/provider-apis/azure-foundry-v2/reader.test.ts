import { describe, expect, it } from 'vitest';
import type { Json } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { brokenRules, exampleExchanges } from '../../wire/example-exchanges.ts';
import { reader } from './reader.ts';

const project = 'https://foundry.example/api/projects/p';
const exchange = (operation: string, path: string, body: Json | undefined, answer: Json, status = 200): Exchange => {
  const made = exampleExchanges(operation, `${project}${path}`).jsonExchange(answer, status);
  const request = { ...made.request, ...(body === undefined ? {} : { body: { text: JSON.stringify(body) } }) };
  return { ...made, request };
};
const made = (version: string, definition: Json, status = 200) =>
  exchange('agents.createVersion', '/agents/x/versions', { definition }, { name: 'a', version }, status);
const asked = (body: Record<string, Json>, version: string | null = '1') =>
  exchange(
    'responses.create',
    '/openai/v1/responses',
    {
      input: 'Oslo?',
      agent_reference: { type: 'agent_reference', name: 'a', ...(version ? { version } : {}) },
      ...body,
    },
    {},
  );
const gone = (path: string, status = 200) => exchange('agents.delete', path, undefined, {}, status);
const weather = { type: 'function', name: 'get_weather', parameters: { type: 'object' } };
const first = { kind: 'prompt', model: 'm', instructions: 'Be kind.', temperature: 0, tools: [weather] };

describe('a request and the agent that it names', () => {
  it('are one question', () => {
    const [reading, ...others] = reader.readRequests([made('1', first), asked({ max_output_tokens: 9 })]);
    expect(others).toEqual([]);
    expect(reading).toMatchObject({ exchange: 1, unread: [] });
    expect(reading?.options).toEqual({
      modelId: 'm',
      instructions: 'Be kind.',
      temperature: 0,
      maxOutputTokens: 9,
      tools: [weather],
    });
    const [tool] = reading?.options.tools ?? [];
    expect(tool && reading?.paths.get(tool)).toBe('exchanges[0].request.body.definition.tools[0]');
  });

  it('may have been in an earlier call', () => {
    const [reading] = reader.readRequests([asked({ previous_response_id: 'resp_1' })], [made('1', first), asked({})]);
    const [tool] = reading?.options.tools ?? [];
    expect(reading?.options).toMatchObject({ modelId: 'm', conversationId: 'resp_1', tools: [weather] });
    expect(tool && reading?.kept?.get(tool)).toEqual(weather);
    expect(tool && reading?.paths.get(tool)).toBeUndefined();
  });

  it('go by the version; without one, by the newest', () => {
    const versions = [made('1', first), made('2', { kind: 'prompt', model: 'other' })];
    const models = (version: string | null) =>
      reader.readRequests([...versions, asked({}, version)]).map(({ options }) => options.modelId);
    expect([models('1'), models('2'), models(null)]).toEqual([['m'], ['other'], ['other']]);
  });

  it('part where nobody here made the agent, or it was refused, or has its earlier name', () => {
    const unread = (...exchanges: Exchange[]) => reader.readRequests(exchanges).flatMap((r) => r.unread);
    const unknown = [
      { path: expect.stringContaining('agent_reference'), what: 'agent that the conversation did not create' },
    ];
    expect(unread(asked({}))).toMatchObject([{ what: 'agent that the conversation did not create' }]);
    expect(unread(made('1', first, 400), asked({}))).toEqual(unknown);
    expect(unread(made('1', first), asked({ agent: { name: 'a' }, agent_reference: null }))).toEqual(unknown);
  });

  it('what neither has a word for in the contract stands raw', () => {
    const [reading] = reader.readRequests([made('1', { ...first, top_p: 0.1 }), asked({ truncation: 'auto' })]);
    expect(reading?.options.rawRepresentation).toEqual({ top_p: 0.1, truncation: 'auto' });
  });
});

it('an agent may be named as it was before where the version of the API stands in the query', () => {
  const body = { input: 'Oslo?', agent: { type: 'agent_reference', name: 'a' } };
  const older = exchange('responses.create', '/openai/responses?api-version=2025-11-15-preview', body, {});
  const [reading] = reader.readRequests([made('1', first), older]);
  expect([reading?.options.modelId, reading?.unread]).toEqual(['m', []]);
  const broken = (of: Exchange) => brokenRules(reader.rules ?? [], of);
  expect(broken(older)).toEqual([]);
  expect(broken(exchange('responses.create', '/openai/v1/responses', body, {}))).toEqual(['agent-reference-required']);
});

it('beside an agent stands the choice of a tool, and no tools', () => {
  const broken = (body: Record<string, Json>) => brokenRules(reader.rules ?? [], asked(body));
  expect(broken({ tool_choice: 'required' })).toEqual([]);
  expect(broken({ tools: [weather] })).toContain('agent-members-exclusive');
});

describe('a recorded conversation', () => {
  const deleted = exchange('agents.deleteVersion', '/agents/a/versions/1', undefined, {
    object: 'agent.version.deleted',
  });
  const calls = reader.callsOf?.([made('1', first), asked({}), asked({}), deleted]) ?? [];

  it('is as many calls as it has questions, and what is made or deleted says nothing of an answer', () => {
    expect(calls.map((call) => call.map(({ operation }) => operation))).toEqual([
      ['agents.createVersion', 'responses.create'],
      ['responses.create', 'agents.deleteVersion'],
    ]);
    expect(reader.readResponses([made('1', first), deleted])).toEqual({ facts: [], unread: [] });
    expect(reader.readResponses([made('1', first, 500)]).facts[0]).toMatchObject({ fact: { kind: 'error' } });
  });

  it('is told to a client that makes an agent for each call, and deletes it', () => {
    const told = calls.map((call) => reader.retold?.(call, []) ?? []);
    expect(told.map((call) => call.map(({ operation }) => operation))).toEqual(
      [0, 1].map(() => ['agents.createVersion', 'responses.create', 'agents.delete']),
    );
    expect(told[1]?.[0]?.request.url).toBe(`${project}/agents/untold/versions`);
    expect(reader.retold?.([deleted], [])).toEqual([deleted]);
  });
});

describe('tools of Azure', () => {
  const read = (tool: Json) =>
    reader.readRequests([made('1', { kind: 'prompt', model: 'm', tools: [tool] }), asked({})])[0]?.options.tools?.[0];
  it('are read by their settings', () => {
    const one = { project_connection_id: 'c', index_name: 'i' };
    expect(read({ type: 'azure_ai_search', azure_ai_search: { indexes: [one] } })).toEqual({
      type: 'provider-specific',
      name: 'azure-ai-search',
      settings: { connectionId: 'c', indexName: 'i' },
    });
  });

  it.each<Json>([
    { type: 'azure_ai_search', azure_ai_search: { indexes: [{ index_name: 'i' }, { index_name: 'j' }] } },
    { type: 'bing_grounding', bing_grounding: { search_configurations: [{ connection_id: 'c' }] } },
    { type: 'openapi', openapi: { name: 'o', spec: {}, auth: { type: 'connection' } } },
    { type: 'sharepoint_grounding_preview', sharepoint_grounding_preview: {} },
  ])('are raw where the contract cannot say all of it: %j', (declaration) => {
    expect(read(declaration)).toEqual({ type: 'raw', providerApi: 'azure-foundry-v2', declaration });
  });
});

it('a version is deleted by itself, or with its agent', () => {
  const [one, two] = [made('1', first), made('2', first)];
  const left = (...exchanges: Exchange[]) => reader.made?.([one, two, ...exchanges]).map(({ isDeleted }) => isDeleted);
  expect(left()).toEqual([false, false]);
  expect(left(gone('/agents/a?api-version=v1'))).toEqual([true, true]);
  expect(left(gone('/agents/a/versions/2?api-version=v1'))).toEqual([false, true]);
  expect(left(gone('/agents/a', 404))).toEqual([true, true]);
  expect(left(gone('/agents/a', 500), gone('/agents/b'))).toEqual([false, false]);
});

describe('items of Azure', () => {
  const facts = (...output: Json[]) =>
    reader
      .readResponses([exchange('responses.create', '/openai/v1/responses', {}, { status: 'completed', output })])
      .facts.map(({ fact }) => fact);
  const whose = { agent_reference: { name: 'a' }, response_id: 'resp_1' };

  it('are a call and its result, linked by the id of the call', () => {
    const call = { type: 'bing_grounding_call', id: 'b1', call_id: 'c1', arguments: '{"q":"Oslo"}', ...whose };
    const result = { type: 'bing_grounding_call_output', id: 'b2', call_id: 'c1', output: 'snow', ...whose };
    expect(facts(call, result).slice(0, 2)).toEqual([
      { kind: 'hosted-call', tool: 'bing_grounding', id: 'c1', arguments: { q: 'Oslo' } },
      { kind: 'hosted-result', tool: 'bing_grounding', id: 'c1', payload: 'snow' },
    ]);
  });

  it('that nobody knows arrive whole', () => {
    const consent = { type: 'oauth_consent_request', id: 'o1', consent_link: 'https://x.example', server_label: 's' };
    expect(facts(consent)[0]).toMatchObject({ kind: 'hosted-result', payload: consent });
  });
});
