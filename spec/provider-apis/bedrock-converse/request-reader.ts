import { type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import type { HttpRequest } from '../../../recordings/format/exchange.ts';
import type {
  ActionCallContent,
  ActionResultContent,
  ChatMessage,
  ChatOptions,
  ChatRole,
  Content,
  ResponseFormat,
} from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, jsonOf, otherMembers, remainingMembers } from '../../wire/json.ts';
import {
  exitCodeIn,
  functionOutputs,
  type MemberReader,
  type MemberReading,
  readMembers,
  responseFormatOf,
  roleOfContent,
  SaidMessages,
  type SingleRequestReading,
} from '../../wire/requests.ts';
import { actionOf, builtInsOf, inside, mediaKinds, mediaOf, memberOf, textOf } from './message.ts';
import { readBuiltIns, readTools, toolModeOf } from './request-tools.ts';

/**
 * A request in the words of the contract. Paths begin at the exchange: `request.body.messages[0].content[1]`.
 *
 * The body's `system` is read as `options.instructions`, whichever way the caller had said it: the wire does not tell. A
 * user message that holds tool results becomes several messages, of role `tool` for the results and `user` for the rest,
 * in order. Members of the body that the options have no word for stand in `options.rawRepresentation`, as the merge patch
 * that would say them again. The model stands in the path.
 *
 * Source: `ConverseRequest` of `@aws-sdk/client-bedrock-runtime`.
 */
export function readRequest(request: HttpRequest): SingleRequestReading {
  const body = asObject(jsonOf(request.body));
  const paths = new Map<object, string>();
  const unread: Unrecognized[] = body ? [] : [{ path: 'request.body', what: 'body that is not a JSON object' }];
  const place = { paths, unread, blocks: new BlockReader(builtInsOf(body)) };
  const messages = (asArray(body?.messages) ?? []).flatMap((message, i) =>
    readMessage(message, `request.body.messages[${i}]`, place),
  );
  const modelId = modelIn(request.url);
  const options = readOptions(body ?? {}, paths, unread);
  return { messages, options: { ...(modelId === undefined ? {} : { modelId }), ...options }, paths, unread };
}

