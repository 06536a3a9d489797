/** Ways in which a secret may stand in text. Pure. */

/**
 * All spellings of a secret that servers and libraries write, longest first: as it is, in JSON within JSON, in an address once and twice,
 * in a form, in hexadecimal, and in base64 of both alphabets wherever it begins in what was encoded.
 */
export function spellingsOf(secret: string): string[] {
  const once = encodeURIComponent(secret);
  const all = new Set([
    ...inJson(secret, deepest),
    once,
    inSmallLetters(once),
    encodeURIComponent(once),
    inSmallLetters(encodeURIComponent(once)),
    new URLSearchParams({ '': secret }).toString().slice(1),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('hex').toUpperCase(),
    ...[0, 1, 2].flatMap((before) => {
      const inner = innerBase64(secret, before);
      return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
    }),
  ]);
  return [...all].sort((a, b) => b.length - a.length);
}

/** Texts of JSON within texts of JSON: arguments of a call, within a body, within an error that quotes it. */
const deepest = 3;

/** As it is, and as it stands in so many texts of JSON within each other. */
const inJson = (text: string, depth: number): string[] =>
  depth === 0 ? [text] : [text, ...inJson(escaped(text), depth - 1)];

/** As it stands in the text of JSON, without quotes. */
export const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

const inSmallLetters = (encoded: string): string => encoded.replaceAll(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());

const bitsOfLetter = 6;

/** What of the base64 of a longer text comes from the secret alone, where so many bytes, or three more and so on, stand before it. */
function innerBase64(secret: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  const first = Math.ceil((before * 8) / bitsOfLetter);
  const end = Math.floor((bytes.length * 8) / bitsOfLetter);
  return bytes.toString('base64').slice(first, end);
}
