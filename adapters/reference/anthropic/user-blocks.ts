/** Contents that the application writes, as content blocks of the API. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { toolResultOfAction } from './actions.ts';
import { unsendable } from './errors.ts';

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/**
 * The block of one content; none for an empty text, which the API refuses.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no block for
 */
export function userBlock(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [{ type: 'text', text: content.text }];
    case 'function-result':
      return [toolResult(content)];
    case 'action-result':
      return [toolResultOfAction(content, dataBlock)];
    case 'data':
      return [dataBlock(content)];
    case 'uri':
      return [uriBlock(content)];
    case 'hosted-file':
      return [fileBlock(content)];
    default:
      return [verbatim(content)];
  }
}

/** The provider's own block, for contents that are one. */
function verbatim(content: Content): JsonObject {
  const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
  if (isJsonObject(raw) && typeof raw.type === 'string') return raw;
  throw unsendable(`a message holds "${content.type}" that did not come from Anthropic`);
}

/**
 * `rawRepresentation` may be a `tool_result` that carries what the contract has no member for, such as images; the link and
 * what the contract does say stand over it.
 */
function toolResult(content: FunctionResultContent): JsonObject {
  const raw = content.rawRepresentation;
  const base = isJsonObject(raw) && raw.type === 'tool_result' ? raw : {};
  const said =
    content.error === undefined
      ? defined({ content: resultText(content) })
      : // The API refuses an error without words.
        { content: content.error === '' ? 'The function failed without a message.' : content.error, is_error: true };
  return { ...base, type: 'tool_result', tool_use_id: content.callId, ...said };
}

/** A string as it is, anything else as JSON; no content at all where the function gave nothing. */
function resultText({ result }: FunctionResultContent): string | undefined {
  return typeof result === 'string' ? result : JSON.stringify(result);
}

/** A file for a container, made by code or given to it, stays one. */
function fileBlock(content: Of<'hosted-file'>): JsonObject {
  const raw = content.rawRepresentation;
  if (isJsonObject(raw) && raw.type === 'container_upload') return { ...raw, file_id: content.fileId };
  return mediaBlock(content.mediaType, { type: 'file', file_id: content.fileId }, content.name);
}

function dataBlock(content: Of<'data'>): JsonObject {
  if (content.mediaType === 'text/plain') {
    const data = Buffer.from(content.data, 'base64').toString('utf8');
    return document({ type: 'text', media_type: 'text/plain', data }, content.name);
  }
  const source = { type: 'base64', media_type: content.mediaType, data: content.data };
  return mediaBlock(content.mediaType, source, content.name);
}

/** Where no media type is given, the path's ending tells an image from a document. */
function uriBlock(content: Of<'uri'>): JsonObject {
  const isImage = /\.(jpe?g|png|gif|webp)$/i.test(content.uri.replace(/[?#].*/s, ''));
  return mediaBlock(content.mediaType ?? (isImage ? 'image/*' : 'application/pdf'), { type: 'url', url: content.uri });
}

/** Images and documents are all that the API takes; the provider judges which formats. A file without a type is a document. */
function mediaBlock(mediaType = 'application/pdf', source: JsonObject, name?: string): JsonObject {
  if (mediaType.startsWith('image/')) return { type: 'image', source };
  if (mediaType === 'application/pdf' || mediaType.startsWith('text/')) return document(source, name);
  throw unsendable(`a message holds data of the type "${mediaType}"; Anthropic takes images, PDF and text`);
}

function document(source: JsonObject, title: string | undefined): JsonObject {
  return defined({ type: 'document', source, title });
}
