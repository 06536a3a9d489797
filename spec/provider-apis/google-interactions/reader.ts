/** Reads Google's Interactions, and says for what they refuse a request. */
import type { WireReader } from '../../wire/reader.ts';
import { credentialsIn } from '../../wire/request-requirements.ts';
import { eachRequest } from '../../wire/requests.ts';
import { readRequest } from './request-reader.ts';
import { readResponses } from './response-reader.ts';
import { rules } from './rules.ts';

export const reader: WireReader = {
  providerApi: 'google-interactions',
  toolErrors: 'flag',
  demands: [credentialsIn('x-goog-api-key', 'authorization')],
  rules,
  lacks: ['allowMultipleToolCalls', 'reasoning.budgetTokens', 'toolMode.withoutFunctions'],
  unsupportedToolMembers: {
    function: ['strict'],
    'web-search': ['maximumUses', 'userLocation'],
    'file-search': ['scoreThreshold'],
    'mcp-server': ['serverDescription', 'approvalMode'],
    'computer-use': ['displayWidth', 'displayHeight', 'environment'],
  },
  readResponses,
  readRequests: eachRequest(readRequest),
};
