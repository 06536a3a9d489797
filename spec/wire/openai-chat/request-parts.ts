/** Parts of a message in the words of the contract. Source: `ChatCompletionContentPart` of `openai`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../contract/index.ts';
import { refusalOf } from '../chat/request.ts';
import { asObject, asString, otherMembers } from '../json.ts';

/** The content a part stands for, or `undefined` where the contract has none. */
export function contentOfPart(part: JsonObject): Content | undefined {
  switch (part.type) {
    case 'text':
      return withRaw({ type: 'text', text: asString(part.text) ?? '' }, part, 'text', []);
    case 'image_url': {
      const url = asString(asObject(part.image_url)?.url);
      return url === undefined ? undefined : withRaw(urlContent(url), part, 'image_url', ['url']);
    }
    case 'input_audio': {
      const { data, format } = asObject(part.input_audio) ?? {};
      if (typeof data !== 'string' || typeof format !== 'string') return undefined;
      return { type: 'data', data, mediaType: `audio/${format}` };
    }
    case 'file':
      return fileOf(part);
    case 'refusal':
      return refusalOf(asString(part.refusal) ?? '');
    default:
      return undefined;
  }
}

/** A part that says more than its content has members for travels whole. */
function withRaw(content: Content, part: JsonObject, member: string, read: readonly string[]): Content {
  const inside = asObject(part[member]) ?? {};
  const others = [...otherMembers(part, new Set(['type', member])), ...otherMembers(inside, new Set(read))];
  return others.length === 0 ? content : { ...content, rawRepresentation: part };
}

/** Bytes where a URL holds them (RFC 2397), else the URL. */
function urlContent(url: string): Content {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  if (head === undefined || mediaType === undefined) return { type: 'uri', uri: url, mediaType: 'image/*' };
  return { type: 'data', data: url.slice(head.length), mediaType };
}

function fileOf(part: JsonObject): Content | undefined {
  const { file_data: data, file_id: fileId, filename } = asObject(part.file) ?? {};
  const name = typeof filename === 'string' ? { name: filename } : {};
  const read = ['file_data', 'file_id', 'filename'];
  if (typeof fileId === 'string') return withRaw({ type: 'hosted-file', fileId, ...name }, part, 'file', read);
  if (typeof data !== 'string') return undefined;
  const content = urlContent(data);
  return content.type === 'data' ? withRaw({ ...content, ...name }, part, 'file', read) : undefined;
}
