/** What a long run says on a terminal. Pure. */
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { inWords } from '../../recordings/faults/mutations/mutation.ts';
import { type Found, type FuzzReport, groups } from './fuzz.ts';

const widths = [36, 10, ...groups.map(() => 10), 10];

const line = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i] ?? 0) : String(cell).padStart(widths[i] ?? 0))).join('')}\n`;

export const headText = (): string => line(['adapter', 'mutations', ...groups, 'ms each']);

/** One line of the table: how many mutations ended in each group of failures. */
export const reportText = (adapter: string, { tried, found, milliseconds }: FuzzReport): string =>
  line([
    adapter,
    tried,
    ...groups.map((group) => found.filter((one) => one.group === group).reduce((sum, { times }) => sum + times, 0)),
    milliseconds.toFixed(1),
  ]);

/** Longest that a message is shown, in letters. */
const shown = 600;

/** One kind of failure, and how it is kept. */
export function foundText({ case: id, mutation, corpus, message, times }: Found): string {
  const { changes } = mutation;
  const entry = JSON.stringify({ ...mutation, ...(corpus === undefined ? {} : { corpus }) });
  const lines = [
    `  ${times} × ${escapeControl(message.slice(0, shown))}`,
    `    in ${id}${corpus === undefined ? '' : `, with the answer of ${corpus},`} where ${escapeControl(inWords(changes))}`,
    `    keep it in recordings/faults/regressions.yaml, with a reason: ${entry}`,
  ];
  return `${lines.join('\n')}\n`;
}
