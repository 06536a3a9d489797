import { credentialsIn } from '../demands.ts';
import type { WireReader } from '../reader.ts';
import { readRequests } from './request.ts';
import { readResponses } from './response.ts';
import { rules } from './rules.ts';

/** Reads the Conversations API of Mistral. A function that failed says so in its result's text: the wire has no flag for it. */
export const mistralReader: WireReader = {
  providerApi: 'mistral',
  toolErrors: 'text',
  demands: [credentialsIn('authorization')],
  rules,
  // A function cannot be demanded by its name, nor a budget for thinking; what a conversation began with is kept.
  lacks: ['allowMultipleToolCalls', 'toolMode', 'reasoning', 'instructions', 'modelId'],
  lacksOfTools: {
    'file-search': ['maximumResultCount', 'scoreThreshold'],
    'web-search': ['maximumUses', 'userLocation'],
    'image-generation': ['size', 'outputMediaType', 'partialImageCount'],
  },
  readResponses,
  readRequests,
};
