import { expect, test } from 'vitest';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { ChatOptions } from '../contract/index.ts';
import type { Trace } from '../engine/trace.ts';
import { exampleExchanges } from '../wire/example-exchanges.ts';
import type { RuleEvidence } from '../wire/rules/rule.ts';
import { isCallersOwn, requestProviderRules, requestSchema } from './requests.ts';

const exchange = { request: { method: 'POST', url: 'https://api.example/v1', headers: [] }, response: { status: 200 } };
const trace = { steps: [{ exchanges: [exchange], options: {} }], closing: [] };

test('what a rule finds is of the kind of the rule, and rests on what the rule rests on', () => {
  const evidence: RuleEvidence = { grade: 'traffic', title: 'An error', url: 'https://example.org/' };
  const breaches = [{ path: 'body.id', message: 'the id is long' }];
  const rule = { id: 'short-ids', what: 'Ids are short.', evidence, judge: () => ({ compared: 1, breaches }) };
  const { findings } = requestProviderRules.judge({ trace, rules: [rule] } as never);
  expect(findings).toEqual([
    {
      message: 'the id is long',
      group: 'short-ids',
      evidence: 'traffic',
      wirePath: 'steps[0].exchanges[0].request.body.id',
      rule: { id: 'short-ids', what: 'Ids are short.', source: { title: 'An error', url: 'https://example.org/' } },
    },
  ]);
});

test('what does not fit a schema is told by its place, without what the caller wrote', () => {
  const problem = (path: string, rest = {}) => ({
    kind: 'failure',
    path,
    message: 'is missing',
    definition: 'D',
    ...rest,
  });
  const problems = [
    problem('request.body.messages[3].content[0].citations[1].file_id', { refusal: 'Extra inputs' }),
    problem('request.body.tools[0].input_schema.properties.city.type'),
  ];
  const schemas = { request: () => ({ compared: 2, problems }) };
  const { findings } = requestSchema.judge({ trace, schemas } as never);
  expect(findings.map(({ group, evidence }) => [group, evidence])).toEqual([
    ['messages[].content[].citations[].file_id', 'documented'],
    ['tools[].input_schema.properties', undefined],
  ]);
});

const { jsonExchange } = exampleExchanges('create', 'https://api.example/v1/create');

/** Whether a place of a body is the caller's own, who asked with these options. */
function own(options: ChatOptions, body: JsonObject, path: string): boolean {
  const { request, ...rest } = jsonExchange({});
  const exchange = { ...rest, request: { ...request, body: { text: JSON.stringify(body) } } };
  const step = { turn: 0, messages: [], options, exchanges: [exchange], unexpected: [] };
  const trace = { steps: [step], closing: [] } as unknown as Trace;
  return isCallersOwn(trace, { exchange, path: 'steps[0].exchanges[0]' }, `request.body${path}`);
}

const declaration = { type: 'new_tool_2030', depth: 2 };
const rawTool: ChatOptions = { tools: [{ type: 'raw', providerApi: 'any', declaration }] };

test('inside a raw tool is, beside it is not', () => {
  const body = { tools: [{ type: 'function' }, { ...declaration, more: 1 }], depth: 2 };
  expect(own(rawTool, body, '.tools[1].type')).toBe(true);
  expect(own(rawTool, body, '.tools[1].name')).toBe(true);
  expect(own(rawTool, body, '.tools[0].type')).toBe(false);
  expect(own(rawTool, body, '.depth')).toBe(false);
});

test('a raw tool of which the adapter made something else is not', () => {
  expect(own(rawTool, { tools: [{ type: 'new_tool_2030', depth: 3 }] }, '.tools[0].depth')).toBe(false);
});

test('a raw member is, where it stands as it was asked for', () => {
  const options: ChatOptions = { rawRepresentation: { effort: 'extreme', thinking: { depth: [1] }, model: null } };
  const body = { effort: 'extreme', thinking: { depth: [1], mode: 'new' } };
  expect(own(options, body, '.effort')).toBe(true);
  expect(own(options, body, '.thinking.depth[0]')).toBe(true);
  expect(own(options, body, '.thinking.mode')).toBe(false);
  expect(own(options, body, '.model')).toBe(true);
  expect(own(options, { effort: 'low' }, '.effort')).toBe(false);
});
