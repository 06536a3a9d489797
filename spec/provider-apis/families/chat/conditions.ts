/** What chat completions presuppose, whoever serves them. */
import type { Presupposition } from '../../../wire/conditions.ts';

/** Calls of tools. Custom tools are told in pieces as functions are. */
export const callsOfTools: readonly Presupposition[] = [
  {
    answer: ['choices.*.message.tool_calls.*.id', 'choices.*.delta.tool_calls.*.id'],
    is: /./,
    request: ['tools.*'],
    has: /./,
    source: {
      title: 'OpenAI: function calling',
      url: 'https://platform.openai.com/docs/guides/function-calling',
    },
  },
];
