/** One content block of a stream while it grows. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Content, WireError } from '../../../spec/contract/index.ts';
import { list, text } from '../shared/json.ts';
import { memberOf } from './union.ts';

/** What its beginning said, and all deltas that followed, by their kinds. */
export interface GrowingBlock {
  readonly start: JsonObject | undefined;
  readonly deltas: (readonly [kind: string, value: Json])[];
}

/**
 * Takes a delta into the block and gives the piece it adds: what a reader can be shown at once.
 *
 * @throws WireError for a delta that is no object of one member
 */
export function grow({ deltas }: GrowingBlock, delta: unknown): Content[] {
  const member = memberOf(delta);
  if (!member) throw new WireError('A delta of the stream is not an object of one member.');
  deltas.push(member);
  const [kind, value] = member;
  if (kind === 'text') return typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : [];
  const thought = kind === 'reasoningContent' && isJsonObject(value) ? text(value.text) : undefined;
  return thought ? [{ type: 'reasoning', text: thought }] : [];
}

/**
 * The block as a response that is not streamed has it. Only calls, results and images begin with a word of what they are; every
 * other block is known by its deltas, and what is not known keeps their names.
 */
export function wholeBlock({ start, deltas }: GrowingBlock): JsonObject {
  const of = (kind: string) => deltas.flatMap(([name, value]) => (name === kind ? [value] : []));
  const begun = memberOf(start);
  if (begun) return { [begun[0]]: begunBlock(begun[0], isJsonObject(begun[1]) ? begun[1] : {}, of) };
  const reasoning = of('reasoningContent').filter(isJsonObject);
  if (reasoning.length > 0) return { reasoningContent: reasoningBlock(reasoning) };
  const words = joined(of('text'));
  const citations = of('citation');
  if (citations.length > 0) {
    return { citationsContent: { ...(words === '' ? {} : { content: [{ text: words }] }), citations } };
  }
  const [unknown] = deltas.find(([kind]) => kind !== 'text') ?? [];
  return unknown === undefined ? { text: words } : { [unknown]: of(unknown) };
}

const joined = (pieces: readonly Json[]): string => pieces.map((piece) => text(piece) ?? '').join('');

function begunBlock(name: string, start: JsonObject, of: (kind: string) => Json[]): JsonObject {
  switch (name) {
    case 'toolUse': {
      const written = joined(of('toolUse').map((delta) => (isJsonObject(delta) ? (delta.input ?? null) : null)));
      return { ...start, input: inputOf(written) };
    }
    case 'toolResult':
      return { ...start, content: of('toolResult').flatMap((parts) => [...(list(parts) ?? [])]) };
    case 'image': {
      const sources = of('image').map((delta) => (isJsonObject(delta) ? delta.source : undefined));
      const pieces = sources.map((source) => (isJsonObject(source) ? source.bytes : undefined));
      return { ...start, source: { bytes: base64Joined(pieces) } };
    }
    default:
      return { ...start, deltas: of(name) };
  }
}

/** The arguments come as text in pieces, or not at all; what does not parse is kept as the model wrote it. */
function inputOf(written: string): Json {
  if (written.trim() === '') return {};
  try {
    const input: unknown = JSON.parse(written);
    if (isJsonObject(input)) return input;
  } catch {
    // Cut short.
  }
  return written;
}

function reasoningBlock(deltas: readonly JsonObject[]): JsonObject {
  const redacted = deltas.filter(({ redactedContent }) => redactedContent !== undefined);
  if (redacted.length > 0) {
    return { redactedContent: base64Joined(redacted.map(({ redactedContent }) => redactedContent)) };
  }
  const signatures = deltas.flatMap(({ signature }) => text(signature) ?? []);
  const words = joined(deltas.map((delta) => delta.text ?? null));
  return { reasoningText: { text: words, ...(signatures.length > 0 ? { signature: signatures.join('') } : {}) } };
}

/** Bytes that came in several pieces: each is base64 in itself. */
function base64Joined(pieces: readonly (Json | undefined)[]): string {
  const [only, second] = pieces;
  if (second === undefined) return text(only) ?? '';
  return Buffer.concat(pieces.map((piece) => Buffer.from(text(piece) ?? '', 'base64'))).toString('base64');
}

/**
 * What is still to be said once the block is whole. Of text and reasoning the words are already out. Citations of these words
 * stand in a piece of their own, so that they are joined with them, and the block in another, which never is.
 */
export function closing(content: Content): Content[] {
  switch (content.type) {
    case 'text': {
      const { annotations, ...rest } = content;
      if (content.rawRepresentation === undefined) return [];
      if (content.text === '' || !annotations) return [{ ...content, text: '' }];
      return [
        { type: 'text', text: '', annotations },
        { ...rest, text: '' },
      ];
    }
    case 'reasoning':
      return [{ ...content, text: '' }];
    default:
      return [content];
  }
}
