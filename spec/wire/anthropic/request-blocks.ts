/**
 * Content blocks of a request in the words of the contract. Source: `ContentBlockParam` of `@anthropic-ai/sdk`,
 * `resources/messages/messages.d.ts`.
 *
 * A block that says more than its content has members for travels whole in `rawRepresentation`, as the contract demands.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { ActionResultContent, Content } from '../../contract/index.ts';
import { asArray, asObject, asString, otherMembers } from '../json.ts';
import { type ActionTools, askedBy } from './actions.ts';
import { saysNothing } from './message.ts';
import { actionCallContent, actionResultContent } from './request-actions.ts';

/** What a block may refer to. */
export interface Context {
  readonly tools: ActionTools;
  /** The tools of the actions that were asked for so far, by the ids of their calls; is added to. */
  readonly asked: Map<string, ActionResultContent['tool']>;
}

/** The content a block stands for, or `undefined` where the contract has none. */
export function contentOf(block: JsonObject, { tools, asked }: Context): Content | undefined {
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
      const action = askedBy(block, block.input ?? {}, tools);
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
      return tool ? actionResultContent(block, tool) : resultOf(block);
    }
    case 'mcp_tool_listing':
      return { type: 'hosted-tool-result', tool: 'mcp', outputs: [], rawRepresentation: block };
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
  const others = otherMembers(block, new Set(['type', ...read])).filter((name) => !saysNothing(name, block[name]));
  return others.length === 0 ? content : { ...content, rawRepresentation: block };
}

function reasoning(text: string, protectedData: Json | undefined): Content {
  return { type: 'reasoning', text, ...(typeof protectedData === 'string' ? { protectedData } : {}) };
}

function argumentsOf(input: Json | undefined): { arguments: JsonObject } | { argumentsText: string } {
  if (input === undefined) return { arguments: {} };
  if (isJsonObject(input)) return { arguments: input };
  return { argumentsText: typeof input === 'string' ? input : JSON.stringify(input) };
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

/** What a function gave: text where its content is text, the blocks themselves where it is more than that. */
function resultOf(block: JsonObject): Content {
  const result = resultValue(block.content);
  const outcome =
    block.is_error === true ? { error: typeof result === 'string' ? result : JSON.stringify(result) } : { result };
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
