/** What assistants, threads and runs repeat of the requests that made them, whoever serves them. */
import type { Conditions, Member } from '../../../wire/conditions.ts';
import type { Source } from '../../../wire/rules/rule.ts';

const repeated: Readonly<Record<string, Member>> = {
  metadata: { default: {} },
  model: { as: 'version' },
  response_format: { default: 'auto' },
  temperature: { default: 1 },
  tools: { default: [], as: 'tools' },
  top_p: { default: 1 },
};

/** @param source where the defaults are documented */
export const conditionsOfRuns = (source: Source): readonly Conditions[] => [
  {
    operations: ['assistants.create'],
    repeatedIn: ['assistant'],
    members: { ...repeated, description: { default: null }, instructions: { default: null }, name: { default: null } },
    source,
  },
  {
    operations: ['runs.create', 'threads.createAndRun', 'runs.retrieve'],
    under: { 'assistants.create': '', 'assistants.update': '', 'runs.create': '' },
    repeatedIn: ['thread.run'],
    members: {
      ...repeated,
      instructions: { as: 'start' },
      max_completion_tokens: { default: null },
      max_prompt_tokens: { default: null },
      parallel_tool_calls: { default: true },
      tool_choice: { default: 'auto' },
      truncation_strategy: { default: { type: 'auto' } },
    },
    source,
  },
];
