import type { JsonObject } from '../../../files/canonical-json.ts';
import type { HttpRequest } from '../../../recordings/format/exchange.ts';
import type { SingleRequestReading } from '../each-request.ts';
import { asObject, jsonOf } from '../json.ts';
import { readTools } from '../members.ts';
import { readInput } from '../responses/request.ts';
import { readOptions } from '../responses/request-options.ts';
import { toolOf } from '../responses/request-tools.ts';

/**
 * A request in the words of the contract. Paths begin at the exchange: `request.body.input[0].content[1]`. Members of the body
 * that the options have no word for stand in `options.rawRepresentation`, as the merge patch that would say them again.
 *
 * Source: `ResponseCreateParamsBase` of `openai`.
 */
export function readRequest(request: HttpRequest): SingleRequestReading {
  const body = asObject(jsonOf(request.body));
  const { messages, paths, unread } = readInput(body?.input, 'request.body.input');
  if (!body) unread.push({ path: 'request.body', what: 'body that is no JSON object' });
  const { tools } = readTools(body?.tools, openAiTool, paths, unread);
  return { messages, options: readOptions(body ?? {}, tools), paths, unread };
}

const openAiTool = (declaration: JsonObject, path: string) => toolOf(declaration, path, 'openai-responses');
