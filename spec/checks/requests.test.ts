import { expect, test } from 'vitest';
import type { RuleEvidence } from '../wire/rules/rule.ts';
import { requestProviderRules, requestSchema } from './requests.ts';

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
