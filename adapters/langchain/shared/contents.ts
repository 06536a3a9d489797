/** What a message of the library says, as contents of the contract: its standard content blocks, and its tool calls. */

import type { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { Citation, Content, HostedToolResultContent } from '../../../spec/contract/index.ts';
import { asObject, count, defined, objects, plain, text } from './json.ts';

// What a tool of the provider gave, where it is plain to see.

type Output = HostedToolResultContent['outputs'][number];

/** Read by members, because every tool has types of its own. */
export function outputsOf(given: Json | undefined): Output[] {
  if (typeof given === 'string') return given === '' ? [] : [{ type: 'text', text: given }];
  if (Array.isArray(given)) return given.flatMap((item: Json) => outputsOf(item));
  if (!isJsonObject(given)) return [];
  const errorCode = text(given.error_code);
  if (errorCode !== undefined) {
    return [{ type: 'error', message: text(given.error_message) || errorCode || 'The tool failed.', errorCode }];
  }
  if (given.is_error === true) return [failure(outputsOf(given.content ?? null))];
  const { type: end, exit_code: ended } = asObject(given.outcome);
  if (end === 'timeout') return [...outputsOf(given.stdout), failure([...outputsOf(given.stderr), timedOut])];
  const exitCode = given.return_code ?? ended ?? 0;
  if (exitCode !== 0) {
    const message = text(given.stderr) || `The program ended with code ${JSON.stringify(exitCode)}.`;
    return [...outputsOf(given.stdout), { type: 'error', message, errorCode: JSON.stringify(exitCode) }];
  }
  if (Array.isArray(given.urls))
    return given.urls.flatMap((uri) => (text(uri) ? [{ type: 'uri', uri: String(uri) }] : []));
  if (typeof given.logs === 'string') return outputsOf(given.logs);
  if (typeof given.url === 'string') return [{ type: 'uri', uri: given.url }];
  if (typeof given.file_id === 'string') {
    const source = { fileId: given.file_id, name: text(given.filename) };
    return typeof given.text === 'string' && given.text !== '' ? [citedFrom(given.text, source)] : [fileOf(source)];
  }
  return [given.text, given.stdout, given.stderr, given.content].flatMap((member) => outputsOf(member));
}

interface Source {
  readonly fileId: string;
  readonly name: string | undefined;
}

const fileOf = ({ fileId, name }: Source): Output => defined({ type: 'hosted-file' as const, fileId, name });

/** What was found in a file says which. */
const citedFrom = (words: string, { fileId, name }: Source): Output => ({
  type: 'text',
  text: words,
  annotations: [defined({ fileId, title: name })],
});

const timedOut: Output = { type: 'text', text: 'The command took too long.' };

export function failure(said: readonly Output[]): Output {
  const words = said.flatMap((output) => (output.type === 'text' ? [output.text] : []));
  return { type: 'error', message: words.join('\n') || 'The tool failed without a message.' };
}

export type LibraryMessage = AIMessage | AIMessageChunk;

/** A call as the library parsed it. */
export interface LibraryCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  /** Whatever else stands in it. */
  readonly members: JsonObject;
}

/** What a column adds to the reading that is common to all. */
export interface Reading {
  /** The contract's names for tools of the provider; any other keeps its own. */
  readonly toolNames: ReadonlyMap<string, string>;
  /** A call that is none of a function with arguments, such as one that is answered by acting. */
  readonly callOf?: (call: LibraryCall) => Content | undefined;
  /** The blocks, where the library's own are not the same for a whole answer and for a stream. */
  readonly blocksOf?: (message: LibraryMessage) => JsonObject[];
  /** The provider's own block that a standard one was made of, as the message holds it. */
  readonly nativeOf?: (message: LibraryMessage, block: JsonObject) => JsonObject | undefined;
  /** Whether that is read, where the library documents it, and not the standard one. */
  readonly readsNative?: true;
  /** A refusal is what the model says, and no note on it. */
  readonly refusesInWords?: true;
  /** Whether a content of a stream will grow no more; where absent, when something of another kind follows it. */
  readonly isWhole?: (contents: readonly Content[], at: number) => boolean;
  /** A block that the library has no standard for, in the provider's own words. */
  readonly nonStandard?: (block: JsonObject) => Content[];
}

/**
 * In order, and in the same places while a message grows: an empty text keeps its place, and a call comes when it is named.
 *
 * @param isWhole whether the message will grow no more: what has no name by then gets none
 */
export function contentsOf(message: LibraryMessage, reading: Reading, isWhole = true): Content[] {
  const calls = callsOf(message, reading, isWhole);
  const read = new Set<Json | undefined>();
  /** A result need not say whose it is. */
  const names = new Map<Json | undefined, Json | undefined>();
  const blocks = reading.blocksOf?.(message) ?? objects(plain(message.contentBlocks));
  const contents = blocks.flatMap((given): Content[] => {
    if (given.type === 'server_tool_call') names.set(given.id, given.name);
    const block =
      given.type === 'server_tool_call_result' ? { name: names.get(given.toolCallId) ?? null, ...given } : given;
    if (reading.readsNative) {
      const native = reading.nativeOf?.(message, block);
      if (native) return read.has(native.id) ? [] : (read.add(native.id) && reading.nonStandard?.(native)) || [];
    }
    if (block.type !== 'tool_call') return blockContents(block, reading, reading.nativeOf?.(message, block));
    const at = calls.findIndex(({ callId }) => callId === block.id);
    return at < 0 ? [] : calls.splice(at, 1);
  });
  // What is answered by acting may stand among both.
  const all = [...contents, ...calls];
  const acted = new Set(all.flatMap((content) => (content.type === 'action-call' ? [content.callId] : [])));
  return all.filter((content) => content.type !== 'function-call' || !acted.has(content.callId));
}

