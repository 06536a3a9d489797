/** Figures of a list of files. Pure. */

export interface Measured {
  /** Relative to the repository. */
  readonly path: string;
  readonly lines: number;
}

const isCode = ({ path }: Measured): boolean => /\.(ts|mjs|js|py)$/.test(path);
const isTest = ({ path }: Measured): boolean => /\.test\.ts$/.test(path);
const isYaml = ({ path }: Measured): boolean => path.endsWith('.yaml');

const linesOf = (files: readonly Measured[]): number => files.reduce((sum, { lines }) => sum + lines, 0);

/** Lines by hand are those of code, tests and YAML; a source file is code that is no test. */
export function sizeOf(files: readonly Measured[]): Readonly<Record<string, number>> {
  const sources = files.filter((file) => isCode(file) && !isTest(file));
  return {
    'lines by hand': linesOf(files.filter((file) => isCode(file) || isYaml(file))),
    '  of these, code': linesOf(sources),
    '  of these, tests': linesOf(files.filter(isTest)),
    '  of these, YAML': linesOf(files.filter(isYaml)),
    'tracked lines': linesOf(files),
    'tracked files': files.length,
    'source files': sources.length,
    'median lines of a source file': medianOf(sources.map(({ lines }) => lines)),
  };
}

/** @returns 0 for an empty list */
function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
