/** Contents that the application writes, as parts of a message. Source: `ContentChunk`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../../spec/contract/index.ts';
import { unsendable } from '../shared/mistral/errors.ts';

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
      if (content.mediaType.startsWith('audio/')) return [{ type: 'input_audio', input_audio: content.data }];
      return [located(`data:${content.mediaType};base64,${content.data}`, content.mediaType)];
    case 'uri':
      return [located(content.uri, content.mediaType)];
    case 'hosted-file':
      return [{ type: 'file', file_id: content.fileId }];
    default:
      throw unsendable(`a message holds "${content.type}", and Mistral’s chat completions have no part for it`);
  }
}

/** Where no media type is given, the path's ending tells an image from a document. */
function located(url: string, mediaType: string | undefined): JsonObject {
  const isImage = mediaType?.startsWith('image/') ?? /\.(jpe?g|png|gif|webp)$/i.test(url.replace(/[?#].*$/s, ''));
  return isImage ? { type: 'image_url', image_url: url } : { type: 'document_url', document_url: url };
}
