import { credentialsIn } from '../demands.ts';
import { eachRequest } from '../each-request.ts';
import type { WireReader } from '../reader.ts';
import { readRequest } from './request.ts';
import { readResponses } from './response.ts';
import { rules } from './rules.ts';

/** Reads Amazon Bedrock Converse and ConverseStream. */
export const converseReader: WireReader = {
  providerApi: 'bedrock-converse',
  toolErrors: 'flag',
  demands: [credentialsIn('authorization')],
  rules,
  // The tool choices of Converse are auto, any and one by name, beside tools that are declared there; none of them says that
  // nothing may be called, or how often. It keeps nothing.
  lacks: ['allowMultipleToolCalls', 'store', 'conversationId', 'toolMode.none', 'toolMode.withoutFunctions'],
  // Claude's computer is told the size of the screen, and no more.
  lacksOfTools: { 'computer-use': ['environment'] },
  readResponses,
  readRequests: eachRequest(readRequest),
};
