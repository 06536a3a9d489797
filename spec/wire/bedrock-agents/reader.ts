import type { WireReader } from '../reader.ts';
import { demands } from './demands.ts';
import { madeIn } from './draft.ts';
import { readRequests } from './request.ts';
import { readResponses } from './response.ts';
import { rules } from './rules.ts';

/** Reads Amazon Bedrock Agents: InvokeInlineAgent, InvokeAgent, and the control plane by which an agent is given tools. */
export const bedrockAgentsReader: WireReader = {
  providerApi: 'bedrock-agents',
  toolErrors: 'flag',
  demands,
  rules,
  lacks: [
    'toolMode',
    'allowMultipleToolCalls',
    'reasoning',
    'store',
    // Members of prompt templates, which are overridden as a whole or not at all.
    'maxOutputTokens',
    'temperature',
    'stopSequences',
  ],
  lacksOfTools: { 'computer-use': ['environment'] },
  readResponses,
  readRequests,
  made: madeIn,
};
