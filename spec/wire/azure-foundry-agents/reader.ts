import { credentialsIn, queryParameter } from '../demands.ts';
import type { WireReader } from '../reader.ts';
import { readResponses } from '../runs/answers.ts';
import { callsOf } from '../runs/calls.ts';
import { demandsOfRuns } from '../runs/demands.ts';
import { madeIn } from '../runs/made.ts';
import { requestsIn } from '../runs/requests.ts';
import { rules } from './rules.ts';
import { toolOf } from './tools.ts';

/**
 * Reads the Azure AI Foundry Agent Service (classic), versions `v1` and `2025-05-15-preview`: agents are called assistants on the
 * wire. A function that failed says so in its output's text: there is no flag for it. Source: Azure/azure-rest-api-specs,
 * specification/ai/Azure.AI.Agents.
 */
export const azureFoundryAgentsReader: WireReader = {
  providerApi: 'azure-foundry-agents',
  toolErrors: 'text',
  demands: [credentialsIn('authorization'), queryParameter('api-version'), ...demandsOfRuns],
  rules,
  lacks: ['reasoning', 'stopSequences', 'store'],
  lacksOfTools: { function: ['strict'], 'mcp-server': ['serverDescription'] },
  readResponses,
  readRequests: requestsIn({ toolOf }),
  made: madeIn,
  callsOf,
};
