import type { CellState } from '../../cells/cell-state.ts';
import type { GridData } from './data.ts';

/** What a reader has chosen to see. `all`, `leading` and `both` stand for no choice. */
export interface Choice {
  /** What the table says: what holds today, or what a draft of the ADR said. */
  readonly table: 'today' | 'adr-2025-06-23' | 'adr-draft';
  /** The implementation whose cases count, or `leading`. */
  readonly through: string;
  readonly mode: 'both' | 'complete' | 'stream';
  readonly tool: string;
  readonly api: string;
  readonly state: CellState | 'all';
  readonly evidence: 'all' | 'live' | 'documented' | 'mixed' | 'none';
}

/** What an address chooses. */
export interface Chosen {
  readonly choice: Choice;
  /** What it says that this report does not know, as `name=value`, in its order. */
  readonly ignored: readonly string[];
}

type Options = { readonly [name in keyof Choice]: readonly Choice[name][] };

/** What can be chosen in a report, the usual first. */
export function optionsOf({ implementations, rows, columns, states }: GridData): Options {
  return {
    table: ['today', ...(columns.some((c) => c.adr !== undefined) ? (['adr-2025-06-23', 'adr-draft'] as const) : [])],
    through: ['leading', ...implementations],
    mode: ['both', 'complete', 'stream'],
    tool: ['all', ...rows.map(({ id }) => id)],
    api: ['all', ...columns.map(({ id }) => id)],
    state: ['all', ...states],
    evidence: ['all', 'live', 'documented', 'mixed', 'none'],
  };
}

/** The usual: everything, as it stands today. */
export const usual: Choice = {
  table: 'today',
  through: 'leading',
  mode: 'both',
  tool: 'all',
  api: 'all',
  state: 'all',
  evidence: 'all',
};

const names = Object.keys(usual) as (keyof Choice)[];

/** Reads the query of an address, which anybody may have written: what is not an option is ignored, and said. Pure. */
export function choiceOf(query: string, options: Options): Chosen {
  const choice: Record<string, string> = { ...usual };
  const ignored: string[] = [];
  const seen = new Set<string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const known = names.find((n) => n === name);
    if (known && !seen.has(name) && (options[known] as readonly string[]).includes(value)) choice[known] = value;
    else ignored.push(`${name}=${value}`);
    seen.add(name);
  }
  return { choice: choice as unknown as Choice, ignored };
}

/** The query of a choice, without what is usual: `?through=ai-sdk&mode=stream`, or nothing. Pure. */
export function queryOf(choice: Choice): string {
  const chosen = names.filter((name) => choice[name] !== usual[name]);
  const query = new URLSearchParams(chosen.map((name) => [name, choice[name]])).toString();
  return query === '' ? '' : `?${query}`;
}
