import { canonicalJson } from '../../lib/canonical-json.ts';
import { escapeControl, truncate } from '../../lib/escape-control-characters.ts';
import type { ObservedError } from '../../spec/engine/trace.ts';
import type { Finding } from '../../spec/engine/verdict.ts';

/** The longest text inside a value, and the longest value, in characters. */
const longest = { text: 40, value: 160 };

/** Members that repeat what is told elsewhere, or tell nothing of what is wrong. */
const left = new Set(['rawRepresentation', 'headers', 'at', 'causes']);

/**
 * A value on one line, short enough to be read: long texts are cut within it, and it is cut as a whole. What was cut is said.
 * Nothing in it acts on a terminal.
 */
export function excerptOf(value: unknown): string {
  const text = escapeControl(canonicalJson(shortened(value) as never)).replaceAll(/[\n\t]/g, ' ');
  return truncate(text, longest.value);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return truncate(value, longest.text);
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      left.has(name) || member === undefined ? [] : [[name, shortened(member)]],
    ),
  );
}

/** Who said what the wire is held against: the adapter, in what it returned, or the caller, in what it was asked. */
export const expectedBy = ({ adapterPath = '' }: Finding): 'adapter' | 'caller' =>
  /^steps\[\d+\]\.(messages|options)\b/.test(adapterPath) ? 'caller' : 'adapter';

/**
 * Where an error that a finding is about was thrown, and what it was made of, innermost call first: a line for each place. Nothing where
 * it is about none, or where nothing is known.
 */
export function stackOf({ adapter }: Finding): readonly string[] {
  const { at = [], causes = [], typed } = (adapter ?? {}) as Partial<ObservedError>;
  if (typed === undefined) return [];
  return [
    ...at.map((place) => `at ${place}`),
    ...causes.flatMap(({ name, message, at: places = [] }) => [
      `because of ${name}: ${truncate(message, longest.value)}`,
      ...places.map((place) => `at ${place}`),
    ]),
  ].map((line) => escapeControl(line).replaceAll(/[\n\t]/g, ' '));
}

/** A finding, and the places at which the same was found again. */
export interface FoldedFinding extends Finding {
  readonly again: readonly string[];
}

/**
 * Findings that say the same of several places, as one: a message that goes out wrong goes out wrong in every later request.
 * Pure; the order is that of the first of each.
 */
export function mergeFindings(findings: readonly Finding[]): readonly FoldedFinding[] {
  const same = Map.groupBy(findings, ({ message, rule }) => canonicalJson([message, rule?.id ?? null]));
  return [...same.values()].map((group) => {
    const [first, ...rest] = group as [Finding, ...Finding[]];
    return { ...first, again: rest.flatMap((f) => f.wirePath ?? f.adapterPath ?? []) };
  });
}
