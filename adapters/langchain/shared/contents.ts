/** What a message of the library says, as contents of the contract: its standard content blocks, and its tool calls. */
import type { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { type Citation, type Content, WireError } from '../../../spec/contract/index.ts';
import { defined } from './defined.ts';
import { asObject, count, objects, plain, text } from './json.ts';
import { failure, outputsOf } from './outputs.ts';

export type LibraryMessage = AIMessage | AIMessageChunk;

/** A call as the library parsed it. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

/** What a column adds to the reading that is common to all. */
export interface Reading {
  /** The contract's names for tools of the provider; any other keeps its own. */
  readonly toolNames: ReadonlyMap<string, string>;
  /** The call of a tool that is answered by acting; `undefined` for that of a function. */
  readonly actionOf?: (call: Call) => Content | undefined;
  /** The provider's own block that a standard one was made of, as the message holds it. */
  readonly nativeOf?: (message: LibraryMessage, block: JsonObject) => JsonObject | undefined;
  /** A block that the library has no standard for, in the provider's own words. */
  readonly nonStandard?: (block: JsonObject) => Content[];
}

/** @throws WireError a function is called, and not said by which id or name */
export function wholeContentsOf(message: LibraryMessage, reading: Reading): Content[] {
  if ((message.tool_calls ?? []).some(({ id, name }) => !text(id) || !text(name))) {
    throw new WireError('A function is called, and not said which, or by what id.');
  }
  return contentsOf(message, reading);
}

/** In order, and in the same places while a message grows: an empty text keeps its place, and a call comes when it is named. */
export function contentsOf(message: LibraryMessage, reading: Reading): Content[] {
  const calls = callsOf(message, reading);
  const contents = objects(plain(message.contentBlocks)).flatMap((block): Content[] => {
    if (block.type !== 'tool_call') return blockContents(block, reading, reading.nativeOf?.(message, block));
    const at = calls.findIndex(({ callId }) => callId === block.id);
    return at < 0 ? [] : calls.splice(at, 1);
  });
  return [...contents, ...calls];
}

type CallContent = Extract<Content, { type: 'function-call' | 'action-call' }>;

/** Tool calls stand beside the blocks too, and there alone are their arguments parsed, or said to be unparsable. */
function callsOf({ tool_calls: calls = [], invalid_tool_calls: invalid = [] }: LibraryMessage, reading: Reading) {
  return [
    ...calls.flatMap(({ args, ...call }): CallContent[] => {
      const [id, name] = [text(call.id), text(call.name)];
      if (!id || !name) return [];
      const given = plain(args);
      if (!isJsonObject(given)) {
        return [{ type: 'function-call', callId: id, name, argumentsText: text(given) ?? JSON.stringify(given) }];
      }
      const action = reading.actionOf?.({ id, name, args: given });
      if (action?.type === 'action-call') return [action];
      return [{ type: 'function-call', callId: id, name, arguments: given }];
    }),
    // The library makes one of every piece of arguments that belongs to no call of a function: nobody is asked anything by it.
    ...invalid.flatMap(({ id, name, args = '' }): CallContent[] =>
      id && name ? [{ type: 'function-call', callId: id, name, argumentsText: args }] : [],
    ),
  ];
}

function blockContents(block: JsonObject, { toolNames, nonStandard }: Reading, native = block): Content[] {
  switch (block.type) {
    case 'text':
      return [textContent(block)];
    case 'reasoning':
      return [
        defined({
          type: 'reasoning' as const,
          text: text(block.reasoning) ?? '',
          protectedData: text(block.signature) || undefined,
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
    default:
      return [];
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
