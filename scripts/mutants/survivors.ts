/** What no case noticed, from StrykerJS's report. */
import Type from 'typebox';

const Position = Type.Object({ line: Type.Integer(), column: Type.Integer() });

const Mutant = Type.Object({
  id: Type.String(),
  mutatorName: Type.String(),
  replacement: Type.Optional(Type.String()),
  status: Type.String(),
  static: Type.Optional(Type.Boolean()),
  coveredBy: Type.Optional(Type.Array(Type.String())),
  location: Type.Object({ start: Position, end: Position }),
});

type Mutant = Type.Static<typeof Mutant>;

/** Of StrykerJS's report, what is read of it (mutation-testing-report-schema 2). */
export const MutationReport = Type.Object({
  files: Type.Record(Type.String(), Type.Object({ source: Type.String(), mutants: Type.Array(Mutant) })),
});

export type MutationReport = Type.Static<typeof MutationReport>;

/** A change that left every case green. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  /** The line as it stands. */
  readonly source: string;
  readonly mutator: string;
  readonly original: string;
  readonly mutated: string;
  /** How many cases reach it; every case where it is evaluated when the adapter is loaded. */
  readonly cases: number | 'all';
}

/** Numbers of a file, or of many. */
export interface Score {
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly uncovered: number;
  /** Neither way: the mutant could not be run. */
  readonly invalid: number;
}

/** Survivors in the order of files and lines. */
export function survivorsOf(report: MutationReport): Survivor[] {
  return Object.entries(report.files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, { source, mutants }]) => {
      const lines = source.split('\n');
      return mutants
        .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
        .sort(
          (a, b) => a.location.start.line - b.location.start.line || a.location.start.column - b.location.start.column,
        )
        .map((mutant) => ({
          file,
          line: mutant.location.start.line,
          source: (lines[mutant.location.start.line - 1] ?? '').trim(),
          mutator: mutant.mutatorName,
          original: oneLine(textAt(lines, mutant.location)),
          mutated: oneLine(mutant.replacement ?? ''),
          cases: mutant.static ? 'all' : (mutant.coveredBy?.length ?? 0),
        }));
    });
}

/** @returns the numbers of all files of a report, or of one. */
export function scoreOf({ files }: MutationReport, file?: string): Score {
  const mutants = Object.entries(files)
    .filter(([name]) => file === undefined || name === file)
    .flatMap(([, { mutants }]) => mutants);
  const count = (status: string) => mutants.filter((m) => m.status === status).length;
  return {
    killed: count('Killed'),
    timedOut: count('Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
    invalid: count('RuntimeError') + count('CompileError'),
  };
}

/** Share of mutants that were noticed, in percent; of those that no case reaches, none was. */
export function percentOf({ killed, timedOut, survived, uncovered }: Score): number {
  const noticed = killed + timedOut;
  const all = noticed + survived + uncovered;
  return all === 0 ? 100 : (noticed / all) * 100;
}

function textAt(lines: readonly string[], { start, end }: Mutant['location']): string {
  const picked = lines.slice(start.line - 1, end.line);
  return picked
    .map((line, i) =>
      line.slice(
        i === 0 ? start.column - 1 : 0,
        i === picked.length - 1 && end.line - start.line === i ? end.column - 1 : undefined,
      ),
    )
    .join('\n');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
