import { expect, test } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { askedIn } from '../demands.ts';
import { rules } from './rules.ts';

const project = 'https://harbour.services.ai.azure.com/api/projects/quay';

const exchange = (operation: string, path: string, asked: object, answer: object = {}): Exchange => ({
  operation,
  transport: 'json',
  request: { method: 'POST', url: `${project}${path}`, headers: [], body: { text: JSON.stringify(asked) } },
  response: { status: 200, headers: [], body: { text: JSON.stringify(answer) } },
});

function breachedBy(asking: Exchange, ...earlier: Exchange[]): string[] {
  const asked = { exchange: asking, body: askedIn(asking), earlier };
  return rules.filter((rule) => rule.judge(asked).breaches.length > 0).map(({ id }) => id);
}

const agent = (more: object) => exchange('assistants.create', '/assistants', { model: 'gpt-4.1', ...more });
const calls = [{ id: 'a', type: 'mcp', server_label: 'docs' }];
const action = { type: 'submit_tool_approval', submit_tool_approval: { tool_calls: calls } };
const waiting = { object: 'thread.run', id: 'r1', thread_id: 't1', status: 'requires_action', required_action: action };
const begun = (headers: object, ofNews: object = {}) => {
  const mcp = [
    { server_label: 'news', headers: ofNews },
    { server_label: 'docs', headers },
  ];
  return exchange('runs.create', '/threads/t1/runs', { assistant_id: 'x', tool_resources: { mcp } }, waiting);
};
const leave = (approval: object) =>
  exchange('runs.submitToolOutputs', '/threads/t1/runs/r1/submit_tool_outputs', {
    tool_approvals: [{ tool_call_id: 'a', ...approval }],
  });
const key = { Authorization: 'REDACTED' };

test.each<[string, Exchange, Exchange[], string[]]>([
  ['leave with the key', leave({ approve: true, headers: { authorization: 'REDACTED' } }), [begun(key)], []],
  ['leave without the key', leave({ approve: true }), [begun(key)], ['leave-with-headers']],
  [
    'leave with the key of another server',
    leave({ approve: true, headers: key }),
    [begun({}, key)],
    ['leave-with-headers'],
  ],
  ['leave that needs no key', leave({ approve: true }), [begun({})], []],
  ['leave that is refused', leave({ approve: false }), [begun(key)], []],
  ['one store', agent({ tool_resources: { file_search: { vector_store_ids: ['a'] } } }), [], []],
  ['two stores', agent({ tool_resources: { file_search: { vector_store_ids: ['a', 'b'] } } }), [], ['at-most-one']],
  [
    'two connections',
    agent({ tools: [{ type: 'bing_grounding', bing_grounding: { search_configurations: [{}, {}] } }] }),
    [],
    ['at-most-one'],
  ],
  ['a name with a dot', agent({ tools: [{ type: 'function', function: { name: 'a.b' } }] }), [], ['tool-names']],
])('Azure’s agents and %s', (_, asking, earlier, breached) => {
  expect(breachedBy(asking, ...earlier)).toEqual(breached);
});
