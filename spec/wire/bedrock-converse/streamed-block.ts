/** One content block of a stream while its deltas arrive. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asString } from '../json.ts';
import type { PlacedBlock } from './placed.ts';
import { inside, memberOf } from './union.ts';

/**
 * Only calls, results and images begin with an event of their own; of every other block the deltas tell what it is. Source:
 * `ContentBlockStart`, `ContentBlockDelta` of `@aws-sdk/client-bedrock-runtime`.
 */
export class StreamedBlock {
  private readonly begun: readonly [name: string, members: JsonObject] | undefined;
  private text = '';
  private inputText = '';
  private reasoning: { text?: string; signature?: string; redacted?: Buffer } = {};
  private readonly citations: Json[] = [];
  private readonly citationPaths: string[] = [];
  private readonly results: Json[] = [];
  private readonly pictures: JsonObject[] = [];
  private readonly first: number;
  private last: number;

  constructor(index: number, start?: JsonObject) {
    const [name, value] = memberOf(start ?? {}) ?? [];
    this.begun = name === undefined ? undefined : [name, inside(value)];
    this.first = index;
    this.last = index;
  }

  /** Takes in an event that is about this block. */
  extend(index: number): void {
    this.last = index;
  }

  /** False where the delta is of no kind known here. */
  grow(delta: JsonObject, path: string): boolean {
    const [name, value = null] = memberOf(delta) ?? [];
    switch (name) {
      case 'text':
        this.text += asString(value) ?? '';
        return true;
      case 'toolUse':
        this.inputText += asString(inside(value).input) ?? '';
        return true;
      case 'toolResult':
        this.results.push(...(asArray(value) ?? []));
        return true;
      case 'citation':
        this.citations.push(value);
        this.citationPaths.push(path);
        return true;
      case 'reasoningContent':
        return this.reason(inside(value));
      case 'image':
        this.pictures.push(inside(value));
        return true;
      default:
        return false;
    }
  }

  place(path: (first: number, last: number) => string): PlacedBlock {
    return {
      block: this.block(),
      path: path(this.first, this.last),
      ...(this.citationPaths.length > 0 ? { citationPaths: this.citationPaths } : {}),
      ...(this.inputText === '' ? {} : { inputText: this.inputText }),
    };
  }

  private reason(delta: JsonObject): boolean {
    const { text = '', signature = '' } = this.reasoning;
    if (typeof delta.text === 'string') this.reasoning.text = text + delta.text;
    else if (typeof delta.signature === 'string') this.reasoning.signature = signature + delta.signature;
    else if (typeof delta.redactedContent === 'string') {
      const more = Buffer.from(delta.redactedContent, 'base64');
      this.reasoning.redacted = Buffer.concat([this.reasoning.redacted ?? Buffer.alloc(0), more]);
    } else return false;
    return true;
  }

  /** The block as an answer that does not stream has it. */
  private block(): JsonObject {
    if (this.begun) return this.begunBlock(...this.begun);
    const { text, signature, redacted } = this.reasoning;
    if (redacted) return { reasoningContent: { redactedContent: redacted.toString('base64') } };
    if (text !== undefined || signature !== undefined) {
      const reasoningText = { text: text ?? '', ...(signature === undefined ? {} : { signature }) };
      return { reasoningContent: { reasoningText } };
    }
    if (this.citations.length === 0) return { text: this.text };
    const content = this.text === '' ? {} : { content: [{ text: this.text }] };
    return { citationsContent: { ...content, citations: this.citations } };
  }

  private begunBlock(name: string, members: JsonObject): JsonObject {
    if (name === 'toolResult') return { toolResult: { ...members, content: this.results } };
    if (name !== 'image') return { [name]: members };
    const bytes = this.pictures.map(({ source }) => Buffer.from(asString(inside(source).bytes) ?? '', 'base64'));
    return { image: { ...members, source: { bytes: Buffer.concat(bytes).toString('base64') } } };
  }
}
