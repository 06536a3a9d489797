/** What a candidate says of searches and pages beside its content. Source: `GroundingMetadata`, `UrlContextMetadata`. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Citation, Content } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { count, list, objects, text } from '../shared/json.ts';
import { groundingOutputs, pageOutputs } from './outputs.ts';

/** A citation, with the words it is about as UTF-16 offsets into the whole text of the answer. */
export interface PlacedCitation {
  readonly citation: Citation;
  readonly start: number;
  readonly end: number;
}

/** A citation whose words are not in the text: it is told all the same. */
export interface UnplacedCitation {
  readonly citation: Citation;
}

/** @param words the whole text of the answer */
export function citationsIn(metadata: JsonObject, words: string): (PlacedCitation | UnplacedCitation)[] {
  const chunks = list(metadata.groundingChunks) ?? [];
  return objects(metadata.groundingSupports).flatMap((support) => {
    const place = isJsonObject(support.segment) ? placeOf(support.segment, words) : undefined;
    return (list(support.groundingChunkIndices) ?? []).flatMap((index) => {
      const chunk = chunks[count(index) ?? -1];
      return isJsonObject(chunk) ? [{ citation: citation(chunk), ...place }] : [];
    });
  });
}

/** Citations whose words cannot be shown, in a piece of their own: one with a raw representation is never joined with words. */
export function unplaced(citations: readonly UnplacedCitation[]): Content[] {
  const annotations = citations.map(({ citation }) => citation);
  if (annotations.length === 0) return [];
  const rawRepresentation = annotations.map((annotation) => annotation.rawRepresentation ?? null);
  return [{ type: 'text', text: '', annotations, rawRepresentation }];
}

/** A chunk holds one member, named after the kind of its source; what has no title is found in its store. */
function citation(chunk: JsonObject): Citation {
  const source = Object.values(chunk).find(isJsonObject) ?? {};
  const url = nonEmptyText(source.uri) ?? nonEmptyText(source.sourceUri);
  return defined({
    url,
    title: nonEmptyText(source.title) ?? nonEmptyText(source.fileSearchStore),
    fileId: nonEmptyText(source.documentName),
    snippet: text(source.text),
    rawRepresentation: chunk,
  });
}

/**
 * The API counts bytes of UTF-8, and leaves a start of zero unsaid. It says the words as well; where they are not there, which
 * happens, the nearest place where they are is meant.
 */
function placeOf(segment: JsonObject, words: string): { start: number; end: number } | undefined {
  const bytes = Buffer.from(words);
  const from = count(segment.startIndex) ?? 0;
  const start = bytes.subarray(0, from).toString().length;
  const said = text(segment.text);
  if (said === undefined) {
    const to = count(segment.endIndex);
    return to === undefined ? undefined : { start, end: bytes.subarray(0, to).toString().length };
  }
  const found = [words.lastIndexOf(said, start), words.indexOf(said, start)]
    .filter((place) => place >= 0)
    .sort((a, b) => Math.abs(a - start) - Math.abs(b - start))[0];
  return found === undefined ? undefined : { start: found, end: found + said.length };
}

const queryMembers = [
  ['webSearchQueries', 'web-search', 'google_search'],
  ['imageSearchQueries', 'web-search', 'google_search'],
  ['retrievalQueries', 'search-and-retrieval', 'retrieval'],
] as const;

/**
 * What was searched for as calls, and the metadata whole as their result.
 *
 * @param searched true where the content itself tells of the searches, as parts
 */
export function groundingContents(metadata: JsonObject, searched: boolean, newId: () => string): Content[] {
  const asked = queryMembers.filter(([member]) => (list(metadata[member]) ?? []).length > 0);
  const rawRepresentation = { groundingMetadata: metadata };
  const calls = (searched ? [] : asked).map(([member, tool, name]) => ({
    type: 'hosted-tool-call' as const,
    callId: newId(),
    tool,
    name,
    arguments: { queries: metadata[member] ?? null },
    rawRepresentation,
  }));
  const result: Content = defined({
    type: 'hosted-tool-result' as const,
    callId: calls[0]?.callId,
    tool: asked[0]?.[1] ?? 'search-and-retrieval',
    outputs: groundingOutputs(metadata),
    rawRepresentation,
  });
  return [...calls, result];
}

export function pageContents(metadata: JsonObject): Content[] {
  return [
    {
      type: 'hosted-tool-result',
      tool: 'web-fetch',
      outputs: pageOutputs(metadata),
      rawRepresentation: { urlContextMetadata: metadata },
    },
  ];
}

/** True for contents that were told beside the message: no request has a place for them. */
export function isBeside(raw: Json | undefined): boolean {
  return isJsonObject(raw) && (isJsonObject(raw.groundingMetadata) || isJsonObject(raw.urlContextMetadata));
}

const nonEmptyText = (value: Json | undefined): string | undefined => text(value) || undefined;
