import { isJsonObject, type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import type { HttpRequest } from '../../../recordings/format/exchange.ts';
import type {
  ActionCallContent,
  ActionResultContent,
  ChatMessage,
  ChatOptions,
  ChatRole,
  Content,
} from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, jsonOf, otherMembers, remainingMembers } from '../../wire/json.ts';
import {
  exitCodeIn,
  functionOutputs,
  type MemberReader,
  type MemberReading,
  readMembers,
  readTools,
  responseFormatOf,
  roleOfContent,
  SaidMessages,
  type SingleRequestReading,
} from '../../wire/requests.ts';
import { type ActionTools, actionToolsIn, isEmptyBlock, type RequestedAction, requestedActionOf } from './message.ts';
import { hasCodeInterpreter, olderServerToolsOf, serversOf, toolChoiceOf, toolOf } from './request-tools.ts';

/**
 * A request in the words of the contract. Paths begin at the exchange: `request.body.messages[0].content[1]`.
 *
 * The body's `system` is read as `options.instructions`, whichever way the caller had said it: the wire does not tell. A
 * user message that holds tool results becomes several messages, of role `tool` for the results and `user` for the rest,
 * in order. Members of the body that the options have no word for stand in `options.rawRepresentation`, as the merge patch
 * that would say them again.
 *
 * Source: `MessageCreateParamsBase` of `@anthropic-ai/sdk`.
 */
export function readRequest(request: HttpRequest): SingleRequestReading {
  const body = asObject(jsonOf(request.body));
  const paths = new Map<object, string>();
  const unread: Unrecognized[] = body ? [] : [{ path: 'request.body', what: 'body that is not a JSON object' }];
  const filesAreSaidByTool = hasCodeInterpreter(body ?? {});
  const context: Context = { tools: actionToolsIn(body), asked: new Map() };
  const place = { paths, unread, context, filesAreSaidByTool };
  const messages = (asArray(body?.messages) ?? []).flatMap((message, i) =>
    readMessage(message, `request.body.messages[${i}]`, place),
  );
  return { messages, options: readOptions(body ?? {}, paths, unread), paths, unread };
}

/** Where things were read from, and what was not; filled while reading. */
interface Place {
  readonly paths: Map<object, string>;
  readonly unread: Unrecognized[];
  readonly context: Context;
  readonly filesAreSaidByTool: boolean;
}

function readMessage(value: Json, path: string, place: Place): ChatMessage[] {
  const message = asObject(value) ?? {};
  const { role } = message;
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    place.unread.push({ path, what: `message of role ${asString(role) ?? '(none)'}` });
    return [];
  }
  for (const name of otherMembers(message, new Set(['role', 'content']))) {
    place.unread.push({ path: `${path}.${name}`, what: `message.${name}` });
  }
  return messagesOf(role, message.content ?? '', `${path}.content`, place, path);
}

/** The messages that one wire message makes: a new one wherever tool results begin or end. */
function messagesOf(role: ChatRole, content: Json, path: string, place: Place, messagePath: string): ChatMessage[] {
  const said = new SaidMessages(place.paths, place.unread);
  if (typeof content === 'string') {
    said.say(role, { type: 'text', text: content }, path, messagePath);
  } else {
    (asArray(content) ?? []).forEach((value, i) => {
      const block = asObject(value) ?? {};
      if (role === 'user' && block.type === 'container_upload' && place.filesAreSaidByTool) return;
      const part = contentOf(block, place.context);
      if (part) said.say(roleOfContent(part, role), part, `${path}[${i}]`, messagePath);
      else place.unread.push({ path: `${path}[${i}]`, what: asString(block.type) ?? 'content block without a type' });
    });
  }
  if (said.messages.length === 0) said.begin(role, messagePath);
  return said.messages;
}

/** How each member is read; `undefined` where it says something that the options cannot. */
const memberReaders: Readonly<Record<string, MemberReader>> = {
  system: readSystem,
  model: (value) => (typeof value === 'string' ? { options: { modelId: value } } : undefined),
  max_tokens: (value) => (asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined),
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  stop_sequences: (value) => {
    const sequences = asArray(value)?.filter((s) => typeof s === 'string');
    return sequences?.length === asArray(value)?.length ? { options: { stopSequences: sequences ?? [] } } : undefined;
  },
  tool_choice: toolChoiceOf,
  thinking: (value) => {
    const thinking = asObject(value);
    const budgetTokens = thinking?.type === 'enabled' ? asCount(thinking.budget_tokens) : undefined;
    if (!thinking || !budgetTokens) return undefined;
    return { options: { reasoning: { budgetTokens } }, rest: remainingMembers(thinking, ['type', 'budget_tokens']) };
  },
  output_config: (value) => {
    const config = asObject(value) ?? {};
    const { effort } = config;
    const isKnown = effort === 'low' || effort === 'medium' || effort === 'high';
    const format = responseFormatOf(config.format);
    return {
      options: { ...(isKnown ? { reasoning: { effort } } : {}), ...format?.options },
      rest: remainingMembers(config, [...(isKnown ? ['effort'] : []), ...(format ? ['format'] : [])]),
    };
  },
};

