import { bodyMember, credentialsIn } from '../demands.ts';
import { eachRequest } from '../each-request.ts';
import type { WireReader } from '../reader.ts';
import { includedOnRequest } from '../responses/demands.ts';
import { readResponses } from '../responses/response.ts';
import { rules } from '../responses/rules.ts';
import { readRequest } from './request.ts';

/** Reads the OpenAI Responses API. A function that failed says so in its output's text: the wire has no flag for it. */
export const openAiResponsesReader: WireReader = {
  providerApi: 'openai-responses',
  toolErrors: 'text',
  takesReasons: true,
  demands: [credentialsIn('authorization', 'api-key'), bodyMember('model'), ...includedOnRequest],
  rules,
  lacks: ['stopSequences', 'reasoning.budgetTokens'],
  lacksOfTools: {
    'web-search': ['blockedDomains', 'maximumUses'],
    'computer-use': ['displayWidth', 'displayHeight', 'environment'],
  },
  readResponses,
  readRequests: eachRequest(readRequest),
};
