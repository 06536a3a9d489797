/** Requests for interactions in the words of the contract. Source: `CreateModelInteraction` of `@google/genai`. */
import { isJsonObject, type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import type { HttpRequest } from '../../../recordings/format/exchange.ts';
import type { ChatOptions, ChatRole, Content, Tool, ToolMode } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, jsonOf, remainingMembers } from '../../wire/json.ts';
import {
  functionOutputs,
  functionToolOf,
  type MemberReader,
  type MemberReading,
  readMembers,
  readTools,
  SaidMessages,
  type SingleRequestReading,
  textsOf,
  unreadOfTool,
} from '../../wire/requests.ts';
import { hostedFact, summaryOf } from './response-reader.ts';

/** What is told is what follows in an interaction that is kept, or all of it. */
export function readRequest(request: HttpRequest): SingleRequestReading {
  const read = asObject(jsonOf(request.body));
  const body = read ?? {};
  const unread: Unrecognized[] = read ? [] : [{ path: 'request.body', what: 'body that is not a JSON object' }];
  const said = new SaidMessages(new Map(), unread);
  input(body.input, 'request.body.input', said);
  const { tools } = readTools(body.tools, toolOf, said.paths, unread);
  const options: ChatOptions = { ...(tools ? { tools } : {}), ...readMembers(body, readers, elsewhere) };
  return { messages: said.messages, options, paths: said.paths, unread };
}

const elsewhere = new Set(['input', 'tools', 'stream']);

/** A text, one part, parts, or steps. Parts may hold a result, as steps do: real requests have both. */
function input(value: Json | undefined, path: string, said: SaidMessages): void {
  if (typeof value === 'string') said.say('user', { type: 'text', text: value }, path);
  const list = asArray(value) ?? (isJsonObject(value) ? [value] : []);
  for (const [i, element] of list.entries()) step(asObject(element) ?? {}, `${path}[${i}]`, said);
}

function step(object: JsonObject, path: string, said: SaidMessages): void {
  switch (object.type) {
    case 'user_input':
    case 'model_output': {
      const role: ChatRole = object.type === 'user_input' ? 'user' : 'assistant';
      for (const [i, part] of (asArray(object.content) ?? []).entries())
        partIn(asObject(part) ?? {}, `${path}.content[${i}]`, path, role, said);
      break;
    }
    case 'thought': {
      const protectedData = asString(object.signature) || undefined;
      const text = summaryOf(object);
      const signed = protectedData === undefined ? {} : { protectedData };
      said.say('assistant', { type: 'reasoning', text, ...signed, rawRepresentation: object }, path);
      break;
    }
    case 'function_call': {
      const { id, name, arguments: asked = {} } = object;
      const call = { type: 'function-call' as const, callId: asString(id) ?? '', name: asString(name) ?? '' };
      const given = isJsonObject(asked) ? { arguments: asked } : { argumentsText: JSON.stringify(asked) };
      said.say('assistant', { ...call, ...given, rawRepresentation: object }, path);
      break;
    }
    case undefined:
      said.unread.push({ path, what: 'step without a type' });
      break;
    default:
      if (object.type === 'function_result' || isPart(object)) partIn(object, path, path, 'user', said);
      else said.say('assistant', hostedContent(object), path);
  }
}

const kinds = new Set<Json | undefined>(['text', 'image', 'audio', 'video', 'document']);
const isPart = ({ type }: JsonObject): boolean => kinds.has(type);

function partIn(part: JsonObject, path: string, messagePath: string, role: ChatRole, said: SaidMessages): void {
  if (part.type === 'function_result') {
    said.say('tool', resultOf(part), path, messagePath);
    return;
  }
  const content = contentOf(part);
  if (content) said.say(role, content, path, messagePath);
  else said.unread.push({ path, what: asString(part.type) ?? 'part without a type' });
}

function contentOf({ type, text, data, uri, mime_type: mediaType }: JsonObject): Content | undefined {
  if (type === 'text') return { type: 'text', text: asString(text) ?? '' };
  const kind = asString(mediaType);
  if (typeof data === 'string') return { type: 'data', data, mediaType: kind ?? 'application/octet-stream' };
  return typeof uri === 'string' ? { type: 'uri', uri, ...(kind === undefined ? {} : { mediaType: kind }) } : undefined;
}

/** A list holds parts of content. */
function resultOf({ call_id: id, name, result = null, is_error: failed }: JsonObject): Content {
  const callId = asString(id) ?? '';
  const named = typeof name === 'string' ? { name } : {};
  const parts = asArray(result)?.map((part) => contentOf(asObject(part) ?? {}));
  const words = parts?.flatMap((part) => (part?.type === 'text' ? part.text : [])).join('\n');
  if (failed === true) {
    const error = words ?? toText(result);
    return { type: 'function-result', callId, ...named, error };
  }
  return { type: 'function-result', callId, ...named, result: words ?? result, ...functionOutputs(parts ?? []) };
}

function hostedContent(object: JsonObject): Content {
  const fact = hostedFact(object, asString(object.type) ?? '');
  const tool = 'tool' in fact ? fact.tool : '';
  const raw = { tool, rawRepresentation: object };
  if (fact.kind === 'hosted-call')
    return { type: 'hosted-tool-call', callId: fact.id ?? '', name: tool, arguments: fact.arguments, ...raw };
  const id = asString(object.call_id);
  return { type: 'hosted-tool-result', ...(id === undefined ? {} : { callId: id }), outputs: [], ...raw };
}

