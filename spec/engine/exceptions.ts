/** Exceptions: what an implementation is known to fail, listed strictly in `adapters/<implementation>/exceptions.yaml`. */
import { resolve } from 'node:path';
import Type from 'typebox';
import { assertSchema, parseDataLines, readText } from '../../lib/data-file.ts';
import { place } from '../../lib/user-error.ts';
import { type Aliases, currentCase, loadAliases } from '../aliases.ts';
import type { Case } from './case.ts';
import type { ProvisionalVerdict } from './decide-verdict.ts';
import { type DiscoveredAdapter, repositoryFolder } from './discover.ts';
import type { CheckResult, RunProblem } from './verdict.ts';

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'ISO 8601 date.' });

export const ExceptionEntry = Type.Object(
  {
    /** Case ids; `*` stands for one part of an id, `**` for any number of parts. */
    cases: Type.String({ minLength: 1 }),
    verdict: Type.Enum(['known-failure', 'not-expressible']),
    /** The checks that fail, where only some do. */
    checks: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    reason: Type.String({ minLength: 10 }),
    /** Public issue, documentation or source that says so. */
    source: Type.String({ pattern: '^https://' }),
    /** What shows the failure with the library alone, `<provider-api>/<claim>`; see docs/reproductions.md. */
    reproduction: Type.Optional(
      Type.String({
        pattern: '^([a-z0-9-]+/)?[a-z0-9]+(-[a-z0-9]+)*$',
        description: 'What shows the failure with the library alone: <provider-api>/<claim>.',
      }),
    ),
    since: day,
    /** The last day on which it may stand here unexamined. */
    until: day,
  },
  { additionalProperties: false },
);

export const ExceptionsFile = Type.Object(
  { exceptions: Type.Array(ExceptionEntry) },
  { $id: 'exceptions.schema.json', title: 'Exceptions of one implementation', additionalProperties: false },
);

export type ExceptionEntry = Type.Static<typeof ExceptionEntry>;

/** An exception with the places it was written at, `file:line`, for the errors about it. */
export interface Exception extends ExceptionEntry {
  readonly place: string;
  /** Of its last day. */
  readonly untilPlace: string;
}

/** @throws {UserError} the file is missing, does not parse or does not fit. */
export async function loadExceptions(from: string, aliases?: Aliases): Promise<readonly Exception[]> {
  const path = resolve(from);
  const text = readText(path, what);
  const known = read.get(path);
  const written = known?.text === text ? known.exceptions : exceptionsIn(text, path);
  read.set(path, { text, exceptions: written });
  const renamed = aliases ?? (await loadAliases());
  return written.map((entry) => withCurrentIds(entry, renamed));
}

function exceptionsIn(text: string, path: string): readonly Exception[] {
  const { data, lineOf } = parseDataLines(text, path, ExceptionsFile, what);
  return data.exceptions.map((entry, i) => ({
    ...entry,
    place: `${place(path)}:${lineOf(['exceptions', i])}`,
    untilPlace: `${place(path)}:${lineOf(['exceptions', i, 'until'])}`,
  }));
}

const what = 'exceptions file';

/** Exceptions files by their paths, with what they hold. Plain data: it crosses process boundaries. */
export type ExceptionsRead = ReadonlyMap<string, { readonly text: string; readonly exceptions: readonly Exception[] }>;

/** As they were read last: an implementation has one for all of its adapters. */
const read = new Map<string, { readonly text: string; readonly exceptions: readonly Exception[] }>();

/** The files that this process has read. */
export const exceptionsRead = (): ExceptionsRead => new Map(read);

/** Spares this process to parse files again that another one has read: those whose text is still the same. */
export function takeExceptions(files: ExceptionsRead = new Map()): void {
  for (const [path, file] of files) read.set(path, file);
}

/**
 * Exceptions that are given as they are, or lie in a file.
 *
 * @throws {UserError} as {@link loadExceptions}; of a list, which of its entries does not fit.
 */
