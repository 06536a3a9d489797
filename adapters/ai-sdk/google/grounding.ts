/** What an answer is grounded in, which the library hands on as it came. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Citation, Content } from '../../../spec/contract/index.ts';
import type { Output } from '../shared/contents.ts';
import { defined } from '../shared/defined.ts';
import { text } from '../shared/json.ts';

/** What came of an answer so far, which decides how its grounding can be told. */
export class Grounding {
  /** In which grounding has its places. */
  words = '';
  /** The words are one content, so that a place in them is one in it. */
  isWhole = true;
  /** The answer itself told of its searches. */
  hasSearched = false;

  heard(words: string): void {
    this.words += words;
  }

  /** Something else was told, behind which words are another content. */
  interrupted(): void {
    if (this.words !== '') this.isWhole = false;
  }
}

/** The citations, in a piece of their own behind the words; what was searched; and the whole as what came of it. */
export function groundingContents(metadata: JsonObject, { words, isWhole, hasSearched }: Grounding): Content[] {
  const annotations = citations(metadata, isWhole ? words : '');
  const rawRepresentation = { groundingMetadata: metadata };
  const asked = queryMembers.filter(([member]) => Array.isArray(metadata[member]) && metadata[member].length > 0);
  const calls = (hasSearched ? [] : asked).map(([member, tool, name], i) => ({
    type: 'hosted-tool-call' as const,
    // The API gives them none.
    callId: `grounding_${i}`,
    tool,
    name,
    arguments: { queries: metadata[member] ?? null },
    rawRepresentation,
  }));
  return [
    ...(annotations.length > 0 ? [{ type: 'text' as const, text: '', annotations }] : []),
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

const queryMembers = [
  ['webSearchQueries', 'web-search', 'google_search'],
  ['imageSearchQueries', 'web-search', 'google_search'],
  ['retrievalQueries', 'search-and-retrieval', 'retrieval'],
] as const;

export const pageContents = (metadata: JsonObject): Content[] => [
  {
    type: 'hosted-tool-result',
    tool: 'web-fetch',
    outputs: objects(metadata.urlMetadata).map((page): Output => {
      const { retrievedUrl: uri, urlRetrievalStatus: status } = page;
      if (status === 'URL_RETRIEVAL_STATUS_SUCCESS') return { type: 'uri', uri: String(uri) };
      return { type: 'error', message: `${uri}: ${status}`, errorCode: String(status) };
    }),
    rawRepresentation: { urlContextMetadata: metadata },
  },
];

function citations(metadata: JsonObject, words: string): Citation[] {
  const chunks = Array.isArray(metadata.groundingChunks) ? metadata.groundingChunks : [];
  return objects(metadata.groundingSupports).flatMap(({ segment, groundingChunkIndices: indices }) => {
    const said = isJsonObject(segment) ? text(segment.text) : undefined;
    const at = said === undefined ? -1 : words.indexOf(said);
    const place = at < 0 || said === undefined ? {} : { startIndex: at, endIndex: at + said.length };
    return (Array.isArray(indices) ? indices : []).flatMap((index) => {
      const chunk = chunks[Number(index)];
      return isJsonObject(chunk) ? [{ ...citation(chunk), ...place }] : [];
    });
  });
}

/** A chunk holds one member, named after the kind of its source. */
function citation(chunk: JsonObject): Citation {
  const source = Object.values(chunk).find(isJsonObject) ?? {};
  return defined({
    url: text(source.uri) || text(source.sourceUri) || undefined,
    title: text(source.title) || text(source.fileSearchStore) || undefined,
    fileId: text(source.documentName) || undefined,
    snippet: text(source.text),
    rawRepresentation: chunk,
  });
}

function output(chunk: JsonObject): Output[] {
  const { uri, text: words } = Object.values(chunk).find(isJsonObject) ?? {};
  return [
    ...(typeof uri === 'string' ? [{ type: 'uri' as const, uri }] : []),
    ...(typeof words === 'string' ? [{ type: 'text' as const, text: words }] : []),
  ];
}

const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