function modelIn(url: string): string | undefined {
  const [, model] = /\/model\/([^/?#]+)\/converse(?:-stream)?(?:[?#]|$)/.exec(url) ?? [];
  try {
    return model === undefined ? undefined : decodeURIComponent(model);
  } catch {
    return model;
  }
}

/** Where things were read from, and what was not; filled while reading. */
interface Place {
  readonly paths: Map<object, string>;
  readonly unread: Unrecognized[];
  readonly blocks: BlockReader;
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
  return messagesOf(role, asArray(message.content) ?? [], path, place);
}

/** The messages that one wire message makes: a new one wherever tool results begin or end. */
function messagesOf(role: ChatRole, blocks: readonly Json[], path: string, place: Place): ChatMessage[] {
  const said = new SaidMessages(place.paths, place.unread);
  blocks.forEach((value, i) => {
    const at = `${path}.content[${i}]`;
    const block = asObject(value) ?? {};
    const content = place.blocks.contentOf(block, role);
    if (!content) {
      place.unread.push({ path: at, what: Object.keys(block).join(', ') || 'content block without a member' });
      return;
    }
    said.say(roleOfContent(content, role), content, at, path);
  });
  if (said.messages.length === 0) said.begin(role, path);
  return said.messages;
}

/** What a request's body asks for besides the messages. Paths of tools go to `paths`, what is not understood to `unread`. */
function readOptions(body: JsonObject, paths: Map<object, string>, unread: Unrecognized[]): ChatOptions {
  const builtIns = readBuiltIns(asObject(body.additionalModelRequestFields), paths, unread);
  const tools = [...(readTools(body, paths, unread) ?? []), ...builtIns.tools];
  const memberReaders: Readonly<Record<string, MemberReader>> = {
    system: readSystem,
    inferenceConfig: readInference,
    toolConfig: readToolConfig,
    additionalModelRequestFields: (value) => readAdditional(value, builtIns.read),
    outputConfig: readOutput,
  };
  return { ...(tools.length > 0 ? { tools } : {}), ...readMembers(body, memberReaders, readElsewhere) };
}

const readElsewhere = new Set(['messages']);

/** Text blocks. Several, or one that is more than text (a cache point, say), cannot be said again by one text. */
function readSystem(system: Json): MemberReading | undefined {
  const blocks = asArray(system)?.map((block) => asObject(block) ?? {});
  if (!blocks) return undefined;
  if (blocks.length === 0) return { options: {} };
  const texts = blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const [only, second] = blocks;
  const plain = texts.length === 1 && second === undefined && remainingMembers(only ?? {}, ['text']) === undefined;
  const said: ChatOptions = texts.length > 0 ? { instructions: texts.join('\n\n') } : {};
  return { options: said, rest: plain ? undefined : system };
}

function readInference(value: Json): MemberReading | undefined {
  const config = asObject(value);
  if (!config) return undefined;
  const { maxTokens, temperature } = config;
  const sequences = asArray(config.stopSequences)?.filter((s) => typeof s === 'string');
  const options: ChatOptions = {
    ...(asCount(maxTokens) ? { maxOutputTokens: Number(maxTokens) } : {}),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(sequences && sequences.length > 0 ? { stopSequences: sequences } : {}),
  };
  return { options, rest: remainingMembers(config, ['maxTokens', 'temperature', 'stopSequences']) };
}

function readToolConfig(value: Json): MemberReading | undefined {
  const config = asObject(value);
  if (!config) return undefined;
  const toolMode = toolModeOf(asObject(config.toolChoice));
  return {
    options: toolMode ? { toolMode } : {},
    rest: remainingMembers(config, ['tools', ...(toolMode ? ['toolChoice'] : [])]),
  };
}

/**
 * What only some models know: of Claude's the budget for thinking, and its own tools; of Nova's how hard to think. Source: Amazon Nova 2
 * user guide, extended thinking.
 */
function readAdditional(value: Json, readOfTools: readonly string[]): MemberReading | undefined {
  const fields = asObject(value);
  if (!fields) return undefined;
  const { thinking, reasoningConfig } = fields;
  const claude = asObject(thinking);
  const budgetTokens = claude?.type === 'enabled' ? asCount(claude.budget_tokens) : undefined;
  const nova = asObject(reasoningConfig);
  const format = responseFormatOf(asObject(fields.output_config)?.format);
  const effort = nova?.type === 'enabled' ? effortOf(nova.maxReasoningEffort) : undefined;
  const reasoning = { ...(budgetTokens ? { budgetTokens } : {}), ...(effort ? { effort } : {}) };
  const rest = {
    ...remainingMembers(fields, [
      ...readOfTools,
      ...(budgetTokens ? ['thinking'] : []),
      ...(effort ? ['reasoningConfig'] : []),
      ...(format ? ['output_config'] : []),
    ]),
    ...(format ? restIn('output_config', asObject(fields.output_config), ['format']) : {}),
    ...(budgetTokens ? restIn('thinking', claude, ['type', 'budget_tokens']) : {}),
    ...(effort ? restIn('reasoningConfig', nova, ['type', 'maxReasoningEffort']) : {}),
  };
  return {
    options: { ...(budgetTokens || effort ? { reasoning } : {}), ...format?.options },
    rest: Object.keys(rest).length > 0 ? rest : undefined,
  };
}

function restIn(name: string, object: JsonObject | undefined, known: readonly string[]): JsonObject {
  const rest = remainingMembers(object ?? {}, known);
  return rest ? { [name]: rest } : {};
}

function readOutput(value: Json): MemberReading | undefined {
  const config = asObject(value) ?? {};
  const effort = effortOf(config.effort);
  const format = textFormatOf(asObject(config.textFormat));
  return {
    options: { ...(effort ? { reasoning: { effort } } : {}), ...(format ? { responseFormat: format } : {}) },
    rest: remainingMembers(config, [...(effort ? ['effort'] : []), ...(format ? ['textFormat'] : [])]),
  };
}

/** The schema is a text. Source: `OutputFormat`, `JsonSchemaDefinition` of `@aws-sdk/client-bedrock-runtime`. */
function textFormatOf(format: JsonObject | undefined): ResponseFormat | undefined {
  const { schema, name } = asObject(asObject(format?.structure)?.jsonSchema) ?? {};
  const parsed = asObject(jsonOf({ text: asString(schema) ?? '' }));
  if (format?.type !== 'json_schema' || !parsed) return undefined;
  return { type: 'json', schema: parsed, ...(typeof name === 'string' ? { name } : {}) };
}

function effortOf(value: Json | undefined): 'low' | 'medium' | 'high' | undefined {
  const effort = asString(value);
  return effort === 'low' || effort === 'medium' || effort === 'high' ? effort : undefined;
}

// Content blocks of a request in the words of the contract. Source: `ContentBlock`, `ToolResultContentBlock` of
// `@aws-sdk/client-bedrock-runtime`.
//
// A block that says more than its content has members for travels whole in `rawRepresentation`, as the contract
// demands.

type ActionTool = ActionCallContent['tool'];
type Output = ActionResultContent['outputs'][number];

/** Reads the blocks of one request, in order: what a result is of, only its call tells. */
class BlockReader {
  private readonly builtIns: ReadonlyMap<string, ActionTool>;
  /** By the ids of the calls that asked for an action. */
  private readonly actions = new Map<string, ActionTool>();

  constructor(builtIns: ReadonlyMap<string, ActionTool>) {
    this.builtIns = builtIns;
  }

  /** The content a block stands for, or `undefined` where the contract has none. */
  contentOf(block: JsonObject, role: ChatRole): Content | undefined {
    const [name = '', value = null] = memberOf(block) ?? [];
    const members = inside(value);
    switch (name) {
      case 'text':
        return { type: 'text', text: asString(value) ?? '' };
      case 'guardContent':
        return { type: 'text', text: asString(inside(members.text).text) ?? '', rawRepresentation: block };
      case 'citationsContent':
        return { type: 'text', text: textOf(members.content), rawRepresentation: block };
      case 'reasoningContent':
        return reasoning(members, block);
      case 'toolUse':
        return this.callOf(members, block);
      case 'toolResult':
        return role === 'assistant' ? hostedResult(members, block) : this.resultOf(members, block);
      default:
        return mediaKinds.has(name) ? media(name, members, block) : undefined;
    }
  }

  private callOf(members: JsonObject, block: JsonObject): Content {
    const { name: named, input = {}, type } = members;
    const callId = asString(members.toolUseId) ?? '';
    const name = asString(named) ?? '';
    if (type === 'server_tool_use') {
      return { type: 'hosted-tool-call', callId, tool: name, name, arguments: input, rawRepresentation: block };
    }
    const tool = this.builtIns.get(name);
    const action = tool && actionOf(tool, input);
    if (tool && action) {
      this.actions.set(callId, tool);
      return { type: 'action-call', callId, tool, actions: [action], rawRepresentation: block };
    }
    const parsed = asObject(input);
    const written = asString(input) ?? unparsed(parsed);
    const said = written === undefined ? { arguments: parsed ?? {} } : { argumentsText: written };
    const known = ['toolUseId', 'name', 'input', ...(type === 'tool_use' ? ['type'] : [])];
    return withRaw({ type: 'function-call', callId, name, ...said }, members, block, known);
  }

  private resultOf(members: JsonObject, block: JsonObject): Content {
    const callId = asString(members.toolUseId) ?? '';
    const tool = this.actions.get(callId);
    if (tool) return actionResult({ type: 'action-result', callId, tool }, members, block);
    const value = resultValue(members.content);
    const said =
      members.status === 'error'
        ? { error: toText(value) }
        : {
            result: value,
            ...functionOutputs((asArray(members.content) ?? []).map((part) => this.contentOf(inside(part), 'tool'))),
          };
    return withRaw({ type: 'function-result', callId, ...said }, members, block, ['toolUseId', 'content', 'status']);
  }
}

/**
 * The input is an object; text that does not parse stands in one of this member. Source: Anthropic, "Fine-grained tool
 * streaming", handling invalid JSON.
 */
function unparsed(input: JsonObject | undefined): string | undefined {
  const [[name, value] = [], ...others] = Object.entries(input ?? {});
  return name === 'INVALID_JSON' && others.length === 0 ? asString(value) : undefined;
}

function withRaw(content: Content, members: JsonObject, block: JsonObject, read: readonly string[]): Content {
  return otherMembers(members, new Set(read)).length === 0 ? content : { ...content, rawRepresentation: block };
}

function reasoning(members: JsonObject, block: JsonObject): Content {
  const { text, signature } = inside(members.reasoningText);
  const protectedData = asString(signature) ?? asString(members.redactedContent);
  const content = { type: 'reasoning', text: asString(text) ?? '' } as const;
  return { ...content, ...(protectedData === undefined ? {} : { protectedData }), rawRepresentation: block };
}

function media(name: string, members: JsonObject, block: JsonObject): Content | undefined {
  const content = mediaOf(name, members);
  return content && withRaw(content, members, block, ['format', 'source', 'name']);
}

function hostedResult(members: JsonObject, block: JsonObject): Content {
  return {
    type: 'hosted-tool-result',
    callId: asString(members.toolUseId) ?? '',
    tool: (asString(members.type) ?? '').replace(/_result$/, ''),
    outputs: [],
    rawRepresentation: block,
  };
}

/** One text or one JSON value as it is; anything else as the blocks themselves. */
function resultValue(content: Json | undefined): Json {
  const blocks = asArray(content) ?? [];
  const texts = blocks.map((part) => asString(inside(part).text));
  if (texts.every((text) => text !== undefined)) return texts.join('');
  const [only, second] = blocks;
  const [name, value = null] = memberOf(inside(only)) ?? [];
  return name === 'json' && second === undefined ? value : [...blocks];
}

/**
 * What came of an action. That it failed is a flag; for an exit code there is no member, so that it can only stand in words, as
 * the last line of a failure.
 */
function actionResult(
  link: Pick<ActionResultContent, 'type' | 'callId' | 'tool'>,
  members: JsonObject,
  block: JsonObject,
): Content {
  const outputs = (asArray(members.content) ?? []).flatMap((part) => outputOf(inside(part)));
  if (members.status !== 'error') return { ...link, outputs, rawRepresentation: block };
  const exit = link.tool === 'shell' ? exitCodeIn(outputs) : undefined;
  if (exit) return { ...link, ...exit, rawRepresentation: block };
  return { ...link, outputs: outputs.map(asError), rawRepresentation: block };
}

const asError = (output: Output): Output => (output.type === 'text' ? { type: 'error', message: output.text } : output);

function outputOf(part: JsonObject): Output[] {
  const [name = '', value = null] = memberOf(part) ?? [];
  if (name === 'text') return [{ type: 'text', text: asString(value) ?? '' }];
  if (name === 'json') return [{ type: 'text', text: JSON.stringify(value) }];
  const content = mediaKinds.has(name) ? mediaOf(name, value) : undefined;
  return content?.type === 'data' ? [content] : [];
}
