/**
 * What a candidate says of searches and pages beside its content. Source: `GroundingMetadata`, `GroundingSupport`, `Segment`
 * and `UrlContextMetadata` of `@google/genai`.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { CitationFact, Fact, LocatedFact } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString } from '../json.ts';

/** Metadata of a candidate, all of an answer's pieces together, and where they stood last. */
export interface Beside {
  readonly metadata: JsonObject;
  readonly path: string;
}

/**
 * What was searched for, what came of it, and which words of the answer rest on it. No request has a place for any of it.
 *
 * @param text all of the answer's text
 * @param searched true where the content itself tells of the searches, as parts
 */
export function groundingFacts({ metadata, path }: Beside, text: string, searched: boolean): LocatedFact[] {
  const queries = searched ? [] : queriesOf(metadata);
  const calls = queries.map(({ tool, member }): LocatedFact => {
    const fact: Fact = {
      kind: 'hosted-call',
      tool,
      arguments: { queries: metadata[member] ?? null },
      staysThere: true,
    };
    return { fact, path: `${path}.${member}` };
  });
  const result: Fact = { kind: 'hosted-result', tool: toolOf(metadata), payload: metadata, staysThere: true };
  return [...calls, { fact: result, path }, ...citations(metadata, text, path)];
}

/** The pages that were to be read, and how that went. */
export function urlContextFacts({ metadata, path }: Beside): LocatedFact[] {
  const failed = (asArray(metadata.urlMetadata) ?? []).some((page) => !isRead(asObject(page)?.urlRetrievalStatus));
  const fact: Fact = { kind: 'hosted-result', tool: 'url_context', payload: metadata, staysThere: true };
  return [{ fact: failed ? { ...fact, failed } : fact, path }];
}

const isRead = (status: Json = 'URL_RETRIEVAL_STATUS_SUCCESS'): boolean => status === 'URL_RETRIEVAL_STATUS_SUCCESS';

const queryMembers = [
  { member: 'webSearchQueries', tool: 'google_search' },
  { member: 'imageSearchQueries', tool: 'google_search' },
  { member: 'retrievalQueries', tool: 'retrieval' },
] as const;

const queriesOf = (metadata: JsonObject) =>
  queryMembers.filter(({ member }) => (asArray(metadata[member]) ?? []).length > 0);

const toolOf = (metadata: JsonObject): string => queriesOf(metadata)[0]?.tool ?? 'grounding';

/** One per support and chunk that it names: the words, and what they rest on. */
function citations(metadata: JsonObject, text: string, path: string): LocatedFact[] {
  const chunks = asArray(metadata.groundingChunks) ?? [];
  return (asArray(metadata.groundingSupports) ?? []).flatMap((value, s) => {
    const support = asObject(value) ?? {};
    const segment = asObject(support.segment);
    const place = segment && placeOf(segment, text);
    return (asArray(support.groundingChunkIndices) ?? []).flatMap((index): LocatedFact[] => {
      const chunk = asObject(chunks[asCount(index) ?? -1]);
      if (!chunk) return [];
      const fact: Fact = { kind: 'citation', ...sourceOf(chunk), ...place };
      return [{ fact, path: `${path}.groundingSupports[${s}]` }];
    });
  });
}

/**
 * The words themselves, which the wire repeats, and where they stand: offsets are bytes of UTF-8, and a start of zero stays
 * unsaid. Where the words are not at that offset, which real answers have by a byte or two, the nearest place with them is meant;
 * where they are nowhere in the text, nothing of it can be shown.
 */
function placeOf(
  { text: words, startIndex, endIndex }: JsonObject,
  text: string,
): Pick<CitationFact, 'span' | 'place'> {
  const bytes = Buffer.from(text);
  const start = asCount(startIndex) ?? 0;
  const offset = bytes.subarray(0, start).toString().length;
  if (typeof words !== 'string') {
    const end = asCount(endIndex);
    return end === undefined ? {} : { span: bytes.subarray(start, end).toString(), place: offset };
  }
  const [place] = placesIn(text, words).sort((a, b) => Math.abs(a - offset) - Math.abs(b - offset));
  return place === undefined ? {} : { span: words, place };
}

function placesIn(text: string, words: string): number[] {
  const places: number[] = [];
  if (words === '') return places;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) places.push(at);
  return places;
}

/** The source's address, document, title or the store it lies in, and its title and words. Chunks hold one member, named after its kind. */
function sourceOf(chunk: JsonObject): Pick<CitationFact, 'target' | 'title' | 'quote'> {
  const source = Object.values(chunk).find((value): value is JsonObject => asObject(value) !== undefined) ?? {};
  const names = [source.uri, source.sourceUri, source.documentName, source.title, source.fileSearchStore];
  const target = names.map(asString).find((name) => name) ?? '';
  const [title, quote] = [asString(source.title), asString(source.text)];
  return { target, ...(title ? { title } : {}), ...(quote ? { quote } : {}) };
}
