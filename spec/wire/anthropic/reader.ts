import { eachRequest } from '../each-request.ts';
import type { WireReader } from '../reader.ts';
import { demands } from './demands.ts';
import { readRequest } from './request.ts';
import { readResponses } from './response.ts';
import { rules } from './rules.ts';

/** Reads the Anthropic Messages API. */
export const anthropicReader: WireReader = {
  providerApi: 'anthropic',
  toolErrors: 'flag',
  demands,
  rules,
  lacks: ['temperature', 'store', 'conversationId'],
  lacksOfTools: {
    'computer-use': ['displayWidth', 'displayHeight', 'environment'],
    'mcp-server': ['serverDescription'],
  },
  readResponses,
  readRequests: eachRequest(readRequest),
};
