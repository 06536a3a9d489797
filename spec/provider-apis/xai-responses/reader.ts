/** Reads xAI's Responses: OpenAI's API with tools of xAI. Source: docs.x.ai, "Responses API"; recorded traffic. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { Tool } from '../../contract/index.ts';
import { remainingMembers } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import { bodyMember, credentialsIn } from '../../wire/request-requirements.ts';
import { eachRequest, textsOf, unreadOfTool } from '../../wire/requests.ts';
import { includedOnRequest, readResponses } from '../families/responses/reader.ts';
import { toolOf as openAiToolOf } from '../families/responses/request-tools.ts';
import { readRequest } from '../openai-responses/reader.ts';
import { rules } from './rules.ts';

/** A search has its domains in members of its own. */
function toolOf(declaration: JsonObject, path: string) {
  if (declaration.type !== 'web_search') return openAiToolOf(declaration, path, 'xai-responses');
  const [allowedDomains, blockedDomains] = [declaration.allowed_domains, declaration.excluded_domains].map(textsOf);
  const tool: Tool = {
    type: 'web-search',
    ...(allowedDomains ? { allowedDomains } : {}),
    ...(blockedDomains ? { blockedDomains } : {}),
  };
  const rest = remainingMembers(declaration, ['type', 'allowed_domains', 'excluded_domains']);
  return { tool, unread: rest ? unreadOfTool(rest, new Set(), path) : [] };
}

export const reader: WireReader = {
  providerApi: 'xai-responses',
  demands: [credentialsIn('authorization'), bodyMember('model'), ...includedOnRequest],
  rules,
  lacks: ['stopSequences', 'reasoning.budgetTokens'],
  unsupportedToolMembers: { 'web-search': ['maximumUses', 'userLocation'] },
  readResponses,
  readRequests: eachRequest((request) => readRequest(request, toolOf)),
};
