import { expect, test } from 'vitest';
import { returnsFinishReason } from './responses.ts';

/** What is found of a finish reason, as the wire was read, as the adapter returned it, and as its JSON has it. */
const groups = (wire: string, adapter: string, body: object): string[] => {
  const reading = (reason: string) => ({ facts: [{ fact: { kind: 'finish', reason }, path: 'p' }], unread: [] });
  const exchanges = [{ transport: 'json', response: { body: { text: JSON.stringify(body) } } }];
  const step = { step: { response: {}, exchanges }, path: 'steps[0]', wire: reading(wire), adapter: reading(adapter) };
  return returnsFinishReason.judge({ steps: [step] } as never).findings.map(({ group }) => group);
};

const choices = (...reasons: string[]) => ({ choices: reasons.map((finish_reason) => ({ finish_reason })) });

test.for<[what: string, wire: string, adapter: string, body: object, groups: string[]]>([
  ['the same', 'stop', 'stop', choices('stop'), []],
  ['a call that ends with the word of an answer', 'tool_calls', 'stop', choices('stop'), ['finish.reason.own-word']],
  [
    'why it was cut short, in the provider’s own word',
    'length',
    'model_context_window_exceeded',
    { stopReason: 'model_context_window_exceeded' },
    ['finish.reason.own-word'],
  ],
  ['a word that the wire does not have', 'length', 'cut', choices('length'), ['finish.reason.changed']],
  ['one of several', 'tool_calls', 'stop', choices('stop', 'length'), ['finish.reason.changed']],
  ['a refusal that ends like an answer', 'content_filter', 'stop', choices('stop'), ['finish.reason.changed']],
  [
    'a call by a word that no application knows',
    'tool_calls',
    'tool_use',
    { stop_reason: 'tool_use' },
    ['finish.reason.changed'],
  ],
])('a finish reason is told: %s', ([, wire, adapter, body, wanted]) =>
  expect(groups(wire, adapter, body)).toEqual(wanted),
);
