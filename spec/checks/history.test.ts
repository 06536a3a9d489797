import { expect, test } from 'vitest';
import { sendsHistory } from './history.ts';

const groups = (given: object, sent: object): string[] => {
  const messages = (action: object) => [
    { role: 'assistant', contents: [{ type: 'action-call', callId: '1', tool: 'shell', actions: [action] }] },
  ];
  const step = { step: { messages: messages(given), options: {} }, path: 'steps[0]' };
  const request = { messages: messages(sent), options: {}, paths: new Map() };
  return sendsHistory.judge({ steps: [{ ...step, requests: [request] }] } as never).findings.map(({ group }) => group);
};

const action = { type: 'exec', commands: ['ls'] };

test.for<[what: string, given: object, sent: object, groups: string[]]>([
  ['null members as absent', { ...action, timeout_ms: null }, action, []],
  ['a lost member', { ...action, timeout_ms: 9 }, action, ['action-call.missing', 'action-call.invented']],
])('sends-history compares actions: %s', ([, given, sent, wanted]) => expect(groups(given, sent)).toEqual(wanted));