export async function exceptionsFrom(given: string | readonly ExceptionEntry[]): Promise<readonly Exception[]> {
  if (typeof given === 'string') return loadExceptions(given);
  const { exceptions } = assertSchema(
    { exceptions: given },
    ExceptionsFile,
    'list of exceptions',
    (pointer) => `the exceptions that were given${pointer.replace('/exceptions', '')}`,
  );
  const aliases = await loadAliases();
  return exceptions.map((entry, i) => {
    const at = `the exceptions that were given, [${i}]`;
    return { ...withCurrentIds(entry, aliases), place: at, untilPlace: at };
  });
}

/** An entry with the new ids in the place of old ones. */
export function withCurrentIds<T extends Pick<ExceptionEntry, 'cases' | 'checks'>>(entry: T, aliases: Aliases): T {
  const { cases, checks } = entry;
  return {
    ...entry,
    cases: currentCase(aliases, cases),
    ...(checks ? { checks: checks.map((check) => aliases.checks.get(check) ?? check) } : {}),
  };
}

/** True when an exception is about a case. */
export function isAbout(exception: ExceptionEntry, caseId: string): boolean {
  return matches(exception.cases, caseId);
}

/**
 * The exceptions that the suite of one adapter has to answer for: those about it, and those about no adapter that the
 * implementation could have, which would else be nobody's.
 */
export function exceptionsOf(
  exceptions: readonly Exception[],
  adapter: string,
  possibleAdapters: readonly string[],
): Exception[] {
  const isAboutAdapter = (pattern: string, id: string) => matches(pattern.split('/')[0] ?? '', id);
  return exceptions.filter(
    ({ cases }) => isAboutAdapter(cases, adapter) || !possibleAdapters.some((id) => isAboutAdapter(cases, id)),
  );
}

/** The `fault` cases that exceptions are about, by id: all that playing depends on of a list of exceptions. Pure. */
export const faultsListed = (exceptions: readonly ExceptionEntry[], cases: readonly Case[]): ReadonlySet<string> =>
  new Set(cases.flatMap(({ id, fault }) => (fault && exceptions.some((e) => isAbout(e, id)) ? id : [])));

/** Most ids begin otherwise: those are told by that alone, and not taken apart. */
function matches(pattern: string, id: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === id;
  return id.startsWith(pattern.slice(0, star)) && matchParts(pattern.split('/'), 0, id.split('/'), 0);
}

/** By hand and not as a regular expression: one with many stars takes longer than anyone would wait. */
function matchParts(patterns: readonly string[], nth: number, parts: readonly string[], at: number): boolean {
  const pattern = patterns[nth];
  if (pattern === undefined) return parts.length === at;
  const part = parts[at];
  if (part === undefined || patterns.length - nth > parts.length - at) return false;
  if (pattern === '**') {
    return matchParts(patterns, nth + 1, parts, at + 1) || matchParts(patterns, nth, parts, at + 1);
  }
  return matchPart(pattern, part) && matchParts(patterns, nth + 1, parts, at + 1);
}

