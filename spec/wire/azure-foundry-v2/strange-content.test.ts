import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tries } from '../../../files/nightly.ts';
import { jsonExchange, responseOf } from '../responses/example-exchange.ts';
import { azureFoundryV2Reader as reader } from './reader.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;
const names = ['a', '__proto__', 'constructor'];
const types = [
  'azure_ai_search',
  'bing_grounding',
  'fabric_dataagent_preview',
  'openapi',
  'azure_function',
  'function',
];
const member = fc.oneof(
  json,
  fc.record({
    indexes: fc.oneof(json, fc.array(fc.dictionary(fc.constantFrom('index_name', 'top_k', ...names), json))),
    auth: fc.oneof(
      json,
      fc.record({ type: fc.constantFrom('anonymous', 'project_connection'), security_scheme: json }),
    ),
    input_binding: json,
    name: json,
    spec: json,
  }),
);
const tool = fc.constantFrom(...types, ...names).chain((type) => member.map((own) => ({ type, [type]: own })));
const definition = fc.oneof(
  json,
  fc.record({ model: json, instructions: json, tools: fc.oneof(json, fc.array(tool)) }),
);
const version = fc.oneof(
  json,
  fc.record({ name: fc.constantFrom(...names), version: fc.oneof(json, fc.constant('1')) }),
);
const url = fc.constantFrom(
  'https://x.example/agents/%E0%A4%A/versions',
  'https://x.example/agents/a/versions/1?a=b',
  'https://x.example/agents',
);
const operation = fc.constantFrom('agents.createVersion', 'agents.delete', 'agents.deleteVersion', 'responses.create');

const exchange = fc
  .record({
    operation,
    url,
    body: fc.oneof(json, fc.record({ definition }), fc.record({ input: json, agent_reference: version })),
    answer: version,
  })
  .map(({ operation: id, url: at, body, answer }) => ({
    ...jsonExchange(answer),
    operation: id,
    request: { method: 'POST', url: at, headers: [], body: { text: JSON.stringify(body) } },
  }));

it('reads any exchanges without throwing', () => {
  fc.assert(
    fc.property(fc.array(exchange), fc.array(exchange), (call, earlier) => {
      const readings = reader.readRequests(call, earlier);
      expect(readings.length).toBe(call.filter((each) => each.operation === 'responses.create').length);
      reader.made?.(call);
    }),
    { numRuns: tries(500) },
  );
});

it('reads any item of an answer without throwing', () => {
  const item = fc.record({
    type: fc.constantFrom('bing_grounding_call', 'openapi_call_output', 'oauth_consent_request', '_call_output'),
    call_id: json,
    arguments: json,
    output: json,
    agent_reference: json,
  });
  fc.assert(
    fc.property(fc.array(item), (output) => {
      const { facts, unread } = reader.readResponses([jsonExchange(responseOf(output))]);
      expect(facts.length + unread.length).toBeGreaterThanOrEqual(output.length);
    }),
    { numRuns: tries(300) },
  );
});
