import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import type { Exchange } from '../../../../recordings/format/exchange.ts';
import { brokenRules } from '../../../wire/example-exchanges.ts';
import { rulesOfRuns } from './rules.ts';

const run = 'https://api.example/v1/threads/t1/runs/r1';

const exchange = (operation: string, url: string, asked: object, answer: object | string): Exchange => ({
  operation,
  transport: typeof answer === 'string' ? 'sse' : 'json',
  request: { method: 'POST', url, headers: [], body: { text: JSON.stringify(asked) } },
  response: {
    status: 200,
    headers: [],
    body: { text: typeof answer === 'string' ? answer : JSON.stringify(answer) },
  },
});

const told = (status: string, calls: string[] = []): JsonObject => ({
  object: 'thread.run',
  id: 'r1',
  thread_id: 't1',
  status,
  required_action: {
    type: 'submit_tool_outputs',
    submit_tool_outputs: { tool_calls: calls.map((id) => ({ id, type: 'function' })) },
  },
});

const begun = (answer: object | string) => exchange('runs.create', run.replace('/r1', ''), {}, answer);

const submit = (...ids: string[]) =>
  exchange(
    'runs.submitToolOutputs',
    `${run}/submit_tool_outputs`,
    { tool_outputs: ids.map((id) => ({ tool_call_id: id, output: '1' })) },
    {},
  );

test.each<[string, Exchange, Exchange[], string[]]>([
  ['all at once', submit('a', 'b'), [begun(told('requires_action', ['a', 'b']))], []],
  ['told in a stream', submit('a'), [begun(`data: ${JSON.stringify(told('requires_action', ['a']))}\n\n`)], []],
  ['one of two', submit('a'), [begun(told('requires_action', ['a', 'b']))], ['tool-outputs-run-waiting']],
  [
    'one that nobody asked for',
    submit('a', 'x'),
    [begun(told('requires_action', ['a']))],
    ['tool-outputs-run-waiting'],
  ],
  ['to a run that is over', submit('a'), [begun(told('completed'))], ['tool-outputs-run-waiting']],
  ['to a run of somebody else', submit('a'), [], []],
])('outputs are submitted: %s', (_, asking, earlier, breached) => {
  expect(brokenRules(rulesOfRuns, asking, earlier)).toEqual(breached);
});

test('an output that is no text is refused', () => {
  const asking = exchange(
    'runs.submitToolOutputs',
    `${run}/submit_tool_outputs`,
    { tool_outputs: [{ output: {} }] },
    {},
  );
  expect(brokenRules(rulesOfRuns, asking)).toEqual(['tool-output-text']);
});

test.each<[string, string, string[]]>([
  ['over', 'completed', []],
  ['at work', 'in_progress', ['thread-idle']],
  ['waiting', 'requires_action', ['thread-idle']],
])('nothing is said in a thread whose run is %s', (_, status, breached) => {
  const say = (thread: string) =>
    exchange('messages.create', `https://api.example/v1/threads/${thread}/messages`, {}, {});
  expect(brokenRules(rulesOfRuns, say('t1'), [begun(told(status))])).toEqual(breached);
  expect(brokenRules(rulesOfRuns, say('t2'), [begun(told(status))])).toEqual([]);
});
