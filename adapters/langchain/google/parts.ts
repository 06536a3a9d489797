/** Parts that the library hands on as they came: code that was run, calls of tools of the provider, and what nobody knows yet. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, HostedToolResultContent } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { text } from '../shared/json.ts';

/** The contract's names for tools of the provider. Any other keeps its own. */
const toolNames = new Map([
  ['GOOGLE_SEARCH_WEB', 'web-search'],
  ['GOOGLE_SEARCH_IMAGE', 'web-search'],
  ['URL_CONTEXT', 'web-fetch'],
  ['FILE_SEARCH', 'file-search'],
]);

/** @param unnamed the id of a call that has none; a result without one is of the call before it */
export function partContents(part: JsonObject, unnamed: string): Content[] {
  const { executableCode, codeExecutionResult, toolCall, toolResponse } = part;
  if (isJsonObject(executableCode)) {
    const { id, ...code } = executableCode;
    return [hostedCall('code-interpreter', 'code_execution', { callId: text(id) ?? unnamed, arguments: code }, part)];
  }
  if (isJsonObject(codeExecutionResult)) {
    const { id } = codeExecutionResult;
    return [hostedResult('code-interpreter', text(id) ?? unnamed, codeOutputs(codeExecutionResult), part)];
  }
  if (isJsonObject(toolCall)) {
    const { id, args = {} } = toolCall;
    const name = toolTypeOf(toolCall);
    return [hostedCall(toolNames.get(name) ?? name, name, { callId: text(id) ?? unnamed, arguments: args }, part)];
  }
  if (isJsonObject(toolResponse)) {
    const name = toolTypeOf(toolResponse);
    return [hostedResult(toolNames.get(name) ?? name, text(toolResponse.id) ?? unnamed, [], part)];
  }
  return unknownPart(part);
}

/** As the API itself calls a type that is not said. */
const toolTypeOf = ({ toolType }: JsonObject): string => text(toolType) ?? 'TOOL_TYPE_UNSPECIFIED';

type Call = Extract<Content, { type: 'hosted-tool-call' }>;
type Output = HostedToolResultContent['outputs'][number];

const hostedCall = (tool: string, name: string, said: Pick<Call, 'callId' | 'arguments'>, part: JsonObject): Call =>
  defined({ type: 'hosted-tool-call' as const, tool, name, ...said, rawRepresentation: part });

const hostedResult = (tool: string, callId: string, outputs: Output[], part: JsonObject): Content => ({
  type: 'hosted-tool-result',
  callId,
  tool,
  outputs,
  rawRepresentation: part,
});

/** Standard output where it went well, else standard error or another description. */
function codeOutputs({ outcome, output }: JsonObject): Output[] {
  const words = text(output) ?? '';
  const how = text(outcome) ?? 'OUTCOME_OK';
  if (how !== 'OUTCOME_OK') return [{ type: 'error', message: words || how, errorCode: how }];
  return words === '' ? [] : [{ type: 'text', text: words }];
}

/** Members that say something of a part, and not what it is. */
const besideData = new Set(['type', 'thought', 'thoughtSignature', 'partMetadata']);

/** In its own words. */
function unknownPart(part: JsonObject): Content[] {
  const [name] = Object.keys(part).filter((member) => !besideData.has(member));
  if (name === undefined) return [];
  const outputs: Output[] = [{ type: 'text', text: JSON.stringify(part[name]) }];
  return [{ type: 'hosted-tool-result', tool: name, outputs, rawRepresentation: part }];
}