type CallContent = Extract<Content, { type: 'function-call' | 'action-call' }>;

/** Tool calls stand beside the blocks too, and there alone are their arguments parsed, or said to be unparsable. */
function callsOf(
  { tool_calls: calls = [], invalid_tool_calls: invalid = [] }: LibraryMessage,
  reading: Reading,
  isWhole: boolean,
) {
  return [
    ...calls.flatMap(({ args, ...call }): CallContent[] => {
      const [id = '', name = ''] = [text(call.id), text(call.name)];
      if (!isWhole && (id === '' || name === '')) return [];
      const given = plain(args);
      if (!isJsonObject(given)) {
        return [{ type: 'function-call', callId: id, name, argumentsText: text(given) ?? JSON.stringify(given) }];
      }
      const other = reading.callOf?.({ id, name, args: given, members: asObject(call) });
      if (other?.type === 'action-call' || other?.type === 'function-call') return [other];
      return [{ type: 'function-call', callId: id, name, arguments: given }];
    }),
    // The library makes one of every piece of arguments that belongs to no call of a function: nobody is asked anything by it.
    ...invalid.flatMap(({ id, name, args = '' }): CallContent[] =>
      id && name
        ? [{ type: 'function-call', callId: id, name, argumentsText: text(args) ?? JSON.stringify(args) }]
        : [],
    ),
  ];
}

function blockContents(
  block: JsonObject,
  { toolNames, nonStandard, refusesInWords }: Reading,
  native = block,
): Content[] {
  switch (block.type) {
    case 'text':
      return [textContent(block)];
    case 'reasoning':
      return [
        defined({
          type: 'reasoning' as const,
          text: text(block.reasoning) ?? '',
          protectedData: text(block.signature) || text(block.encrypted_content) || undefined,
        }),
      ];
    case 'server_tool_call': {
      const name = text(block.name) ?? '';
      const call = {
        type: 'hosted-tool-call' as const,
        callId: text(block.id) ?? '',
        tool: toolNames.get(name) ?? name,
      };
      return [defined({ ...call, name, arguments: block.args, rawRepresentation: native })];
    }
    case 'server_tool_call_result':
      return [serverResult(block, toolNames, native)];
    case 'refusal':
      if (refusesInWords) return [{ type: 'text', text: text(block.refusal) ?? '' }];
      return [
        defined({
          type: 'error' as const,
          message: text(block.refusal) || 'The model refused.',
          errorCode: text(asObject(block.extras).category),
        }),
      ];
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return media(block);
    case 'non_standard':
      return nonStandard?.(asObject(block.value)) ?? [];
    // Of some providers the library passes them on as they came, of others until a stream has said whose they are.
    default:
      return nonStandard?.(block) ?? [];
  }
}

function textContent(block: JsonObject): Content {
  const annotations = objects(block.annotations).flatMap((annotation) =>
    annotation.type === 'citation' ? [citation(annotation)] : [],
  );
  return defined({
    type: 'text' as const,
    text: text(block.text) ?? '',
    annotations: annotations.length > 0 ? annotations : undefined,
  });
}

/** The library documents the indexes as those of the answer's text. */
const citation = (annotation: JsonObject): Citation =>
  defined({
    url: text(annotation.url),
    title: text(annotation.title),
    fileId: text(annotation.file_id) ?? text(annotation.fileId),
    snippet: text(annotation.citedText),
    startIndex: count(annotation.startIndex),
    endIndex: count(annotation.endIndex),
    rawRepresentation: annotation,
  });

function serverResult(block: JsonObject, toolNames: ReadonlyMap<string, string>, native: JsonObject): Content {
  const name = text(block.name) ?? '';
  const outputs = outputsOf(block.output);
  return defined({
    type: 'hosted-tool-result' as const,
    callId: text(block.toolCallId),
    tool: toolNames.get(name) ?? name,
    outputs: block.status === 'error' ? [failure(outputs)] : outputs,
    rawRepresentation: native,
  });
}

function media({ type, data, url, fileId, mimeType, metadata }: JsonObject): Content[] {
  const mediaType = text(mimeType);
  if (typeof data === 'string') {
    const usual = type === 'image' ? 'image/png' : 'application/octet-stream';
    return [{ type: 'data', data, mediaType: mediaType ?? usual }];
  }
  if (typeof url === 'string') return [defined({ type: 'uri' as const, uri: url, mediaType })];
  if (typeof fileId !== 'string') return [];
  return [defined({ type: 'hosted-file' as const, fileId, mediaType, name: text(asObject(metadata).filename) })];
}
