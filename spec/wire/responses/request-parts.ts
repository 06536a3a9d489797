/** Parts of a message in the words of the contract. Source: `ResponseInputContent`, `ResponseOutputText` of `openai`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../contract/index.ts';
import { asArray, asString, otherMembers } from '../json.ts';

/** The content a part stands for, or `undefined` where the contract has none. */
export function contentOfPart(part: JsonObject): Content | undefined {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      return withRaw({ type: 'text', text: asString(part.text) ?? '' }, part, ['text']);
    case 'refusal':
      return { type: 'error', message: asString(part.refusal) ?? '', errorCode: 'refusal' };
    case 'input_image':
      return imageOf(part);
    case 'input_file':
      return fileOf(part);
    default:
      return undefined;
  }
}

/** A part that says more than its content has members for travels whole; empty lists say nothing. */
function withRaw(content: Content, part: JsonObject, read: readonly string[]): Content {
  const others = otherMembers(part, new Set(['type', ...read])).filter((name) => asArray(part[name])?.length !== 0);
  return others.length === 0 ? content : { ...content, rawRepresentation: part };
}

function imageOf(part: JsonObject): Content | undefined {
  const { image_url: url, file_id: fileId } = part;
  if (typeof url === 'string') return withRaw(urlContent(url, { mediaType: 'image/*' }), part, ['image_url']);
  if (typeof fileId !== 'string') return undefined;
  return withRaw({ type: 'hosted-file', fileId, mediaType: 'image/*' }, part, ['file_id']);
}

function fileOf(part: JsonObject): Content | undefined {
  const { file_data: data, file_id: fileId, file_url: url, filename } = part;
  const name = typeof filename === 'string' ? { name: filename } : {};
  const read = ['file_data', 'file_id', 'file_url', 'filename'];
  if (typeof data === 'string') return withRaw({ ...urlContent(data, {}), ...name }, part, read);
  if (typeof fileId === 'string') return withRaw({ type: 'hosted-file', fileId, ...name }, part, read);
  return typeof url === 'string' ? withRaw({ type: 'uri', uri: url }, part, read) : undefined;
}

/** Bytes where a URL holds them (RFC 2397), else the URL. */
function urlContent(url: string, kind: { mediaType?: string }): Content {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  if (head === undefined || mediaType === undefined) return { type: 'uri', uri: url, ...kind };
  return { type: 'data', data: url.slice(head.length), mediaType };
}