// Members beside them. What the contract has no words for stands raw.

const text =
  (name: 'modelId' | 'instructions' | 'conversationId'): MemberReader =>
  (value) =>
    typeof value === 'string' ? { options: { [name]: value } } : undefined;

const generationReaders: Readonly<Record<string, MemberReader>> = {
  max_output_tokens: (value) => (asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined),
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  stop_sequences: (value) => {
    const stopSequences = textsOf(value);
    return stopSequences ? { options: { stopSequences } } : undefined;
  },
  thinking_level: (value) =>
    value === 'low' || value === 'medium' || value === 'high'
      ? { options: { reasoning: { effort: value } } }
      : undefined,
  thinking_summaries: (value) => (value === 'auto' ? { options: { reasoning: {} } } : undefined),
  tool_choice: (value) => {
    const toolMode = toolModeOf(value);
    return toolMode && { options: { toolMode } };
  },
};

function toolModeOf(choice: Json): ToolMode | undefined {
  if (choice === 'auto' || choice === 'none') return { type: choice };
  if (choice === 'any') return { type: 'required' };
  const { mode, tools } = asObject(asObject(choice)?.allowed_tools) ?? {};
  const [name, ...others] = textsOf(tools) ?? [];
  return mode === 'any' && name !== undefined && others.length === 0
    ? { type: 'required', functionName: name }
    : undefined;
}

const readers: Readonly<Record<string, MemberReader>> = {
  model: text('modelId'),
  system_instruction: text('instructions'),
  previous_interaction_id: text('conversationId'),
  store: (value) => (typeof value === 'boolean' ? { options: { store: value } } : undefined),
  generation_config: (value) => {
    const { rawRepresentation, ...options } = readMembers(asObject(value) ?? {}, generationReaders, new Set());
    return { options, rest: rawRepresentation };
  },
  response_format: formatOf,
};

/** One format, or several. */
function formatOf(value: Json): MemberReading | undefined {
  const format = asObject(asArray(value)?.length === 1 ? asArray(value)?.[0] : value);
  if (format?.type !== 'text' || format.mime_type !== 'application/json') return undefined;
  const schema = asObject(format.schema);
  const rest = remainingMembers(format, ['type', 'mime_type', 'schema']);
  return { options: { responseFormat: { type: 'json', ...(schema ? { schema } : {}) } }, rest };
}

// Tools. Source: `Tool`.

function toolOf(declaration: JsonObject, path: string): { tool: Tool; unread: Unrecognized[] } {
  const tool = knownTool(declaration);
  if (!tool) return { tool: { type: 'raw', providerApi: 'google-interactions', declaration }, unread: [] };
  return { tool, unread: unreadOfTool(declaration, membersOfTools, path) };
}

const membersOfTools = new Set([
  ...['type', 'name', 'description', 'parameters', 'strict', 'file_search_store_names', 'top_k'],
  ...['url', 'headers', 'allowed_tools', 'environment'],
]);

/** `undefined` where the contract cannot say all of it. */
function knownTool(declared: JsonObject): Tool | undefined {
  const { type, ...settings } = declared;
  const isPlain = Object.keys(settings).length === 0;
  switch (type) {
    case 'function': {
      const { name, description, parameters, ...others } = settings;
      return Object.keys(others).length > 0
        ? undefined
        : functionToolOf({ name, description, parameters, strict: undefined });
    }
    case 'code_execution':
      return isPlain ? { type: 'code-interpreter' } : undefined;
    case 'google_search':
      return isPlain ? { type: 'web-search' } : undefined;
    case 'url_context':
      return isPlain ? { type: 'web-fetch' } : undefined;
    case 'file_search': {
      const vectorStoreIds = textsOf(settings.file_search_store_names);
      const maximumResultCount = asCount(settings.top_k);
      if (!vectorStoreIds || settings.metadata_filter !== undefined) return undefined;
      return {
        type: 'file-search',
        vectorStoreIds,
        ...(maximumResultCount === undefined ? {} : { maximumResultCount }),
      };
    }
    case 'computer_use': {
      const { environment, ...others } = settings;
      // The wire has no display: what stands here in its place is only that there is none.
      const tool = { type: 'computer-use', environment: 'browser' } as unknown as Tool;
      return environment === 'browser' && Object.keys(others).length === 0 ? tool : undefined;
    }
    case 'mcp_server':
      return mcpServerOf(settings);
    default:
      return undefined;
  }
}

function mcpServerOf({ name, url, headers = {}, allowed_tools: allowed }: JsonObject): Tool | undefined {
  const [authorization, ...others] = Object.entries(asObject(headers) ?? {});
  const token = asString(authorization?.[1])?.replace(/^Bearer /, '');
  const [among, ...more] = (asArray(allowed) ?? []).map((each) => asObject(each) ?? {});
  const allowedTools = among && textsOf(among.tools);
  const isSaid = others.length === 0 && (!authorization || token !== undefined) && more.length === 0;
  if (!isSaid || typeof name !== 'string' || typeof url !== 'string') return undefined;
  return {
    type: 'mcp-server',
    serverName: name,
    serverAddress: url,
    ...(allowedTools ? { allowedTools } : {}),
    ...(token === undefined ? {} : { authorizationToken: token }),
  };
}