/** The pieces between the stars stand in the part in their order, the first at its beginning, the last at its end. */
function matchPart(pattern: string, part: string): boolean {
  if (!pattern.includes('*')) return part === pattern;
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return part === first;
  if (!part.startsWith(first) || part.length < first.length + last.length || !part.endsWith(last)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = part.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= part.length - last.length;
}

/**
 * Problems that need no run: an expired entry, one that ends before it begins, one that no case fits. `cases` are all cases
 * of the implementation, whatever is selected to run.
 */
export function staticProblems(exceptions: readonly Exception[], cases: readonly Case[], asOf: string): RunProblem[] {
  return exceptions.flatMap((e) => {
    const problems: RunProblem[] = [];
    if (e.until < asOf) {
      problems.push({
        place: e.untilPlace,
        message: `the exception for "${e.cases}" expired on ${e.until}`,
        hint: `look whether "${e.reason}" still holds: then set "until" to a later day, else remove the entry at ${e.place}`,
      });
    }
    if (e.until < e.since) {
      problems.push({
        place: e.place,
        message: `"until" (${e.until}) lies before "since" (${e.since})`,
        hint: 'exchange the two days, or mend the one that is wrong',
      });
    }
    if (!cases.some((c) => isAbout(e, c.id))) {
      problems.push({
        place: e.place,
        message: `no case fits the pattern "${e.cases}"`,
        hint: `ids look like ${cases[0]?.id ?? '<adapter>/<tool>/<scenario>/<mode>'}; mend the pattern or remove the entry`,
      });
    }
    return problems;
  });
}

/** An exception with the implementation that lists it. */
export interface ListedException extends Exception {
  readonly implementation: string;
}

/**
 * All that the implementations of adapters list, in the order of their names and of their files.
 *
 * @throws {UserError} an exceptions file is missing or malformed.
 */
export async function listedExceptions(
  adapters: readonly Pick<DiscoveredAdapter, 'implementation' | 'exceptions'>[],
  root: string = repositoryFolder,
): Promise<readonly ListedException[]> {
  const paths = new Map(adapters.map(({ implementation, exceptions }) => [implementation, exceptions]));
  const files = [...paths]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(async ([implementation, path]) => {
      const entries = path === undefined ? [] : await loadExceptions(resolve(root, path));
      return entries.map((entry) => ({ implementation, ...entry }));
    });
  return (await Promise.all(files)).flat();
}

/** The verdict that counts, the exception that made it so, and what is wrong with the exceptions. */
export interface Reconciled {
  readonly conclusion: ProvisionalVerdict;
  readonly exception?: Exception;
  readonly problem?: RunProblem;
}

/**
 * Holds a conclusion against the exceptions. A failure that is listed becomes `known-failure` or `not-expressible`; a case
 * that is listed and passes is a problem, because a list that is not strict hides the next defect. `error` and
 * `not-testable` are never excused: they are not the adapter's.
 *
 * @param undecided checks that had nothing to compare with, so that nobody knows whether they still fail
 */
export function reconcile(
  caseId: string,
  conclusion: ProvisionalVerdict,
  checks: readonly CheckResult[],
  exceptions: readonly Exception[],
  asOf: string,
  undecided: readonly string[] = [],
): Reconciled {
  const exception = exceptions.find((e) => isAbout(e, caseId));
  if (!exception) return { conclusion };
  const isUndecided = (check: string) => undecided.includes(check);
  if (conclusion.verdict === 'pass') {
    if (exception.checks?.some(isUndecided)) return { conclusion };
    return {
      conclusion: { verdict: 'fail', reason: `passes, but ${exception.place} lists it as ${exception.verdict}` },
      exception,
      problem: {
        place: exception.place,
        message: `${caseId} is listed as ${exception.verdict} and passes`,
        hint: `remove the entry, or narrow its pattern "${exception.cases}" to the cases that still fail`,
      },
    };
  }
  if (conclusion.verdict !== 'fail' || exception.until < asOf) return { conclusion, exception };
  const failed = checks.filter((c) => c.status === 'fail').map((c) => c.check);
  const unlisted = exception.checks ? failed.filter((c) => !exception.checks?.includes(c)) : [];
  if (unlisted.length > 0) {
    return {
      conclusion: {
        verdict: 'fail',
        reason: `${conclusion.reason}; ${exception.place} does not list ${unlisted.join(', ')}`,
      },
      exception,
    };
  }
  const known: Reconciled = { conclusion: { verdict: exception.verdict, reason: exception.reason }, exception };
  const stale = exception.checks?.filter((c) => !failed.includes(c) && !isUndecided(c)) ?? [];
  if (stale.length === 0) return known;
  const problem: RunProblem = {
    place: exception.place,
    message: `${caseId} is listed as failing ${stale.join(', ')} and does not`,
    hint: `take ${stale.join(', ')} out of "checks", or narrow the pattern "${exception.cases}"`,
  };
  return { ...known, problem };
}
