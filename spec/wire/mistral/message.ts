/** What a message of the model says. Source: `MessageOutputEntry`, `OutputContentChunks` of `@mistralai/mistralai`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { linkedFact } from '../../facts/data.ts';
import type { Fact, Reading } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../json.ts';

/** The chunks of a content that is a text or a list. */
export const chunksOf = (content: Json): JsonObject[] =>
  typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : (asArray(content) ?? []).map((chunk) => asObject(chunk) ?? {});

/** All texts as one, then chunk by chunk what else there is. A reference has no offsets: which words rest on it is not said. */
export function readMessage(content: Json, path: string): Reading {
  const chunks = chunksOf(content);
  const text = chunks.map((chunk) => (chunk.type === 'text' ? (asString(chunk.text) ?? '') : '')).join('');
  const reading = {
    facts: text === '' ? [] : [{ fact: { kind: 'text' as const, text } as Fact, path }],
    unread: [] as { path: string; what: string }[],
  };
  for (const [i, chunk] of chunks.entries()) {
    if (chunk.type === 'text') continue;
    const at = `${path}.content[${i}]`;
    const fact = factOf(chunk);
    if (fact) reading.facts.push({ fact, path: at });
    else reading.unread.push({ path: at, what: asString(chunk.type) ?? 'chunk without a type' });
  }
  return reading;
}

function factOf(chunk: JsonObject): Fact | undefined {
  switch (chunk.type) {
    case 'tool_reference':
      return {
        kind: 'citation',
        target: asString(chunk.url) ?? asString(chunk.title) ?? '',
        state: { tool: chunk.tool ?? null, title: chunk.title ?? null, url: chunk.url ?? null },
      };
    case 'tool_file': {
      const name = asString(chunk.file_name);
      return { kind: 'file', id: asString(chunk.file_id) ?? '', ...(name === undefined ? {} : { name }) };
    }
    case 'thinking': {
      const protectedData = asString(chunk.signature) || undefined;
      const text = thoughtOf(chunk);
      if (text === '' && protectedData === undefined) return undefined;
      return { kind: 'reasoning', text, ...(protectedData === undefined ? {} : { protectedData }) };
    }
    case 'image_url':
      return linkedFact(asString(chunk.image_url) ?? asString(asObject(chunk.image_url)?.url) ?? '');
    case 'document_url':
      return linkedFact(asString(chunk.document_url) ?? '');
    case undefined:
      return undefined;
    default:
      return { kind: 'hosted-result', tool: asString(chunk.type) ?? '', payload: chunk };
  }
}

/** The words of a chunk of thinking. */
export const thoughtOf = ({ thinking }: JsonObject): string =>
  (asArray(thinking) ?? []).map((part) => asString(asObject(part)?.text) ?? '').join('');
