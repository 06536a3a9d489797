/** A message item of a response: texts, and words of refusal. Source: `ResponseOutputMessage`, `ResponseOutputText`. */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import type { Citation, Content } from '../../../../spec/contract/index.ts';
import { utf16Offset } from '../code-points.ts';
import { defined } from '../defined.ts';
import { count, list, text } from '../json.ts';

/**
 * The texts, then the refusals. The last content carries the whole item, with what has no member in the contract (its id, its
 * phase, its parts), so that it can go back as it came.
 */
export function messageContents(item: JsonObject): Content[] {
  const texts = textParts(item).map((part): Content => {
    const annotations = citations(part);
    return defined({
      type: 'text' as const,
      text: part.text,
      annotations: annotations.length > 0 ? annotations : undefined,
    });
  });
  const contents = [...texts, ...refusals(item)];
  const last: Content = contents.pop() ?? { type: 'text', text: '' };
  return [...contents, { ...last, rawRepresentation: item }];
}

/** All its texts as one. */
export function textOfMessage(item: JsonObject): string {
  return textParts(item)
    .map((part) => part.text)
    .join('');
}

export type TextPart = JsonObject & { readonly text: string };

export function textParts(item: JsonObject): TextPart[] {
  return (list(item.content) ?? []).filter(
    (part): part is TextPart => isJsonObject(part) && part.type === 'output_text' && typeof part.text === 'string',
  );
}

/** Why the model does not answer, in its own words. */
export function refusals(item: JsonObject): Content[] {
  return (list(item.content) ?? []).flatMap((part): Content[] => {
    const words = isJsonObject(part) && part.type === 'refusal' ? text(part.refusal) : undefined;
    return words === undefined ? [] : [{ type: 'error', message: words, errorCode: 'refusal' }];
  });
}

/**
 * Where the text has its knowledge from. OpenAI's indexes count characters, which is read as Unicode code points; the end is
 * exclusive, as its traffic shows. A `file_citation` has the place of a mark instead, so it is about the whole text.
 */
export function citations(part: TextPart): Citation[] {
  return (list(part.annotations) ?? []).filter(isJsonObject).map((annotation) => citation(annotation, part.text));
}

function citation(annotation: JsonObject, words: string): Citation {
  return defined({
    url: text(annotation.url),
    title: text(annotation.title) ?? text(annotation.filename),
    fileId: text(annotation.file_id),
    startIndex: offset(annotation.start_index, words),
    endIndex: offset(annotation.end_index, words),
    rawRepresentation: annotation,
  });
}

function offset(index: Json | undefined, words: string): number | undefined {
  const characters = count(index);
  return characters === undefined ? undefined : utf16Offset(words, characters);
}
