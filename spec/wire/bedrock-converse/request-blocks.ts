/**
 * Content blocks of a request in the words of the contract. Source: `ContentBlock`, `ToolResultContentBlock` of
 * `@aws-sdk/client-bedrock-runtime`.
 *
 * A block that says more than its content has members for travels whole in `rawRepresentation`, as the contract demands.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallContent, ActionResultContent, ChatRole, Content } from '../../contract/index.ts';
import { exitCodeIn } from '../exit-code.ts';
import { asArray, asObject, asString, otherMembers } from '../json.ts';
import { actionOf } from './built-ins.ts';
import { mediaKinds, mediaOf } from './media.ts';
import { textOf } from './message.ts';
import { inside, memberOf } from './union.ts';

type ActionTool = ActionCallContent['tool'];
type Output = ActionResultContent['outputs'][number];

/** Reads the blocks of one request, in order: what a result is of, only its call tells. */
export class BlockReader {
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
        ? { error: typeof value === 'string' ? value : JSON.stringify(value) }
        : { result: value };
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