/** Members that are read elsewhere, or that only say how the answer travels. */
const readElsewhere = new Set(['messages', 'tools', 'stream', 'anthropic_version', 'anthropic_beta']);

/** What a request's body asks for besides the messages. Paths of tools go to `paths`, what is not understood to `unread`. */
function readOptions(body: JsonObject, paths: Map<object, string>, unread: Unrecognized[]): ChatOptions {
  const { tools } = readTools(body.tools, (declaration, path) => toolOf(declaration, path, body), paths, unread);
  const servers = olderServerToolsOf(body);
  for (const { tool, path } of servers) paths.set(tool, path);
  const declared = tools || servers.length > 0 ? { tools: [...(tools ?? []), ...servers.map(({ tool }) => tool)] } : {};
  const ofTools: Readonly<Record<string, MemberReader>> = {
    // With skills in it, a container says more than the tool that runs in it.
    container: (value) =>
      hasCodeInterpreter(body) ? { options: {}, rest: typeof value === 'string' ? undefined : value } : undefined,
    mcp_servers: () => (serversOf(body) ? { options: {} } : undefined),
  };
  return { ...declared, ...readMembers(body, { ...memberReaders, ...ofTools }, readElsewhere) };
}

/** A string or text blocks. Several blocks, or a block with members of its own, cannot be said again by one text. */
function readSystem(system: Json): MemberReading | undefined {
  if (typeof system === 'string') return { options: { instructions: system } };
  const blocks = asArray(system)?.map((block) => asObject(block) ?? {});
  const texts = blocks?.map((block) => asString(block.text));
  if (!blocks || !texts?.every((text) => text !== undefined)) return undefined;
  const plain = blocks.length === 1 && blocks.every((block) => remainingMembers(block, ['type', 'text']) === undefined);
  return { options: { instructions: texts.join('\n\n') }, rest: plain ? undefined : system };
}

// Content blocks of a request in the words of the contract. Source: `ContentBlockParam` of `@anthropic-ai/sdk`,
// `resources/messages/messages.d.ts`.
//
// A block that says more than its content has members for travels whole in `rawRepresentation`, as the contract
// demands.

/** What a block may refer to. */
interface Context {
  readonly tools: ActionTools;
  /** The tools of the actions that were asked for so far, by the ids of their calls; is added to. */
  readonly asked: Map<string, ActionResultContent['tool']>;
}

/** The content a block stands for, or `undefined` where the contract has none. */
function contentOf(block: JsonObject, { tools, asked }: Context): Content | undefined {
  const type = asString(block.type) ?? '';
  const id = asString(block.id) ?? '';
  switch (type) {
    case 'text':
      return withRaw({ type: 'text', text: asString(block.text) ?? '' }, block, ['text']);
    case 'thinking':
      return withRaw(reasoning(asString(block.thinking) ?? '', block.signature), block, ['thinking', 'signature']);
    case 'redacted_thinking':
      return { ...reasoning('', block.data), rawRepresentation: block };
    case 'image':
    case 'document':
      return mediaOf(block);
    case 'container_upload':
      return withRaw({ type: 'hosted-file', fileId: asString(block.file_id) ?? '' }, block, []);
    case 'tool_use': {
      const action = requestedActionOf(block, block.input ?? {}, tools);
      if (action) {
        asked.set(id, action.tool);
        return actionCallContent(block, action);
      }
      return withRaw(
        { type: 'function-call', callId: id, name: asString(block.name) ?? '', ...argumentsOf(block.input) },
        block,
        ['id', 'name', 'input'],
      );
    }
    case 'tool_result': {
      const tool = asked.get(asString(block.tool_use_id) ?? '');
      return tool ? actionResultContent(block, tool) : resultOf(block, { tools, asked });
    }
    case 'mcp_tool_listing':
      return { type: 'hosted-tool-result', tool: 'mcp', outputs: [], rawRepresentation: block };
    case 'compaction':
      return { type: 'hosted-tool-result', tool: type, outputs: [], rawRepresentation: block };
    case 'server_tool_use':
    case 'mcp_tool_use':
      return hostedCallOf(block, id);
    default:
      if (!type.endsWith('_tool_result')) return undefined;
      return {
        type: 'hosted-tool-result',
        callId: asString(block.tool_use_id) ?? '',
        tool: type.slice(0, -'_tool_result'.length),
        outputs: [],
        rawRepresentation: block,
      };
  }
}

function withRaw(content: Content, block: JsonObject, read: readonly string[]): Content {
  const others = otherMembers(block, new Set(['type', ...read])).filter((name) => !isEmptyBlock(name, block[name]));
  return others.length === 0 ? content : { ...content, rawRepresentation: block };
}

