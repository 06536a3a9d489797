import { canonicalJson } from '../../files/canonical-json.ts';
import { cut } from '../../files/cut.ts';
import { visible } from '../../files/visible.ts';

/** The longest text inside a value, and the longest value, in characters. */
const longest = { text: 40, value: 160 };

/** Members that repeat what is told elsewhere, or tell nothing of what is wrong. */
const left = new Set(['rawRepresentation', 'headers']);

/**
 * A value on one line, short enough to be read: long texts are cut within it, and it is cut as a whole. What was cut is said.
 * Nothing in it acts on a terminal.
 */
export function excerptOf(value: unknown): string {
  const text = visible(canonicalJson(shortened(value) as never)).replaceAll(/[\n\t]/g, ' ');
  return cut(text, longest.value);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, longest.text);
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      left.has(name) || member === undefined ? [] : [[name, shortened(member)]],
    ),
  );
}
