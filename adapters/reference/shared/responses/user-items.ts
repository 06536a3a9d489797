/** Contents that the application writes, as parts of a message or as items of the input. */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import type { ChatMessage, Content, FunctionResultContent } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import { unsendable } from '../openai.ts';
import { resultText } from '../result-text.ts';
import { actionOutput } from './action-outputs.ts';

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/** What is said within a message; none for an empty text. `undefined` for a content that is an item of its own. */
export function userPart(content: Content): JsonObject[] | undefined {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [{ type: 'input_text', text: content.text }];
    case 'data':
      return [dataPart(content)];
    case 'uri':
      return [uriPart(content)];
    case 'hosted-file':
      return [
        content.mediaType?.startsWith('image/')
          ? image({ file_id: content.fileId })
          : { type: 'input_file', file_id: content.fileId },
      ];
    default:
      return undefined;
  }
}

/** A call that the application answers. */
type Call = Of<'function-call'> | Of<'action-call'>;

/** The calls of a conversation, by id: how one is answered depends on how it was asked. */
export type Calls = ReadonlyMap<string, Call>;

export function callsIn(messages: readonly ChatMessage[]): Calls {
  const calls = messages
    .flatMap(({ contents }) => contents)
    .filter((content) => content.type === 'function-call' || content.type === 'action-call');
  return new Map(calls.map((call) => [call.callId, call]));
}

/** @throws ProviderError (code `invalid_request_error`) for what the API has no item for */
export function userItem(content: Content, calls: Calls): JsonObject {
  switch (content.type) {
    case 'function-result':
      return functionOutput(content, calls.get(content.callId));
    case 'action-result': {
      const call = calls.get(content.callId);
      return actionOutput(content, call?.type === 'action-call' ? call : undefined);
    }
    case 'approval-response':
      return defined({
        type: 'mcp_approval_response',
        approval_request_id: content.requestId,
        approve: content.approved,
        reason: content.reason,
      });
    default:
      return verbatim(content);
  }
}

/** The provider's own item, for contents that are one. */
export function verbatim(content: Content): JsonObject {
  const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
  if (isJsonObject(raw) && typeof raw.type === 'string') return raw;
  throw unsendable(`a message holds "${content.type}" that did not come from OpenAI`);
}

/**
 * The API has no flag for a failure, so it is told in words: `Error: <message>`. `rawRepresentation` may be an output that
 * carries what the contract has no member for, such as images; what the contract does say stands over it. Where a program of
 * the model called, the output names that program too.
 */
function functionOutput(content: FunctionResultContent, call: Call | undefined): JsonObject {
  const raw = content.rawRepresentation;
  const asked = call?.rawRepresentation ?? raw;
  const type = isOfCustomTool(asked) ? 'custom_tool_call_output' : 'function_call_output';
  const base = isJsonObject(raw) && raw.type === type ? raw : {};
  const { error, result } = content;
  const carried = error === undefined && result === undefined ? base.output : undefined;
  const caller = isJsonObject(asked) && isJsonObject(asked.caller) ? { caller: asked.caller } : {};
  return { ...caller, ...base, type, call_id: content.callId, output: carried ?? resultText(content) };
}

const isOfCustomTool = (item: Json | undefined): boolean =>
  isJsonObject(item) && String(item.type).startsWith('custom_tool_call');

function dataPart({ mediaType, data, name }: Of<'data'>): JsonObject {
  const url = `data:${mediaType};base64,${data}`;
  if (mediaType.startsWith('image/')) return image({ image_url: url });
  // The API demands a name beside the bytes.
  return { type: 'input_file', filename: name ?? `file.${mediaType.replace(/^.*\//, '')}`, file_data: url };
}

/** Where no media type is given, the path's ending tells an image from a file. */
function uriPart({ uri, mediaType }: Of<'uri'>): JsonObject {
  const isImage = mediaType?.startsWith('image/') ?? /\.(jpe?g|png|gif|webp)$/i.test(uri.replace(/[?#].*$/s, ''));
  return isImage ? image({ image_url: uri }) : { type: 'input_file', file_url: uri };
}

/** `detail` is required; "auto" is what the API takes where nobody chose. */
function image(source: JsonObject): JsonObject {
  return { type: 'input_image', detail: 'auto', ...source };
}
