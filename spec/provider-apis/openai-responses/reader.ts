import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { HttpRequest } from '../../../recordings/format/exchange.ts';
import { asObject, jsonOf } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import { bodyMember, credentialsIn } from '../../wire/request-requirements.ts';
import { eachRequest, readTools, type SingleRequestReading } from '../../wire/requests.ts';
import { includedOnRequest, readResponses } from '../families/responses/reader.ts';
import { readInput, readOptions } from '../families/responses/request-reader.ts';
import { toolOf } from '../families/responses/request-tools.ts';
import { rules } from '../families/responses/rules.ts';
import { answerRules, conditions } from './conditions.ts';

const openAiTool = (declaration: JsonObject, path: string) => toolOf(declaration, path, 'openai-responses');

/**
 * A request in the words of the contract. Paths begin at the exchange: `request.body.input[0].content[1]`. Members of the body
 * that the options have no word for stand in `options.rawRepresentation`, as the merge patch that would say them again.
 *
 * Source: `ResponseCreateParamsBase` of `openai`.
 */
export function readRequest(request: HttpRequest, readTool = openAiTool): SingleRequestReading {
  const read = asObject(jsonOf(request.body));
  const body = read ?? {};
  const { messages, paths, unread } = readInput(body.input, 'request.body.input');
  if (!read) unread.push({ path: 'request.body', what: 'body that is not a JSON object' });
  const { tools } = readTools(body.tools, readTool, paths, unread);
  return { messages, options: readOptions(body, tools), paths, unread };
}

/** Reads the OpenAI Responses API. A function that failed says so in its output's text: the wire has no flag for it. */
export const reader: WireReader = {
  providerApi: 'openai-responses',
  acceptsApprovalReason: true,
  demands: [credentialsIn('authorization', 'api-key'), bodyMember('model'), ...includedOnRequest],
  rules,
  conditions,
  answerRules,
  lacks: ['stopSequences', 'reasoning.budgetTokens'],
  unsupportedToolMembers: {
    'web-search': ['maximumUses'],
    'computer-use': ['displayWidth', 'displayHeight', 'environment'],
  },
  readResponses,
  readRequests: eachRequest((request) => readRequest(request)),
};
