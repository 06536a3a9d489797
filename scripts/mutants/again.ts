/** What of an earlier report is worth another run, and the two as one. Pure. */
import type { MutationReport } from './survivors.ts';

/** A file as it stands. */
export interface SourceFile {
  readonly name: string;
  readonly source: string;
}

const isLeft = (status: string): boolean => status === 'Survived' || status === 'NoCoverage';

/**
 * What StrykerJS is to mutate: the lines of what was left green, and whole files that have changed since or are new.
 *
 * @param before the earlier report
 * @param files all that its target names, as they stand
 */
export function leftGreen(before: MutationReport, files: readonly SourceFile[]): string[] {
  return files.flatMap(({ name, source }) => {
    const known = before.files[name];
    if (known?.source !== source) return [name];
    const left = known.mutants.filter(({ status }) => isLeft(status));
    return [...new Set(left.map(({ location }) => `${name}:${location.start.line}-${location.end.line}`))];
  });
}

/** The earlier report with what a run of {@link leftGreen} said since; of files that are gone, nothing. */
export function merged(before: MutationReport, after: MutationReport, files: readonly SourceFile[]): MutationReport {
  const entries = files.flatMap(({ name, source }) => {
    const [old, now] = [before.files[name], after.files[name]];
    if (old?.source !== source) return now ? [[name, now] as const] : [];
    const news = new Map(now?.mutants.map((mutant) => [keyOf(mutant), mutant]));
    return [[name, { ...old, mutants: old.mutants.map((mutant) => news.get(keyOf(mutant)) ?? mutant) }] as const];
  });
  return { ...before, files: Object.fromEntries(entries) };
}

type Mutant = MutationReport['files'][string]['mutants'][number];

const keyOf = ({ mutatorName, replacement, location }: Mutant): string =>
  JSON.stringify([mutatorName, replacement, location.start, location.end]);
