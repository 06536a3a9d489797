/** Content blocks of a response as contents of the contract. Whatever the block, nothing of it is lost. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Citation, type Content, type FunctionCallContent, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { list, nonEmpty, text } from '../shared/json.ts';
import { type ActionTools, actionCall } from './actions.ts';
import { outputsOf } from './outputs.ts';

/** The contract's names for hosted tools, by the stem of the wire's names. Anything else keeps its own name. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['web_fetch', 'web-fetch'],
  ['code_execution', 'code-interpreter'],
  ['bash_code_execution', 'code-interpreter'],
  ['text_editor_code_execution', 'code-interpreter'],
  ['mcp', 'mcp-server'],
  ['mcp_tool_listing', 'mcp-server'],
]);

const toolName = (stem: string) => toolNames.get(stem) ?? stem;

/**
 * New versions of tools bring new blocks, so these are told apart by how their types end, and what is not known arrives as
 * `HostedToolResultContent` with the block in `rawRepresentation`.
 *
 * @param actions tools that are answered by acting
 * @throws WireError for a block that lacks what every block of its type has
 */
export function contentFromBlock(block: unknown, actions: ActionTools = new Map()): Content {
  if (!isJsonObject(block)) throw new WireError('A content block is not a JSON object.');
  const type = requiredText(block, 'type');
  switch (type) {
    case 'text':
      return textContent(block);
    case 'thinking':
      return defined({
        type: 'reasoning' as const,
        text: requiredText(block, 'thinking'),
        protectedData: text(block.signature),
        rawRepresentation: block,
      });
    case 'redacted_thinking':
      return { type: 'reasoning', text: '', protectedData: requiredText(block, 'data'), rawRepresentation: block };
    case 'tool_use':
      return actionCall(requiredText(block, 'id'), block, actions) ?? functionCall(block);
    case 'container_upload':
      return { type: 'hosted-file', fileId: requiredText(block, 'file_id'), rawRepresentation: block };
  }
  if (type.endsWith('_tool_use')) return hostedCall(block, type.slice(0, -'_tool_use'.length));
  return defined({
    type: 'hosted-tool-result' as const,
    callId: text(block.tool_use_id),
    tool: toolName(type.endsWith('_tool_result') ? type.slice(0, -'_tool_result'.length) : type),
    outputs: outputsOf(block),
    rawRepresentation: block,
  });
}

/** `rawRepresentation` only where there is more than text, so that pieces and whole texts look alike. */
function textContent(block: JsonObject): Content {
  const { type: _type, text: _text, citations, ...rest } = block;
  const annotations = nonEmpty(list(citations))?.map(citation);
  return defined({
    type: 'text' as const,
    text: requiredText(block, 'text'),
    annotations,
    rawRepresentation: annotations || Object.keys(rest).length > 0 ? block : undefined,
  });
}

/** A citation holds for the whole text block it stands in, so it has no offsets. */
function citation(raw: Json): Citation {
  if (!isJsonObject(raw)) throw new WireError('A citation is not a JSON object.');
  const source = sourceOf(text(raw.source));
  return defined({
    url: text(raw.url) ?? source.url,
    title: text(raw.title) ?? text(raw.document_title) ?? source.title,
    fileId: text(raw.file_id),
    snippet: text(raw.cited_text),
    rawRepresentation: raw,
  });
}

/** A search result's source may be an address, or any other words for where it is. */
const sourceOf = (source: string | undefined): { url?: string | undefined; title?: string | undefined } =>
  URL.canParse(String(source)) ? { url: source } : { title: source };

/** No input is an empty object; input that is no object (a stream cut short) is kept as text. */
function functionCall(block: JsonObject): FunctionCallContent {
  const input = block.input ?? {};
  const call = { type: 'function-call' as const, callId: requiredText(block, 'id'), name: requiredText(block, 'name') };
  if (isJsonObject(input)) return { ...call, arguments: input, rawRepresentation: block };
  const argumentsText = typeof input === 'string' ? input : JSON.stringify(input);
  return { ...call, argumentsText, rawRepresentation: block };
}

function hostedCall(block: JsonObject, stem: string): Content {
  const name = requiredText(block, 'name');
  return defined({
    type: 'hosted-tool-call' as const,
    callId: requiredText(block, 'id'),
    tool: toolName(stem === 'server' ? name : stem),
    name,
    serverName: text(block.server_name),
    arguments: block.input,
    rawRepresentation: block,
  });
}

function requiredText(block: JsonObject, member: string): string {
  const value = block[member];
  if (typeof value === 'string') return value;
  throw new WireError(`A content block of type ${JSON.stringify(block.type ?? null)} has no text in "${member}".`);
}
