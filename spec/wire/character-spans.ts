/** Parts of a text that a provider names by indexes which count characters: here Unicode code points, the end exclusive. */
import type { Json } from '../../files/canonical-json.ts';
import { asCount } from './json.ts';

/** The words between two indexes; absent where these are missing or enclose none, as some citations of files do. */
export function spanOf(text: string, start: Json | undefined, end: Json | undefined): { span?: string } {
  const [from, to] = [asCount(start), asCount(end)];
  if (from === undefined || to === undefined) return {};
  const span = sliceCodePoints(text, from, to);
  return span === '' ? {} : { span };
}

function sliceCodePoints(text: string, from: number, to: number): string {
  const isPlain = !/[\ud800-\udfff]/.test(text);
  return isPlain ? text.slice(from, to) : [...text].slice(from, to).join('');
}
