/** Citations in a text of an answer. Source: `ResponseOutputText` of `openai`, `resources/responses/responses.d.ts`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { CitationFact, LocatedFact, Unread } from '../../facts/fact.ts';
import { spanOf } from '../character-spans.ts';
import { asArray, asObject, asString } from '../json.ts';

/**
 * One fact per citation of an `output_text` part. What names the source is its URL or its file.
 *
 * The SDK's types speak of "the index of the first character" and "of the last character". Recorded traffic shows that the
 * end is exclusive, and that bytes are not what is counted. It does not show whether a character outside the Basic
 * Multilingual Plane counts once or twice: no recorded text that cites holds one. Here it counts once, as a Unicode code
 * point, which is what "character" says. A `file_citation` has one index, the place after which its mark belongs: no words.
 *
 * @param path place of the part, such as `exchanges[0].response.body.output[1].content[0]`.
 */
export function citationsOf(part: JsonObject, path: string): { facts: LocatedFact[]; unread: Unread[] } {
  const facts: LocatedFact[] = [];
  const unread: Unread[] = [];
  const text = asString(part.text) ?? '';
  for (const [i, value] of (asArray(part.annotations) ?? []).entries()) {
    const at = `${path}.annotations[${i}]`;
    const fact = citationOf(asObject(value) ?? {}, text);
    if (fact) facts.push({ fact, path: at });
    else unread.push({ path: at, what: `annotation ${asString(asObject(value)?.type) ?? 'without a type'}` });
  }
  return { facts, unread };
}

function citationOf(annotation: JsonObject, text: string): CitationFact | undefined {
  const { url, file_id: fileId, start_index: start, end_index: end } = annotation;
  switch (annotation.type) {
    case 'url_citation':
      return { kind: 'citation', target: asString(url) ?? '', ...spanOf(text, start, end) };
    case 'container_file_citation':
      return { kind: 'citation', target: asString(fileId) ?? '', ...spanOf(text, start, end) };
    case 'file_citation':
    case 'file_path':
      return { kind: 'citation', target: asString(fileId) ?? '' };
    default:
      return undefined;
  }
}
