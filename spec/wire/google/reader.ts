import { eachRequest } from '../each-request.ts';
import type { WireReader } from '../reader.ts';
import { demands } from './demands.ts';
import { readRequest } from './request.ts';
import { readResponses } from './response.ts';
import { rules } from './rules.ts';

/** Reads `generateContent` of the Gemini API and of Vertex AI. */
export const googleReader: WireReader = {
  providerApi: 'google',
  // `response.error` is where the API looks for a failure.
  toolErrors: 'flag',
  demands,
  rules,
  lacks: ['allowMultipleToolCalls', 'store'],
  lacksOfTools: {
    function: ['strict'],
    'web-search': ['maximumUses', 'userLocation'],
    'file-search': ['scoreThreshold'],
    // Of desktops there is one kind.
    'computer-use': ['displayWidth', 'displayHeight', 'environment'],
    'mcp-server': ['serverDescription', 'approvalMode'],
    'image-generation': ['size', 'outputMediaType', 'partialImageCount'],
  },
  readResponses,
  readRequests: eachRequest(readRequest),
};
