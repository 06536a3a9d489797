import type { Json, JsonObject } from '../../../files/canonical-json.ts';

/** How an API writes a text without anything beside its words. */
interface PlainText {
  /** The words of a block; what is no text where it is another block. */
  readonly words: (block: JsonObject) => Json | undefined;
  readonly block: (words: string) => JsonObject;
}

/**
 * Removes words from the end of the blocks, because a block that has them and more takes their place. False, and nothing
 * removed, where the plain texts at the end do not say them.
 */
export function takeBack(blocks: JsonObject[], words: string, plain: PlainText): boolean {
  const kept = [...blocks];
  let rest = words;
  while (rest !== '') {
    const last = kept.pop();
    const text = last && plain.words(last);
    if (typeof text !== 'string') return false;
    if (rest.endsWith(text)) {
      rest = rest.slice(0, rest.length - text.length);
    } else if (text.endsWith(rest)) {
      kept.push(plain.block(text.slice(0, text.length - rest.length)));
      rest = '';
    } else {
      return false;
    }
  }
  blocks.splice(0, blocks.length, ...kept);
  return true;
}
