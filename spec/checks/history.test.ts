import { expect, test } from 'vitest';
import { sendsHistory, sendsHostedHistory } from './history.ts';

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

/** What is found in the second request, where the assistant said `said`, the adapter returned `returned` and sent `sent`. */
const groupsOfAnswer = (said: string, returned: string, sent: string): string[] => {
  const text = (role: string, words: string) => ({ role, contents: [{ type: 'text', text: words }] });
  const [question, answer] = [text('user', 'Why?'), text('assistant', returned)];
  const wire = { facts: [{ path: 'w', fact: { kind: 'text', text: said } }], problems: [] };
  const step = (messages: object[], more: object[]) => ({
    step: { messages, options: {}, response: { messages: more, warnings: [] } },
    path: 'steps[0]',
    wire,
    requests: [] as object[],
  });
  const [first, second] = [step([question], [answer]), step([question, answer, question], [])];
  second.requests.push({ messages: [question, text('assistant', sent), question], options: {}, paths: new Map() });
  return sendsHistory.judge({ steps: [first, second] } as never).findings.map(({ group }) => group);
};

test('sends-history takes the words of the provider for those that the adapter returned', () => {
  expect(groupsOfAnswer('So. Not that.', 'So.', 'So. Not that.')).toEqual([]);
  expect(groupsOfAnswer('So. Not that.', 'So.', 'So.')).toEqual([]);
  expect(groupsOfAnswer('So. Not that.', 'So.', 'Or so.')).toEqual(['text.missing', 'text.invented']);
});

/** What is found where code of the provider came as the first contents, and went back as the second. */
const groupsOfCode = (came: object[], sent: object[]): string[] => {
  const wire = { facts: came.map((fact, i) => ({ path: `exchanges[0].response[${i}]`, fact })), problems: [] };
  const first = { step: { messages: [], options: {} }, path: 'steps[0]', wire, requests: [] };
  const request = { messages: [{ role: 'assistant', contents: sent }], options: {}, paths: new Map(), exchange: 0 };
  const second = { ...first, path: 'steps[1]', wire: { facts: [], problems: [] }, requests: [request] };
  return sendsHostedHistory.judge({ steps: [first, second] } as never).findings.map(({ group }) => group);
};

test('sends-hosted-history tells an id that is left out from a change', () => {
  const call = { kind: 'hosted-call', tool: 'code_execution', arguments: { code: '1' }, id: 'x1' };
  const sent = { type: 'hosted-tool-call', tool: 'code_execution', name: 'code_execution', arguments: { code: '1' } };
  expect(groupsOfCode([call], [{ ...sent, callId: 'x1' }])).toEqual([]);
  expect(groupsOfCode([call], [{ ...sent, callId: '' }])).toEqual(['hosted-call.id-omitted']);
  expect(groupsOfCode([call], [{ ...sent, callId: '', arguments: { code: '2' } }])).toEqual(['hosted-call.changed']);
  expect(groupsOfCode([call], [])).toEqual(['hosted-call.missing']);
});
