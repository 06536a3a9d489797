import { expect, test } from 'vitest';
import { sendsAttachments, sendsHistory } from './history.ts';

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

/** What is found where a file goes out under a name, and with a media type. */
const groupsOfFile = (name: string, mediaType: string): string[] => {
  const data = 'JVBERi0xLjQKJSVFT0YK';
  const file = { type: 'data', mediaType: 'application/pdf', name: 'tides.pdf', data };
  const sent = { type: 'data', mediaType, name, data };
  const body = { text: JSON.stringify({ format: 'pdf', mediaType, name, data }) };
  const exchanges = [{ request: { method: 'POST', url: 'https://api.example', headers: [], body } }];
  const step = { messages: [{ role: 'user', contents: [file] }], options: {}, exchanges };
  const request = { messages: [{ role: 'user', contents: [sent] }], options: {}, exchange: 0, paths: new Map() };
  const judged = sendsAttachments.judge({ steps: [{ step, path: 'steps[0]', requests: [request] }] } as never);
  return judged.findings.map(({ group }) => group);
};

test('a name may leave out its ending where the media type is sent beside it', () => {
  expect(groupsOfFile('tides', 'application/pdf')).toEqual([]);
  expect(groupsOfFile('tides pdf', 'application/pdf')).toEqual([]);
  expect(groupsOfFile('tides', 'text/plain')).toContain('data.name');
  expect(groupsOfFile('document-1', 'application/pdf')).toEqual(['data.name']);
});
