import { requestIn } from '../chat/request.ts';
import { responsesIn } from '../chat/response.ts';
import { bodyMember, credentialsIn } from '../demands.ts';
import { eachRequest } from '../each-request.ts';
import type { WireReader } from '../reader.ts';
import { mistralDialect } from './dialect.ts';
import { rules } from './rules.ts';

/** Reads Mistral's chat completions. A function that failed says so in its result's text: the wire has no flag for it. */
export const mistralChatReader: WireReader = {
  providerApi: 'mistral-chat',
  toolErrors: 'text',
  demands: [credentialsIn('authorization'), bodyMember('model')],
  rules,
  // It takes an effort of thinking and no budget, and keeps nothing.
  lacks: ['store', 'reasoning', 'conversationId'],
  lacksOfTools: {
    'web-search': ['maximumUses', 'userLocation'],
    'file-search': ['maximumResultCount', 'scoreThreshold'],
    'image-generation': ['size', 'outputMediaType', 'partialImageCount'],
  },
  readResponses: responsesIn(mistralDialect),
  readRequests: eachRequest(requestIn(mistralDialect)),
};
