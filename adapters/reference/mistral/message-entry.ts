/** An entry that the model wrote: words, where they come from, files. Source: `MessageOutputEntry`, `OutputContentChunks`. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Citation, Content } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { list, text } from '../shared/json.ts';

/**
 * Chunk by chunk. The last content carries the whole entry, with what has no member in the contract (its id, its chunks), so that
 * it can go back as it came.
 */
export function messageContents(entry: JsonObject): Content[] {
  const contents: Content[] = [];
  for (const chunk of chunksOf(entry.content)) contents.push(...joined(contents, chunk));
  const last = contents.at(-1);
  // A content that carries a chunk of its own keeps it.
  if (last?.type !== 'text') return [...contents, { type: 'text', text: '', rawRepresentation: entry }];
  return [...contents.slice(0, -1), { ...last, rawRepresentation: entry }];
}

/** All its words as one. */
export const textOfMessage = (entry: JsonObject): string =>
  chunksOf(entry.content)
    .map((chunk) => (chunk.type === 'text' ? (text(chunk.text) ?? '') : ''))
    .join('');

const chunksOf = (content: Json | undefined): JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (list(content) ?? []).filter(isJsonObject);

/** Takes a citation into the words before it: a chunk has no offsets, so it is about what it follows. */
function joined(before: Content[], chunk: JsonObject): Content[] {
  const contents = contentsOfChunk(chunk);
  const [next] = contents;
  const last = before.at(-1);
  if (next?.type !== 'text' || !next.annotations || last?.type !== 'text') return contents;
  before[before.length - 1] = { ...last, annotations: [...(last.annotations ?? []), ...next.annotations] };
  return [];
}

/** What a chunk says, alone; a citation stands in a text without words. */
export function contentsOfChunk(chunk: JsonObject): Content[] {
  switch (chunk.type) {
    case 'text':
      return chunk.text === '' ? [] : [{ type: 'text', text: text(chunk.text) ?? '' }];
    case 'tool_reference':
      return [{ type: 'text', text: '', annotations: [citation(chunk)] }];
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
    rawRepresentation: chunk,
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
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  if (head === undefined || mediaType === undefined) return { type: 'uri', uri: url, rawRepresentation: chunk };
  return { type: 'data', data: url.slice(head.length), mediaType, rawRepresentation: chunk };
}
