/** Where an answer has its knowledge from: `chunk.attribution`. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Citation } from '../../../spec/contract/index.ts';
import { utf16Offset } from '../shared/code-points.ts';
import { defined } from '../shared/defined.ts';
import { count, objects, text } from '../shared/json.ts';

/**
 * One citation per reference. A part of the answer that rests on nothing has no references, and so gives none.
 *
 * @param run the text of the answer so far, into which the offsets point
 */
export function citationsOf(attribution: Json | undefined, run: string): Citation[] {
  const citations = isJsonObject(attribution) ? objects(attribution.citations) : [];
  return citations.flatMap(({ generatedResponsePart, retrievedReferences }) => {
    const span = spanOf(generatedResponsePart, run);
    return objects(retrievedReferences).map((reference) => ({
      ...targetOf(reference),
      ...span,
      rawRepresentation: defined({ generatedResponsePart, retrievedReferences: [reference] }),
    }));
  });
}

/**
 * The source of a reference: its URL, or whatever else names it, and its words. Each kind of location is an object of its own, which has one
 * of these members; a kind that is not known here will have one too. Source: `RetrievalResultLocation`.
 */
export function targetOf(reference: JsonObject): Citation {
  const { location, content, metadata } = reference;
  const places = isJsonObject(location) ? Object.values(location).filter(isJsonObject) : [];
  const first = (...names: string[]) => names.flatMap((name) => places.flatMap((place) => text(place[name]) ?? []))[0];
  const url = first('url', 'uri');
  const fileId = url === undefined ? (first('id', 'query') ?? sourceUri(metadata)) : undefined;
  return defined({ url, fileId, snippet: isJsonObject(content) ? text(content.text) : undefined });
}

/** Bedrock writes down where a chunk came from in its metadata too. */
const sourceUri = (metadata: Json | undefined): string | undefined =>
  isJsonObject(metadata) ? text(metadata['x-amz-bedrock-kb-source-uri']) : undefined;

/**
 * Where in the answer the cited words stand. The API quotes them, and its offsets say which of several places is meant: from the
 * first character to the last, which is one less than where the contract ends.
 */
function spanOf(part: Json | undefined, run: string): Pick<Citation, 'startIndex' | 'endIndex'> {
  const textPart = isJsonObject(part) ? part.textResponsePart : undefined;
  if (!isJsonObject(textPart)) return {};
  const { span } = textPart;
  const start = isJsonObject(span) ? count(span.start) : undefined;
  const last = isJsonObject(span) ? count(span.end) : undefined;
  const from = start === undefined ? undefined : utf16Offset(run, start);
  const quoted = text(textPart.text);
  if (quoted !== undefined) {
    const at = nearest(run, quoted, from ?? 0);
    return at === undefined ? {} : { startIndex: at, endIndex: at + quoted.length };
  }
  return from === undefined || last === undefined ? {} : { startIndex: from, endIndex: utf16Offset(run, last + 1) };
}

/** Where the words begin that stand nearest to the place. */
function nearest(run: string, words: string, place: number): number | undefined {
  const before = run.lastIndexOf(words, place);
  const after = run.indexOf(words, place);
  if (before < 0 || after < 0) return before < 0 && after < 0 ? undefined : Math.max(before, after);
  return place - before <= after - place ? before : after;
}
