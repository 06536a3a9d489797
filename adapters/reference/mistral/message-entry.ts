/** An entry that the model wrote: words, where they come from, files. Source: `MessageOutputEntry`, `OutputContentChunks`. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Citation, Content } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { list, text } from '../shared/json.ts';

/**
 * Chunk by chunk. Behind them a text without words carries the whole entry, with what has no member in the contract (its id, its
 * chunks), so that it can go back as it came.
 */
export const messageContents = (entry: JsonObject): Content[] => [
  ...chunksOf(entry.content).flatMap(contentsOfChunk),
  { type: 'text', text: '', rawRepresentation: entry },
];

/** All its words as one. */
export const textOfMessage = (entry: JsonObject): string =>
  chunksOf(entry.content)
    .map((chunk) => (chunk.type === 'text' ? (text(chunk.text) ?? '') : ''))
    .join('');

const chunksOf = (content: Json | undefined): JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (list(content) ?? []).filter(isJsonObject);

/** What a chunk says. A reference stands behind words, and does not say which of them rest on it: it has a text of its own, without words. */
export function contentsOfChunk(chunk: JsonObject): Content[] {
  switch (chunk.type) {
    case 'text': {
      const words = text(chunk.text);
      return words ? [{ type: 'text', text: words }] : [];
    }
    case 'tool_reference':
      return [{ type: 'text', text: '', annotations: [citation(chunk)], rawRepresentation: chunk }];
    case 'tool_file':
      return [file(chunk)];
    case 'thinking':
      return [reasoning(chunk)];
    case 'image_url':
      return [urlContent(chunk, chunk.image_url)];
    case 'document_url':
      return [urlContent(chunk, chunk.document_url)];
    default:
      return [
        { type: 'hosted-tool-result', tool: text(chunk.type) ?? 'unknown', outputs: [], rawRepresentation: chunk },
      ];
  }
}

function citation(chunk: JsonObject): Citation {
  return defined({
    url: text(chunk.url),
    title: text(chunk.title),
    toolName: text(chunk.tool),
    snippet: text(chunk.description),
  });
}

/** Of what type it is, the API says with the ending of a name (`png`), or with a media type. */
function file(chunk: JsonObject): Content {
  const type = text(chunk.file_type);
  const mediaType = type?.includes('/') ? type : imageTypes.get(type ?? '');
  return defined({
    type: 'hosted-file' as const,
    fileId: text(chunk.file_id) ?? '',
    mediaType,
    name: text(chunk.file_name),
    rawRepresentation: chunk,
  });
}

const imageTypes = new Map(['png', 'jpeg', 'webp', 'gif'].map((type) => [type, `image/${type}`]));

function reasoning(chunk: JsonObject): Content {
  return defined({
    type: 'reasoning' as const,
    text: thoughtIn(chunk),
    protectedData: text(chunk.signature),
    rawRepresentation: chunk,
  });
}

/** The words of a chunk of thinking; references among them are in the chunk itself. */
export const thoughtIn = ({ thinking }: JsonObject): string =>
  (list(thinking) ?? []).map((part) => (isJsonObject(part) ? (text(part.text) ?? '') : '')).join('');

function urlContent(chunk: JsonObject, value: Json | undefined): Content {
  const url = text(value) ?? (isJsonObject(value) ? text(value.url) : undefined) ?? '';
  const { mediaType, data } = /^data:(?<mediaType>[^;,]+)[^,]*;base64,(?<data>.*)$/is.exec(url)?.groups ?? {};
  if (!mediaType || data === undefined) return { type: 'uri', uri: url, rawRepresentation: chunk };
  return { type: 'data', data, mediaType, rawRepresentation: chunk };
}
