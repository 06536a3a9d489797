/** What OpenAI Responses says in words of its own, as contents of the contract. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatOptions, Citation, Content, Tool } from '../../../spec/contract/index.ts';
import {
  type Hosted,
  hostedCall,
  hostedResult,
  type Output,
  ownOf,
  type Part,
  type PartOf,
  type Reading,
} from '../shared/contents-from-parts.ts';
import { asObject, defined, plain, respelled, snakeCase, text } from '../shared/json.ts';
import type { StepEnd } from '../shared/step-result.ts';
import { actionCall } from './actions.ts';

// What a tool of OpenAI gave, read by members, because every tool has types of its own.

/** @param pictureType the media type of a picture, of which the library says nothing; absent where the tool makes none */
function outputsOf(given: Json, pictureType?: string): Output[] {
  if (!isJsonObject(given)) return outputs(given);
  const { error, result, output, outputs: several, results, sources } = given;
  if ((error ?? null) !== null) return [failure(error ?? null)];
  if (typeof result === 'string' && pictureType !== undefined) {
    return [{ type: 'data', data: result, mediaType: pictureType }];
  }
  return [output, several, results, sources, result].flatMap((member) => outputs(member ?? null));
}

function outputs(given: Json): Output[] {
  if (typeof given === 'string') return given === '' ? [] : [{ type: 'text', text: given }];
  if (Array.isArray(given)) return given.flatMap((item: Json) => outputs(item));
  if (!isJsonObject(given)) return [];
  const { url, fileId, filename, text: words, logs, stdout } = given;
  if (typeof url === 'string') return [at(url)];
  const said = [words, logs, stdout].flatMap((member) => outputs(member ?? null));
  if (typeof fileId === 'string') {
    const cited = [defined({ fileId, title: text(filename) })];
    return said.map((each) => (each.type === 'text' ? { ...each, annotations: cited } : each));
  }
  return [...said, ...standardError(given)];
}

/** Bytes where the URL holds them (RFC 2397), else the URL. */
function at(url: string): Output {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  if (head === undefined || mediaType === undefined) return { type: 'uri', uri: url };
  return { type: 'data', data: url.slice(head.length), mediaType };
}

/** Programs warn there too; only an outcome other than exit code 0 says that they failed. */
function standardError({ stderr, outcome }: JsonObject): Output[] {
  const { type, exitCode = 0 } = isJsonObject(outcome) ? outcome : {};
  if (type !== 'timeout' && exitCode === 0) return outputs(stderr ?? null);
  const code = type === 'timeout' ? 'timeout' : String(exitCode);
  return [{ type: 'error', message: text(stderr) || `The program ended with ${code}.`, errorCode: code }];
}

function failure(error: Json): Output {
  const { code, message, content } = isJsonObject(error) ? error : { message: error };
  const words =
    text(message) ??
    outputs(content ?? null)
      .map((each) => (each.type === 'text' ? each.text : ''))
      .join('');
  return defined({
    type: 'error' as const,
    message: words || 'The tool failed without a message.',
    errorCode: typeof code === 'number' ? String(code) : text(code),
  });
}

/** The contract's names for tools of the provider. Any other keeps its own. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['web_search_preview', 'web-search'],
  ['file_search', 'file-search'],
  ['code_interpreter', 'code-interpreter'],
  ['image_generation', 'image-generation'],
]);

/** @param key under which the library keeps what is the provider's own */
export function readingOf(key: string, { tools = [], conversationId, store }: ChatOptions): Reading {
  return {
    key,
    contentsOf: (part, next) => ownContents(part, next, tools, key),
    protectedData: ({ reasoningEncryptedContent: state }) => text(state),
    citationsIn,
    messageId: (part) => (part.type === 'text' ? text(ownOf(part.providerMetadata, { key }).itemId) : undefined),
    conversationId: (end) => (store === false ? undefined : resumable(end, key, conversationId)),
  };
}

/** The conversation that was gone on with, or the answer that can be gone on from. */
function resumable({ providerMetadata }: StepEnd, key: string, conversationId?: string): string | undefined {
  if (conversationId?.startsWith('conv_')) return conversationId;
  return text(ownOf(providerMetadata, { key }).responseId);
}

/** Sources say again what stands in the results of a search and in the citations of a text, so they are left out. */
function ownContents(part: Part, next: Part | undefined, tools: readonly Tool[], key: string): Content[] | undefined {
  switch (part.type) {
    case 'reasoning': {
      // The parts of one item all carry its state; it ends with the last.
      const { itemId } = ownOf(part.providerMetadata, { key });
      const goesOn = next?.type === 'reasoning' && ownOf(next.providerMetadata, { key }).itemId === itemId;
      return goesOn ? [{ type: 'reasoning', text: part.text, rawRepresentation: plain(part) }] : undefined;
    }
    case 'tool-call': {
      // Of a search by the application the library makes a call that somebody has to answer.
      if (part.toolName === 'tool_search') return [hostedCall(part, { tool: 'tool_search', ...askedOf(part) })];
      if (part.providerExecuted) {
        return toldWithResult(part.toolName) ? [] : [hostedCall(part, { ...hostedOf(part), ...askedOf(part) })];
      }
      const action = actionCall(part, tools);
      return action && [action];
    }
    case 'tool-result':
    case 'tool-error':
      return part.providerExecuted ? resultContents(part, tools) : [];
    case 'tool-approval-request':
      return [approvalRequest(part)];
    case 'custom':
      return part.kind === 'openai.compaction' ? [compaction(part, key)] : undefined;
    default:
      return undefined;
  }
}

