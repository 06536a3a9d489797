/**
 * Offset in UTF-16 code units, as JavaScript and the contract count, of an offset in Unicode code points, as most providers
 * count. Beyond the end of the text, its end.
 */
export function utf16Offset(text: string, codePoints: number): number {
  let offset = 0;
  for (let passed = 0; passed < codePoints && offset < text.length; passed++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}
