/** What a run's steps say of hosted tools, as contents of the contract. Whatever the tool, nothing of it is lost. */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import type { Content, HostedToolResultContent } from '../../../../spec/contract/index.ts';
import { parsedJson } from '../arguments.ts';
import { defined } from '../defined.ts';
import { list, text, wording } from '../json.ts';

type Output = HostedToolResultContent['outputs'][number];

/** The contract's names for hosted tools. Anything else keeps its own name. */
const toolNames = new Map([
  ['code_interpreter', 'code-interpreter'],
  ['file_search', 'file-search'],
  ['mcp', 'mcp-server'],
  ['mcp_list_tools', 'mcp-server'],
  ['azure_function', 'stateful-function'],
  ['azure_ai_search', 'azure-ai-search'],
  ['bing_grounding', 'bing-grounding'],
  ['bing_custom_search', 'bing-custom-search'],
  ['fabric_dataagent', 'microsoft-fabric'],
]);

/** Members that tools have for what they gave; Bing has others, which all begin alike. */
const isResult = (member: string): boolean =>
  member === 'outputs' || member === 'output' || member === 'results' || member.startsWith('response');

/** Hosted tools that a step used, as soon as it or all of its run is over; without those that were told before. */
export function hostedContents(step: JsonObject, told: ReadonlySet<string | undefined>, isRunOver = false): Content[] {
  const { step_details: details } = step;
  if ((step.status === 'in_progress' && !isRunOver) || !isJsonObject(details)) return [];
  const isNew = (value: Json): value is JsonObject => isJsonObject(value) && !told.has(text(value.id) ?? '');
  const calls = (list(details.tool_calls) ?? []).filter(isNew).filter(({ type }) => type !== 'function');
  const others = (list(details.activities) ?? []).filter(isNew);
  return [...calls.flatMap((call) => callAndResult(call, step)), ...others.map(activity)];
}

const named = (call: JsonObject, fallback: string) => {
  const type = text(call.type) ?? 'unknown';
  return { callId: text(call.id) ?? fallback, tool: toolNames.get(type) ?? type };
};

/** What happened on the way and nobody asked for: that a server told its tools. */
function activity(made: JsonObject): Content {
  return { type: 'hosted-tool-result', ...named(made, ''), outputs: [], rawRepresentation: made };
}

/** What a tool was asked and gave stands in a member of its name; of an MCP server, in the call itself. */
function callAndResult(call: JsonObject, step: JsonObject): Content[] {
  const { id: _, type, name, server_label: server, ...rest } = call;
  const own = call[text(type) ?? ''];
  const members = Object.entries(isJsonObject(own) ? own : rest).filter(([, value]) => value !== null);
  const asked = Object.fromEntries(members.filter(([member]) => !isResult(member)));
  const links = named(call, text(step.id) ?? '');
  const contents: Content[] = [
    defined({
      type: 'hosted-tool-call' as const,
      ...links,
      name: text(name),
      serverName: text(server),
      arguments: typeof asked.arguments === 'string' ? parsedJson(asked.arguments || '{}') : asked,
      rawRepresentation: call,
    }),
  ];
  const gave = members.find(([member]) => isResult(member))?.[1];
  if (gave !== undefined) {
    const outputs = (list(gave) ?? [gave]).flatMap(outputsOf);
    contents.push({ type: 'hosted-tool-result', ...links, outputs, rawRepresentation: call });
  } else if (step.status === 'failed') {
    // Why is said of the step.
    contents.push({
      type: 'hosted-tool-result',
      ...links,
      outputs: [failure(step.last_error)],
      rawRepresentation: step,
    });
  }
  return contents;
}

function failure(error: Json | undefined): Output {
  const { code, message } = isJsonObject(error) ? error : {};
  const said = wording(message) ?? 'The tool failed without a message.';
  return defined({ type: 'error' as const, message: said, errorCode: text(code) });
}

/** What code printed, images that it drew, and what was found in files. */
function outputsOf(output: Json): Output[] {
  if (typeof output === 'string') return [{ type: 'text', text: output }];
  if (!isJsonObject(output)) return [];
  const { logs, image } = output;
  if (typeof logs === 'string') return [{ type: 'text', text: logs }];
  const made = isJsonObject(image) ? text(image.file_id) : undefined;
  if (made !== undefined) return [{ type: 'hosted-file', fileId: made, mediaType: 'image/*' }];
  const fileId = text(output.file_id);
  return fileId === undefined ? [] : found(output, fileId);
}

/** What was found says which file it is in; its words come only where they were asked for. */
function found(result: JsonObject, fileId: string): Output[] {
  const source = defined({ fileId, title: text(result.file_name) });
  const words = (list(result.content) ?? []).flatMap((part) => (isJsonObject(part) ? (text(part.text) ?? []) : []));
  return (words.length > 0 ? words : ['']).map((each) => ({ type: 'text', text: each, annotations: [source] }));
}
