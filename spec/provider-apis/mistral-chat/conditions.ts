/** What Mistral's chat completions answer to what. */

import type { Conditions } from '../../wire/conditions.ts';
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