/** The library's own part, which goes back, and beside it the item in the wire's spelling. */
function compaction(part: PartOf<'custom'>, key: string): Content {
  const { type, itemId, encryptedContent } = ownOf(part.providerMetadata, { key });
  const item = defined({ type, id: itemId, encrypted_content: encryptedContent }) as JsonObject;
  const rawRepresentation = { ...asObject(plain(part)), item };
  return defined({
    type: 'hosted-tool-result' as const,
    callId: text(itemId),
    tool: 'compaction',
    outputs: [],
    rawRepresentation,
  });
}

/** Tools of which the library says only with the result what they were asked. */
export const toldWithResult = (name: string): boolean =>
  ['web_search', 'web_search_preview', 'file_search'].includes(name) || name.startsWith('mcp.');

function resultContents(part: PartOf<'tool-result'> | PartOf<'tool-error'>, tools: readonly Tool[]): Content[] {
  // A picture on its way.
  if (part.type === 'tool-result' && part.preliminary) return [];
  const hosted = hostedOf(part);
  const picture = part.toolName === 'image_generation' ? pictureType(tools) : undefined;
  const result = hostedResult(part, hosted.tool, (given) => outputsOf(given, picture));
  if (!toldWithResult(part.toolName)) return [result];
  const given = asObject(part.type === 'tool-result' ? part.output : part.error);
  const call: Content = defined({
    type: 'hosted-tool-call' as const,
    callId: part.toolCallId,
    name: part.toolName,
    ...hosted,
    ...asked(given),
    rawRepresentation: plain(part),
  });
  const saysNoMore = Object.keys(given).every((member) => member === 'action') && part.type === 'tool-result';
  return saysNoMore ? [call] : [call, result];
}

/** The library does not say what a picture is; it is what was asked for, and else the API's default. */
function pictureType(tools: readonly Tool[]): string {
  const [asked] = tools.flatMap((tool) => (tool.type === 'image-generation' ? (tool.outputMediaType ?? []) : []));
  return asked ?? 'image/png';
}

/** What a tool was asked, in the wire's spelling. */
function askedOf({ input }: PartOf<'tool-call'>): { arguments: Json } {
  const { action, arguments: given, ...rest } = asObject(input);
  return { arguments: respelled(action ?? given ?? rest, snakeCase) };
}

/** What a tool was asked, as its result says. */
function asked({ action, sources, queries, arguments: given }: JsonObject): { arguments?: Json } {
  if (isJsonObject(action)) {
    const { type, ...rest } = action;
    return { arguments: defined({ type: snakeCase(String(type)), ...rest, sources }) };
  }
  if (queries !== undefined) return { arguments: { queries } };
  if (typeof given !== 'string') return {};
  try {
    return { arguments: JSON.parse(given) };
  } catch {
    return { arguments: given };
  }
}

/** The contract's name for the tool, and the MCP server where it is one's. */
function hostedOf(part: PartOf<'tool-call'> | PartOf<'tool-result'> | PartOf<'tool-error'>): Hosted {
  const { toolName } = part;
  if (!toolName.startsWith('mcp.')) {
    return { tool: toolNames.get(toolName) ?? toolName, name: toolName.replace(/_preview$/, '') };
  }
  const { serverLabel } = asObject(part.type === 'tool-result' ? part.output : undefined);
  return { tool: 'mcp-server', name: toolName.slice('mcp.'.length), serverName: text(serverLabel) };
}

/** The library does not say whose tool it is. */
function approvalRequest(part: PartOf<'tool-approval-request'>): Content {
  const { toolName, input } = part.toolCall;
  return {
    type: 'approval-request',
    requestId: part.approvalId,
    tool: 'mcp-server',
    name: toolName.replace(/^mcp\./, ''),
    arguments: plain(input),
    rawRepresentation: plain(part),
  };
}

/** The wire's own annotations, which say more than the library's sources. Their indexes count code points. */
function citationsIn({ annotations }: JsonObject, words: string): Citation[] {
  return (Array.isArray(annotations) ? annotations : []).filter(isJsonObject).map((annotation) => {
    const { url, title, filename, file_id: fileId, start_index: start, end_index: end } = annotation;
    return defined({
      url: text(url),
      title: text(title) ?? text(filename),
      fileId: text(fileId),
      startIndex: offset(start, words),
      endIndex: offset(end, words),
      rawRepresentation: annotation,
    });
  });
}

const offset = (index: Json | undefined, words: string): number | undefined =>
  typeof index === 'number' ? [...words].slice(0, index).join('').length : undefined;