function reasoning(text: string, protectedData: Json | undefined): Content {
  return { type: 'reasoning', text, ...(typeof protectedData === 'string' ? { protectedData } : {}) };
}

function argumentsOf(input: Json | undefined): { arguments: JsonObject } | { argumentsText: string } {
  if (input === undefined) return { arguments: {} };
  if (isJsonObject(input)) return { arguments: input };
  return { argumentsText: toText(input) };
}

function hostedCallOf(block: JsonObject, callId: string): Content {
  const name = asString(block.name) ?? '';
  const serverName = asString(block.server_name);
  return {
    type: 'hosted-tool-call',
    callId,
    tool: serverName === undefined ? name : 'mcp-server',
    name,
    ...(serverName === undefined ? {} : { serverName }),
    arguments: block.input ?? {},
    rawRepresentation: block,
  };
}

/** What a function gave: text where its content is text, the blocks themselves and what they hold where it is more than that. */
function resultOf(block: JsonObject, context: Context): Content {
  const result = resultValue(block.content);
  const outputs = functionOutputs(
    (asArray(block.content) ?? []).map((part) => contentOf(asObject(part) ?? {}, context)),
  );
  const outcome = block.is_error === true ? { error: toText(result) } : { result, ...outputs };
  return withRaw({ type: 'function-result', callId: asString(block.tool_use_id) ?? '', ...outcome }, block, [
    'tool_use_id',
    'content',
    'is_error',
  ]);
}

function resultValue(content: Json | undefined): Json {
  if (content === undefined || content === null) return '';
  const texts = asArray(content)?.map((part) => {
    const block = asObject(part);
    return block?.type === 'text' ? asString(block.text) : undefined;
  });
  return texts?.every((text) => text !== undefined) ? texts.join('') : content;
}

/** An image or a document, by where its bytes are. */
function mediaOf(block: JsonObject): Content | undefined {
  const source = asObject(block.source);
  const mediaType = asString(source?.media_type);
  const title = asString(block.title);
  const name = title === undefined ? {} : { name: title };
  const data = asString(source?.data);
  const read = ['source', ...(title === undefined ? [] : ['title'])];
  switch (source?.type) {
    case 'base64':
      if (data === undefined || mediaType === undefined) return undefined;
      return withRaw({ type: 'data', data, mediaType, ...name }, block, read);
    case 'text': {
      if (data === undefined) return undefined;
      const bytes = Buffer.from(data).toString('base64');
      return withRaw({ type: 'data', data: bytes, mediaType: mediaType ?? 'text/plain', ...name }, block, read);
    }
    case 'url': {
      const kind = block.type === 'image' ? { mediaType: 'image/*' } : { mediaType: 'application/pdf' };
      return withRaw({ type: 'uri', uri: asString(source.url) ?? '', ...kind }, block, ['source']);
    }
    case 'file': {
      const kind = block.type === 'image' ? { mediaType: 'image/*' } : {};
      return withRaw({ type: 'hosted-file', fileId: asString(source.file_id) ?? '', ...kind, ...name }, block, read);
    }
    default:
      return undefined;
  }
}

// Actions and what came of them, as a request tells them again. Source: `ToolUseBlockParam`, `ToolResultBlockParam`.

type Output = ActionResultContent['outputs'][number];

function actionCallContent(block: JsonObject, { tool, action }: RequestedAction): ActionCallContent {
  return {
    type: 'action-call',
    callId: asString(block.id) ?? '',
    tool,
    actions: [action],
    rawRepresentation: block,
  };
}

/**
 * What came of an action. That it failed is a flag; for an exit code there is no member, so that it can only
 * stand in words, as the last line of a failure.
 */
function actionResultContent(block: JsonObject, tool: RequestedAction['tool']): ActionResultContent {
  const outputs = outputsOf(block.content);
  const link = { type: 'action-result', callId: asString(block.tool_use_id) ?? '', tool } as const;
  const rawRepresentation = block;
  if (block.is_error !== true) return { ...link, outputs, rawRepresentation };
  const exit = tool === 'shell' ? exitCodeIn(outputs) : undefined;
  if (exit) return { ...link, ...exit, rawRepresentation };
  const failures = outputs.length > 0 ? outputs.map(asError) : [{ type: 'error' as const, message: '' }];
  return { ...link, outputs: failures, rawRepresentation };
}

const asError = (output: Output): Output => (output.type === 'text' ? { type: 'error', message: output.text } : output);

function outputsOf(content: Json | undefined): Output[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return (asArray(content) ?? []).flatMap((value): Output[] => {
    const block = asObject(value) ?? {};
    if (block.type === 'text') return [{ type: 'text', text: asString(block.text) ?? '' }];
    const { type, media_type: mediaType, data } = asObject(block.source) ?? {};
    return type === 'base64' && typeof data === 'string' && typeof mediaType === 'string'
      ? [{ type: 'data', data, mediaType }]
      : [];
  });
}
