import type { Cell, Matrix, ProviderApi, Tool } from '../model.ts';
import type { AdrTable } from '../schema.ts';

/** Something in the data files that has to be mended. */
export interface LintProblem {
  /** The file, relative to the folder of the matrix. */
  readonly file: string;
  /** The place in the file, a JSON pointer. */
  readonly pointer: string;
  /** What is wrong and what to type. */
  readonly message: string;
}

/** A problem as it is printed: the rule, the place to open (`file:line:column`), and what to type. */
export interface LocatedProblem {
  readonly rule: string;
  readonly where: string;
  readonly message: string;
}

/** What rules compare the matrix with. */
export interface LintContext {
  /** The day, `YYYY-MM-DD`, after which nothing can have been said yet. */
  readonly asOf: string;
  /** The ADR's tables as the ADR prints them. */
  readonly adrTables: { readonly [table in AdrTable]: string };
}

/** One thing demanded of the data, beyond what the schemas say. Pure. */
export interface LintRule {
  readonly name: string;
  readonly description: string;
  check(matrix: Matrix, context: LintContext): LintProblem[];
}

/** The file of a column, as problems name it. */
export const fileOf = (provider: ProviderApi): string => `provider-apis/${provider.id}.json`;

/** Applies a check to every cell, column by column. */
export function inEveryCell(
  matrix: Matrix,
  check: (cell: Cell, report: (at: string, message: string) => void, provider: ProviderApi, tool: Tool) => void,
): LintProblem[] {
  const problems: LintProblem[] = [];
  for (const provider of matrix.providers) {
    for (const tool of matrix.tools) {
      const report = (at: string, message: string) =>
        problems.push({ file: fileOf(provider), pointer: `/cells/${tool.id}${at}`, message });
      check(provider.cells[tool.id], report, provider, tool);
    }
  }
  return problems;
}
