/** What the Responses API answers to what. */
import type { Conditions } from '../../wire/conditions.ts';
import { effortOf, repeatedByResponses, samplingRejected, toolsOfItems } from '../families/responses/conditions.ts';

export const conditions: readonly Conditions[] = [
  {
    operations: ['responses.create'],
    repeatedIn: ['response'],
    members: { ...repeatedByResponses, 'reasoning.effort': effortOf },
    presupposes: toolsOfItems,
    rejects: samplingRejected,
    source: {
      title: 'OpenAI API reference: create a response',
      url: 'https://platform.openai.com/docs/api-reference/responses/create',
    },
  },
];
