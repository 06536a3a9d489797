/** Messages of the assistant as contents. Source: `Message`, `MessageContent`, `Annotation` of `openai`. */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import type { Citation, Content } from '../../../../spec/contract/index.ts';
import { utf16Offset } from '../code-points.ts';
import { defined } from '../defined.ts';
import { count, list, nonEmpty, text } from '../json.ts';

/** Its parts, in order, and the files that tools attached to it. */
export function messageContents(message: JsonObject): Content[] {
  const parts = (list(message.content) ?? []).flatMap((part) => (isJsonObject(part) ? contentOfPart(part) : []));
  return [...parts, ...attachedFiles(message)];
}

export function contentOfPart(part: JsonObject): Content[] {
  const words = textOfPart(part);
  if (words !== undefined) {
    const annotations = nonEmpty(citations(part));
    return [defined({ type: 'text' as const, text: words, annotations, rawRepresentation: part })];
  }
  const { image_file: image, image_url: linked } = part;
  const fileId = isJsonObject(image) ? text(image.file_id) : undefined;
  if (fileId !== undefined) return [{ type: 'hosted-file', fileId, mediaType: 'image/*', rawRepresentation: part }];
  const uri = isJsonObject(linked) ? text(linked.url) : undefined;
  if (uri !== undefined) return [{ type: 'uri', uri, mediaType: 'image/*', rawRepresentation: part }];
  const refusal = text(part.refusal);
  if (refusal !== undefined) {
    return [{ type: 'error', message: refusal, errorCode: 'refusal', rawRepresentation: part }];
  }
  return [{ type: 'hosted-tool-result', tool: text(part.type) ?? 'unknown', outputs: [], rawRepresentation: part }];
}

/** The words of a part that is text. */
export function textOfPart(part: JsonObject): string | undefined {
  return part.type === 'text' && isJsonObject(part.text) ? (text(part.text.value) ?? '') : undefined;
}

export function attachedFiles(message: JsonObject): Content[] {
  return (list(message.attachments) ?? []).flatMap((attachment) => {
    const fileId = isJsonObject(attachment) ? text(attachment.file_id) : undefined;
    return fileId === undefined ? [] : [{ type: 'hosted-file', fileId, rawRepresentation: attachment }];
  });
}

/** Marks in a text that stand for its sources; what they point at is the mark itself, to be replaced by whoever shows it. */
export function citations(part: JsonObject): Citation[] {
  if (!isJsonObject(part.text)) return [];
  const words = text(part.text.value) ?? '';
  return (list(part.text.annotations) ?? []).flatMap((annotation) =>
    isJsonObject(annotation) ? [citation(annotation, words)] : [],
  );
}

function citation(annotation: JsonObject, words: string): Citation {
  const { file_citation: cited, file_path: made, url_citation: linked } = annotation;
  const file = isJsonObject(cited) ? cited : isJsonObject(made) ? made : {};
  const { url, title } = isJsonObject(linked) ? linked : {};
  return defined({
    url: text(url),
    title: text(title),
    fileId: text(file.file_id),
    snippet: text(file.quote) || undefined,
    ...placeOf(annotation, words),
    rawRepresentation: annotation,
  });
}

/** Indexes are read as Unicode code points. The annotation repeats its mark: where that stands elsewhere, it is believed. */
function placeOf({ start_index: start, end_index: end, text: repeated }: JsonObject, words: string): Partial<Citation> {
  const [startIndex, endIndex, mark] = [offset(start, words), offset(end, words), text(repeated) ?? ''];
  const isKnown = startIndex !== undefined && endIndex !== undefined;
  if (isKnown && (mark === '' || words.slice(startIndex, endIndex) === mark)) return { startIndex, endIndex };
  const at = mark === '' ? -1 : words.indexOf(mark);
  return at < 0 ? {} : { startIndex: at, endIndex: at + mark.length };
}

function offset(index: Json | undefined, words: string): number | undefined {
  const characters = count(index);
  return characters === undefined ? undefined : utf16Offset(words, characters);
}
