import { requestIn } from '../chat/request.ts';
import { responsesIn } from '../chat/response.ts';
import { eachRequest } from '../each-request.ts';
import type { WireReader } from '../reader.ts';
import { demands } from './demands.ts';
import { openAiDialect } from './dialect.ts';
import { rules } from './rules.ts';

/**
 * Reads OpenAI Chat Completions, of OpenAI itself and of Azure OpenAI. A function that failed says so in its result's text: the
 * wire has no flag for it.
 */
export const openAiChatReader: WireReader = {
  providerApi: 'openai-chat',
  toolErrors: 'text',
  lacks: ['conversationId', 'reasoning.budgetTokens'],
  demands,
  rules,
  readResponses: responsesIn(openAiDialect),
  readRequests: eachRequest(requestIn(openAiDialect)),
};
