/** Citations of a text block. Source: `TextCitation` of `@anthropic-ai/sdk`, `resources/messages/messages.d.ts`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { CitationFact, LocatedFact } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../json.ts';
import type { PlacedBlock } from './placed.ts';

/**
 * One fact per citation. On this wire an answer is cut into blocks where what it rests on changes, and a citation is about
 * the whole text of its block; the indexes in it count in the source.
 */
export function citationsOf({ block, path, citationPaths = [] }: PlacedBlock): LocatedFact[] {
  if (block.type !== 'text') return [];
  const span = asString(block.text) ?? '';
  return (asArray(block.citations) ?? []).map((citation, i) => {
    const { encrypted_index: index, ...members } = asObject(citation) ?? {};
    const fact: CitationFact = {
      kind: 'citation',
      target: targetOf(members),
      ...(span === '' ? {} : { span }),
      ...(index === undefined ? {} : { state: { encrypted_index: index } }),
    };
    return { fact, path: citationPaths[i] ?? `${path}.citations[${i}]` };
  });
}

/** What names the source: a page, a file, a document that came with the request, or a search result that did. */
function targetOf({ url, file_id, document_title, source }: JsonObject): string {
  return asString(url) ?? asString(file_id) ?? asString(document_title) ?? asString(source) ?? '';
}
