import { credentialsIn, queryParameter } from '../demands.ts';
import type { WireReader } from '../reader.ts';
import { includedOnRequest } from '../responses/demands.ts';
import { readResponses } from '../responses/response.ts';
import { madeIn } from './agents.ts';
import { readRequests } from './request.ts';
import { rules } from './rules.ts';

/**
 * Reads Azure AI Foundry Agents v2: versions of agents, and the OpenAI Responses API that runs them. A function that failed says
 * so in its output's text: the wire has no flag for it. Source: Azure/azure-rest-api-specs, specification/ai-foundry.
 */
export const azureFoundryV2Reader: WireReader = {
  providerApi: 'azure-foundry-v2',
  toolErrors: 'text',
  takesReasons: true,
  demands: [
    credentialsIn('authorization', 'api-key'),
    // Requests for an answer are OpenAI's, and have no version in their query.
    { ...queryParameter('api-version'), of: ({ operation }) => operation !== 'responses.create' },
    ...includedOnRequest,
  ],
  rules,
  lacks: ['stopSequences', 'reasoning.budgetTokens'],
  lacksOfTools: {
    'web-search': ['blockedDomains', 'maximumUses'],
    'computer-use': ['displayWidth', 'displayHeight', 'environment'],
  },
  readResponses,
  readRequests,
  made: madeIn,
};
