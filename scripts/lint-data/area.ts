import { UserError } from '../../lib/user-error.ts';
import type { Matrix } from '../../matrix/model.ts';
import type { ScenarioFile } from '../../spec/scenarios/schema.ts';

/** Something in a file that has to be mended. */
export interface DataProblem {
  readonly rule: string;
  /** The place to open: `file:line:column`, or as much of it as is known. */
  readonly where: string;
  /** What is wrong. */
  readonly message: string;
  /** What to type, where the message does not say it. */
  readonly hint?: string;
}

/** What areas are given to work with. */
export interface DataContext {
  /** The folder of the repository, or one that is laid out like it. */
  readonly root: string;
  /** The day that expiry is computed against. */
  readonly asOf: string;
  readonly matrix: Matrix;
  readonly scenarios: readonly ScenarioFile[];
  /** Whether a file was asked about. */
  readonly isAsked: (path: string) => boolean;
}

/** A kind of files that people edit. */
export interface DataArea {
  readonly name: string;
  /** Where its files are, relative to the repository: files, or folders of them. */
  readonly places: readonly string[];
  readonly lint: (context: DataContext) => Promise<readonly DataProblem[]>;
}

/** The problem that an error tells of. @throws what is no fault of a file */
export function problemOf(rule: string, error: unknown, place: string): DataProblem {
  if (!(error instanceof UserError)) throw error;
  const { where = place, message, hint } = error;
  return { rule, where, message, ...(hint === undefined ? {} : { hint }) };
}

/** What reading files comes to: nothing, or the one thing that is wrong with each. */
export async function unreadable(
  rule: string,
  readers: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<DataProblem[]> {
  const found = Object.entries(readers).map(async ([place, read]) => {
    try {
      await read();
      return [];
    } catch (error) {
      return [problemOf(rule, error, place)];
    }
  });
  return (await Promise.all(found)).flat();
}
