/** What agents of Azure AI Foundry answer to what: what a response repeats is its agent's, where the request is silent. */
import type { Conditions } from '../../wire/conditions.ts';
import { effortOf, repeatedByResponses, samplingRejected } from '../families/responses/conditions.ts';

const source = {
  title: 'Azure AI Foundry: agents, responses',
  url: 'https://learn.microsoft.com/azure/ai-foundry/agents/overview',
};

export const conditions: readonly Conditions[] = [
  {
    operations: ['responses.create'],
    under: { 'agents.createVersion': 'definition' },
    repeatedIn: ['response'],
    members: { ...repeatedByResponses, 'reasoning.effort': effortOf },
    rejects: samplingRejected,
    source,
  },
  {
    operations: ['agents.createVersion'],
    repeatedIn: ['agent.version'],
    members: { definition: {}, metadata: {} },
    source,
  },
];
