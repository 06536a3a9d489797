/** Contents that the application writes, as parts of a message or as messages of their own. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { unsendable } from '../shared/openai.ts';
import { resultText } from '../shared/result-text.ts';

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/**
 * None for an empty text.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no part for
 */
export function userPart(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [{ type: 'text', text: content.text }];
    case 'data':
      return [dataPart(content)];
    case 'uri':
      return [uriPart(content)];
    case 'hosted-file':
      return [{ type: 'file', file: { file_id: content.fileId } }];
    default:
      throw unsendable(`a message holds "${content.type}", and OpenAI Chat Completions has no part for it`);
  }
}

export function toolMessage(content: FunctionResultContent): JsonObject {
  return { role: 'tool', tool_call_id: content.callId, content: resultText(content) };
}

/** The answer to a call that came without an id, before there were tools: the function's name stands for it. */
export function functionMessage(content: FunctionResultContent): JsonObject {
  return { role: 'function', name: content.callId, content: resultText(content) };
}

function dataPart({ mediaType, data, name }: Of<'data'>): JsonObject {
  const url = `data:${mediaType};base64,${data}`;
  if (mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url } };
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1);
  if (mediaType.startsWith('audio/')) {
    return { type: 'input_audio', input_audio: { data, format: audioFormats.get(subtype) ?? subtype } };
  }
  // The API demands a name beside the bytes.
  return { type: 'file', file: { filename: name ?? `file.${subtype}`, file_data: url } };
}

/** The API's names of formats where media types have others. */
const audioFormats = new Map([
  ['mpeg', 'mp3'],
  ['x-wav', 'wav'],
  ['wave', 'wav'],
]);

function uriPart({ uri, mediaType }: Of<'uri'>): JsonObject {
  if (mediaType !== undefined && !mediaType.startsWith('image/')) {
    throw unsendable(`a message names "${mediaType}" at a URL; OpenAI Chat Completions fetches images alone`);
  }
  return { type: 'image_url', image_url: { url: uri } };
}
