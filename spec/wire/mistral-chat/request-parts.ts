/** Parts of a message in the words of the contract. Source: `ContentChunk` of `@mistralai/mistralai`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatRole, Content } from '../../contract/index.ts';
import { asArray, asObject, asString } from '../json.ts';

/**
 * The content a part stands for, or `undefined` where the contract has none. Of the assistant, what is neither words nor thought
 * is what some tool gave, as in an answer.
 */
export function contentOfPart(part: JsonObject, role: ChatRole): Content | undefined {
  const tool = asString(part.type);
  if (role === 'assistant' && tool !== undefined && !said.has(tool)) {
    return { type: 'hosted-tool-result', tool, outputs: [], rawRepresentation: part };
  }
  switch (part.type) {
    case 'text':
      return { type: 'text', text: asString(part.text) ?? '' };
    case 'image_url': {
      const url = asString(part.image_url) ?? asString(asObject(part.image_url)?.url);
      return url === undefined ? undefined : urlContent(url, 'image/*');
    }
    case 'document_url': {
      const url = asString(part.document_url);
      return url === undefined ? undefined : urlContent(url, 'application/octet-stream');
    }
    case 'input_audio': {
      const data = asString(part.input_audio) ?? asString(asObject(part.input_audio)?.data);
      return data === undefined ? undefined : { type: 'data', data, mediaType: 'audio/*' };
    }
    case 'file': {
      const fileId = asString(part.file_id);
      return fileId === undefined ? undefined : { type: 'hosted-file', fileId };
    }
    case 'thinking': {
      const words = (asArray(part.thinking) ?? []).map((piece) => asString(asObject(piece)?.text) ?? '').join('');
      const protectedData = asString(part.signature);
      const signed = protectedData === undefined ? {} : { protectedData };
      return { type: 'reasoning', text: words, ...signed, rawRepresentation: part };
    }
    // Where an answer has its knowledge from goes back beside it.
    case 'reference':
      return { type: 'text', text: '', rawRepresentation: { content: [part] } };
    default:
      return undefined;
  }
}

const said: ReadonlySet<string> = new Set(['text', 'thinking', 'reference']);

/** Bytes where a URL holds them (RFC 2397), else the URL. */
function urlContent(url: string, kind: string): Content {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  if (head === undefined || mediaType === undefined) return { type: 'uri', uri: url, mediaType: kind };
  // A picture that stands where papers do is read as a paper, and the other way round.
  const fits = mediaType.startsWith('image/') === kind.startsWith('image/');
  return { type: 'data', data: url.slice(head.length), mediaType: fits ? mediaType : kind };
}
