/** Contents of a message as chunks of an entry. Source: `MessageInputEntry`, `MessageInputContentChunks`. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../../spec/contract/index.ts';
import { contentOf } from '../shared/content-of.ts';
import { defined } from '../shared/defined.ts';
import { unsendable } from '../shared/mistral/errors.ts';

/** None where there is nothing in it; the words themselves where it holds nothing else. */
export function said(role: 'user' | 'assistant', chunks: readonly JsonObject[]): JsonObject[] {
  const content = contentOf(chunks);
  return content === undefined ? [] : [{ type: 'message.input', role, content }];
}

/**
 * None for an empty text.
 *
 * @throws ProviderError (code `invalid_request_error`) for what no chunk can say
 */
export function chunkOf(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [{ type: 'text', text: content.text }];
    case 'data':
      return [at(`data:${content.mediaType};base64,${content.data}`, content.mediaType, content.name)];
    case 'uri':
      return [at(content.uri, content.mediaType ?? guessed(content.uri))];
    default: {
      const raw = content.rawRepresentation;
      if (isJsonObject(raw) && raw.type === 'tool_file') return [raw];
      throw unsendable(`a message holds "${content.type}", for which Mistral has no chunk`);
    }
  }
}

/** Images are shown to the model, everything else is a document. */
function at(url: string, mediaType: string, name?: string): JsonObject {
  return mediaType.startsWith('image/')
    ? { type: 'image_url', image_url: url }
    : defined({ type: 'document_url', document_url: url, document_name: name });
}

/** Where no media type is given, the path's ending tells an image from a document. */
const guessed = (uri: string): string =>
  /\.(jpe?g|png|gif|webp)$/i.test(uri.replace(/[?#].*$/s, '')) ? 'image/*' : 'application/octet-stream';
