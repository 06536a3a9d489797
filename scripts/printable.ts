/** Control characters, and those that reverse the direction of the text that follows. */
const unprintable = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Text that is safe to show in a terminal: what a provider or a file said cannot move the cursor, change colours or
 * reorder a line. Control characters become visible as `\u{1b}`; line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(unprintable, (char) =>
    char === '\n' || char === '\t' ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
}
