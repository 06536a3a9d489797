import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../json.ts';

/** The content of a message from the pieces of a stream: a text, or a list of parts where any piece is one. */
export class StreamedContent {
  private text = '';
  private parts: JsonObject[] | undefined;

  /** Whether the piece says anything. */
  take(piece: Json | undefined): boolean {
    if (typeof piece === 'string') this.append({ type: 'text', text: piece });
    for (const part of asArray(piece) ?? []) {
      this.parts ??= this.text === '' ? [] : [{ type: 'text', text: this.text }];
      this.append(asObject(part) ?? { type: 'unknown', value: part });
    }
    return piece !== undefined && piece !== null && piece !== '';
  }

  build(): Json | undefined {
    return this.parts ?? (this.text === '' ? undefined : this.text);
  }

  private append(part: JsonObject): void {
    if (!this.parts) {
      this.text += asString(part.text) ?? '';
      return;
    }
    const last = this.parts.at(-1);
    const joined = last && joinedParts(last, part);
    if (joined) this.parts[this.parts.length - 1] = joined;
    else if (part.type !== 'text' || part.text !== '') this.parts.push(part);
  }
}

/** Two neighbouring pieces of one text, or of one thought that is not closed yet. */
function joinedParts(last: JsonObject, next: JsonObject): JsonObject | undefined {
  if (last.type !== next.type) return undefined;
  if (typeof last.text === 'string' && typeof next.text === 'string')
    return { ...last, ...next, text: last.text + next.text };
  const [before, after] = [asArray(last.thinking), asArray(next.thinking)];
  if (!before || !after || last.closed === true || typeof last.signature === 'string') return undefined;
  return { ...last, ...next, thinking: [...before, ...after] };
}
