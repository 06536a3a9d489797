/** What Mistral's chat completions answer to what. */

import type { Conditions } from '../../wire/conditions.ts';
import {
  type AnswerRule,
  callsAreSingle,
  choiceIsKept,
  formatIsKept,
  limitIsSaid,
  stopIsKept,
} from '../../wire/rules/answers.ts';
import type { RuleEvidence } from '../../wire/rules/rule.ts';
import { callsOfTools } from '../families/chat/conditions.ts';

export const conditions: readonly Conditions[] = [
  {
    operations: ['chat.completions.create'],
    repeatedIn: ['chat.completion', 'chat.completion.chunk'],
    members: { model: { as: 'version' } },
    choices: { answer: 'choices', index: 'index', request: 'n' },
    presupposes: callsOfTools,
    source: {
      title: 'Mistral API reference: chat completion',
      url: 'https://docs.mistral.ai/api/endpoint/chat',
    },
  },
];

const documented = (title: string, page: string): RuleEvidence => ({
  grade: 'documented',
  title: `Mistral: ${title}`,
  url: `https://docs.mistral.ai/${page}`,
});
const functionCalling = documented('function calling', 'capabilities/function_calling');
const reference = documented('chat completion', 'api/endpoint/chat');

/** What answers keep to. */
export const answerRules: readonly AnswerRule[] = [
  ...choiceIsKept({ evidence: functionCalling }),
  callsAreSingle({ evidence: functionCalling }),
  formatIsKept({ evidence: documented('structured output', 'capabilities/structured_output') }),
  stopIsKept({ evidence: reference }),
  limitIsSaid({ evidence: reference }),
];
