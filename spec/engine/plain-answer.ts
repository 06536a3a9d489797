import type { Scenario } from '../scenarios/schema.ts';
import { type AdapterIdentity, adapterId, type Case } from './case.ts';

/** What is said where a tool is refused, declared or given up: nothing that a tool would be needed for. */
export const plainAnswer: Scenario = {
  id: 'plain-answer',
  title: 'A plain answer',
  purpose: 'Served where an adapter has to refuse, so that one which does not shows what it does instead.',
  options: {},
  turns: [{ user: 'Please help me with this.' }],
  expect: [[{ kind: 'text' }, { kind: 'finish', reason: 'stop' }]],
};

/** The conversations, one per mode, that a column's plain answer is recorded from. No run plays them. */
export function plainAnswersOf(providerApi: AdapterIdentity['providerApi']): readonly Case[] {
  const implementation = 'reference';
  const id = adapterId(implementation, providerApi);
  return (['complete', 'stream'] as const).map((mode) => ({
    id: `${id}/refused/${plainAnswer.id}/${mode}`,
    kind: 'declaration',
    adapter: { id, implementation, providerApi },
    tool: 'function-calling',
    scenario: plainAnswer,
    mode,
  }));
}
