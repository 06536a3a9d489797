import { expect, test } from 'vitest';
import { sendsFailuresMarked, sendsFunctionResults } from './results.ts';

const said = { type: 'text', text: '"here"' };
const chart = { type: 'data', mediaType: 'image/png', data: 'iVBORw0KGgo=' };
const tables = { type: 'data', mediaType: 'application/pdf', data: 'JVBERi0xLjQK' };

/** What is found where the application gave one thing and the wire has another. */
const groups = (
  given: object,
  sent: object,
  check = sendsFunctionResults,
  toolErrors: 'flag' | null = 'flag',
): string[] => {
  const messages = (result: object) => [
    { role: 'tool', contents: [{ type: 'function-result', callId: '1', name: 'f', ...result }] },
  ];
  const step = { step: { messages: messages(given), options: {} }, path: 'steps[0]' };
  const request = { messages: messages(sent), options: {}, paths: new Map() };
  const judged = check.judge({ steps: [{ ...step, requests: [request] }], toolErrors } as never);
  return judged.findings.map(({ group }) => group);
};

test.for<[what: string, given: object, sent: object, groups: string[]]>([
  ['the same', { result: { a: 1 } }, { result: { a: 1 } }, []],
  ['wrapped', { result: { a: 1 } }, { result: { output: { a: 1 } } }, ['function-result.wrapped']],
  ['wrapped as text', { result: { a: 1 } }, { result: { result: '{"a":1}' } }, ['function-result.wrapped']],
  ['wrapped with its name', { result: 'x' }, { result: { name: 'f', content: 'x' } }, ['function-result.wrapped']],
  ['with another name', { result: 'x' }, { result: { name: 'g', content: 'x' } }, ['function-result.changed']],
  ['another value wrapped', { result: 'x' }, { result: { output: 'y' } }, ['function-result.changed']],
  [
    'a failure under its name',
    { error: 'down' },
    { result: { error: { why: 'down' } } },
    ['function-result.error-wrapped'],
  ],
  [
    'blocks of the provider as text',
    { rawRepresentation: { type: 'tool_result', content: [{ type: 'search_result' }] } },
    { result: '[{"type":"search_result"}]' },
    ['function-result.as-text'],
  ],
  ['a failure as a value', { error: 'down' }, { result: 'down' }, ['function-result.failure']],
  ['a failure without words as a value', { error: '' }, { result: '' }, ['function-result.failure']],
  ['another failure', { error: 'down' }, { error: 'up' }, ['function-result.error']],
  ['media', { outputs: [chart, tables] }, { outputs: [chart, tables] }, []],
  ['media without one', { outputs: [chart, tables] }, { outputs: [chart] }, ['function-result.media-missing']],
  [
    'a medium of another type',
    { outputs: [chart] },
    { outputs: [{ ...chart, mediaType: 'image/gif' }] },
    ['function-result.media-missing'],
  ],
  ['media as JSON', { outputs: [chart] }, { result: JSON.stringify([chart]) }, ['function-result.media-as-text']],
  ['media invented', { outputs: [chart] }, { outputs: [chart, tables] }, ['function-result.media-invented']],
  ['media without their words', { outputs: [said, chart] }, { outputs: [chart] }, ['function-result.changed']],
  ['media beside words in JSON', { outputs: [said, chart] }, { result: '{"a":"\\"here\\""}', outputs: [chart] }, []],
])('a result is told: %s', ([, given, sent, wanted]) => expect(groups(given, sent)).toEqual(wanted));

test.for<[what: string, given: object, sent: object, toolErrors: 'flag' | null, groups: string[]]>([
  ['its message alone', { error: 'down' }, { result: 'down' }, null, ['function-result.unmarked']],
  ['marked in its text', { error: 'down' }, { result: 'Error: down' }, null, []],
  ['where the API has a flag', { error: 'down' }, { result: 'down' }, 'flag', []],
  ['a value', { result: 'down' }, { result: 'down' }, null, []],
])('a failure is marked: %s', ([, given, sent, toolErrors, wanted]) =>
  expect(groups(given, sent, sendsFailuresMarked, toolErrors)).toEqual(wanted),
);
