import { expect, test } from 'vitest';
import type { Content } from '../contract/index.ts';
import type { ApplicationRule } from '../scenarios/schema.ts';
import { answer } from './application.ts';

const approval: Content = {
  type: 'approval-request',
  requestId: 'a1',
  tool: 'mcp-server',
  name: 'search',
  serverName: 'docs',
  arguments: { query: 'tides' },
};
const click: Content = {
  type: 'action-call',
  callId: 'c1',
  tool: 'computer-use',
  actions: [
    { type: 'move', x: 1 },
    { type: 'click', x: 2 },
  ],
  pendingSafetyChecks: [{ id: 's1' }, { id: 's2' }],
};
const call: Content = { type: 'function-call', callId: 'f1', name: 'get_time', arguments: {} };

const answers = (contents: Content[], ...rules: ApplicationRule[]) => answer(contents, rules);

test('leave is given or refused in a message of the user, results go in one of the tool', () => {
  expect(
    answers(
      [approval, call],
      { when: { kind: 'function-call' }, answer: { result: '10:20' } },
      { when: { kind: 'approval-request', tool: 'search' }, answer: { approve: false, reason: 'not today' } },
    ),
  ).toEqual({
    kind: 'answered',
    messages: [
      {
        role: 'tool',
        contents: [{ type: 'function-result', callId: 'f1', name: 'get_time', result: '10:20' }],
      },
      {
        role: 'user',
        contents: [{ type: 'approval-response', requestId: 'a1', approved: false, reason: 'not today' }],
      },
    ],
  });
});

test('a rule fits an action by the members of any one of its actions, and acknowledges only where it says so', () => {
  const when = { kind: 'action-call', tool: 'computer-use', argumentsMatch: { type: 'click' } } as const;
  const result = { type: 'action-result', callId: 'c1', tool: 'computer-use' };
  const outputs = [{ type: 'data', data: 'aGk=', mediaType: 'image/png' }];
  expect(answers([click], { when, answer: { screenshot: 'aGk=', acknowledge: true } })).toMatchObject({
    messages: [{ role: 'tool', contents: [{ ...result, outputs, acknowledgedSafetyCheckIds: ['s1', 's2'] }] }],
  });
  const silent = answers([click], { when, answer: { screenshot: 'aGk=' } });
  expect(JSON.stringify(silent)).not.toContain('acknowledged');
});

test('an answer of another kind is none: the conversation cannot be played', () => {
  expect(answers([approval], { when: { kind: 'approval-request' }, answer: { result: 'yes' } })).toEqual({
    kind: 'unanswered',
    asked: 'search({"query":"tides"})',
  });
  expect(answers([click], { when: { kind: 'action-call', tool: 'shell' }, answer: { output: '' } })).toMatchObject({
    kind: 'unanswered',
  });
});
