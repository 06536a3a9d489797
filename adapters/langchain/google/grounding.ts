/** What an answer is grounded in, which the library hands on as it came. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, HostedToolResultContent } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { asObject, count, objects, text } from '../shared/json.ts';

type Output = HostedToolResultContent['outputs'][number];

/** Blocks of text with what they cite: where there are several, it is not told which words are meant, for they are told before. */
export function cited(blocks: readonly JsonObject[], metadata: JsonObject): JsonObject[] {
  const chunks = Array.isArray(metadata.groundingChunks) ? metadata.groundingChunks : [];
  const placed: JsonObject[] = [];
  const unplaced: JsonObject[] = [];
  const [words, another] = blocks.filter(({ type }) => type === 'text');
  const whole = another === undefined ? words : undefined;
  for (const { segment, groundingChunkIndices: indices } of objects(metadata.groundingSupports)) {
    const place = whole && placeOf(asObject(segment), text(whole.text) ?? '');
    for (const index of Array.isArray(indices) ? indices : []) {
      const chunk = chunks[Number(index)];
      if (!isJsonObject(chunk)) continue;
      const found = citation(chunk);
      if (place) placed.push({ ...found, ...place });
      else unplaced.push(found);
    }
  }
  const annotated =
    placed.length === 0 ? blocks : blocks.map((block) => (block === whole ? { ...block, annotations: placed } : block));
  return [...annotated, ...(unplaced.length > 0 ? [{ type: 'text', text: '', annotations: unplaced }] : [])];
}

/** The API counts bytes of UTF-8, and leaves a start of zero unsaid; it says the words as well, and the nearest are meant. */
function placeOf(segment: JsonObject, words: string) {
  const said = text(segment.text);
  const bytes = Buffer.from(words);
  const start = bytes.subarray(0, count(segment.startIndex) ?? 0).toString().length;
  if (said === undefined) {
    const to = count(segment.endIndex);
    return to === undefined ? undefined : { startIndex: start, endIndex: bytes.subarray(0, to).toString().length };
  }
  const [at] = [words.lastIndexOf(said, start), words.indexOf(said, start)]
    .filter((found) => found >= 0)
    .sort((a, b) => Math.abs(a - start) - Math.abs(b - start));
  return at === undefined ? undefined : { startIndex: at, endIndex: at + said.length };
}

/** A chunk holds one member, named after the kind of its source. */
function citation(chunk: JsonObject): JsonObject {
  const source = Object.values(chunk).find(isJsonObject) ?? {};
  return defined({
    type: 'citation',
    url: text(source.uri) || text(source.sourceUri) || undefined,
    title: text(source.title) || text(source.fileSearchStore) || undefined,
    fileId: text(source.documentName) || undefined,
    citedText: text(source.text),
    source: chunk,
  });
}

const queryMembers = [
  ['webSearchQueries', 'web-search', 'google_search'],
  ['imageSearchQueries', 'web-search', 'google_search'],
  ['retrievalQueries', 'search-and-retrieval', 'retrieval'],
] as const;

/**
 * What was searched for as calls, and the metadata whole as what came of them.
 *
 * @param hasSearched whether the answer itself tells of its searches
 */
export function groundingContents(metadata: JsonObject, hasSearched: boolean): Content[] {
  if (Object.keys(metadata).length === 0) return [];
  const rawRepresentation = { groundingMetadata: metadata };
  const asked = queryMembers.filter(([member]) => Array.isArray(metadata[member]) && metadata[member].length > 0);
  const calls = (hasSearched ? [] : asked).map(([member, tool, name], at) => ({
    type: 'hosted-tool-call' as const,
    // The API gives them none.
    callId: `grounding_${at}`,
    tool,
    name,
    arguments: { queries: metadata[member] ?? null },
    rawRepresentation,
  }));
  return [
    ...calls,
    defined({
      type: 'hosted-tool-result' as const,
      callId: calls[0]?.callId,
      tool: asked[0]?.[1] ?? 'search-and-retrieval',
      outputs: objects(metadata.groundingChunks).flatMap(output),
      rawRepresentation,
    }),
  ];
}

function output(chunk: JsonObject): Output[] {
  const { uri, text: words } = Object.values(chunk).find(isJsonObject) ?? {};
  return [
    ...(typeof uri === 'string' ? [{ type: 'uri' as const, uri }] : []),
    ...(typeof words === 'string' ? [{ type: 'text' as const, text: words }] : []),
  ];
}

/** Pages that were read. */
export const pageContents = (metadata: JsonObject): Content[] => [
  {
    type: 'hosted-tool-result',
    tool: 'web-fetch',
    outputs: objects(metadata.urlMetadata).map((page): Output => {
      const [uri, status] = [text(page.retrievedUrl) ?? '', text(page.urlRetrievalStatus) ?? ''];
      if (status === '' || status.endsWith('_SUCCESS')) return { type: 'uri', uri };
      return { type: 'error', message: `${uri} was not read.`, errorCode: status };
    }),
    rawRepresentation: { urlContextMetadata: metadata },
  },
];
