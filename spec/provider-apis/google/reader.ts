import { asObject } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import { answerHolds, credentialsIn, type RequestRequirement, requestBodyOf } from '../../wire/request-requirements.ts';
import { eachRequest } from '../../wire/requests.ts';
import { answerRules, conditions } from './conditions.ts';
import { inCamelCase } from './parts.ts';
import { readRequest } from './request-reader.ts';
import { readResponses } from './response-reader.ts';
import { rules } from './rules.ts';

/** Source: https://ai.google.dev/gemini-api/docs/thinking (includeThoughts); Vertex AI takes a token, the Gemini API a key. */
const demands: readonly RequestRequirement[] = [
  credentialsIn('x-goog-api-key', 'authorization'),
  {
    what: '"includeThoughts": true, without which the response has no reasoning',
    of: (exchange) => answerHolds(exchange, ({ thought, text }) => thought === true && typeof text === 'string'),
    isMet: (exchange) =>
      asObject(asObject(inCamelCase(requestBodyOf(exchange)).generationConfig)?.thinkingConfig)?.includeThoughts ===
      true,
  },
];

/** Reads `generateContent` of the Gemini API and of Vertex AI. */
export const reader: WireReader = {
  providerApi: 'google',
  // `response.error` is where the API looks for a failure.
  toolErrors: 'flag',
  demands,
  rules,
  conditions,
  answerRules,
  lacks: ['allowMultipleToolCalls', 'store'],
  unsupportedToolMembers: {
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
