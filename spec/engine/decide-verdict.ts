import { matchesObject } from '../../lib/canonical-json.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { JudgedStep } from '../checks/check.ts';
import { describeFact } from '../facts/describe.ts';
import type { Fact, LocatedFact } from '../facts/fact.ts';
import type { ExpectedFact } from '../scenarios/schema.ts';
import type { WireReader } from '../wire/reader.ts';
import { deviationsAt, type WireSchemas } from '../wire/schemas/index.ts';
import type { Case } from './case.ts';
import type { Judgement } from './judge.ts';
import type { Trace } from './trace.ts';
import type { Verdict } from './verdict.ts';

/** A verdict before known issues, with its reason where it is no pass. */
export interface ProvisionalVerdict {
  readonly verdict: Verdict;
  readonly reason?: string;
}

/**
 * From what was found to a verdict. The harness answers for its own part first: a recording that does not hold what the
 * scenario states, or what the provider could not have said, proves nothing about an adapter. Then the adapter's findings count. A conversation that could not be
 * played, or a case in which nothing was compared, is the harness's fault again.
 */
export function decideVerdict(
  trace: Trace,
  { checks }: Judgement,
  { unmetExpectations, schemaViolations }: CassetteProblems = noCassetteProblems,
): ProvisionalVerdict {
  const [broken] = unmetExpectations;
  if (broken)
    return { verdict: 'error', reason: `the recording does not match its scenario: ${broken}${asked(checks)}` };
  const [odd] = schemaViolations;
  if (odd) return { verdict: 'error', reason: `the recording is not what the provider's own types allow: ${odd}` };
  const failed = checks.filter((c) => c.status === 'fail');
  const [first] = failed;
  if (first) {
    const more = failed.length > 1 ? ` (and ${failed.length - 1} more checks)` : '';
    return { verdict: 'fail', reason: `${first.check}: ${first.findings[0]?.message}${more}` };
  }
  const thrown = trace.steps.find((s) => s.error)?.error;
  // A conversation may end early for what a library does with an answer that nothing confirms.
  const isUnconfirmed = checks.some(({ level, status }) => level === 'MUST' && status === 'warn');
  if (trace.unplayable && !isUnconfirmed)
    return { verdict: 'error', reason: `the scenario cannot run: ${trace.unplayable}` };
  if (!checks.some((c) => c.level === 'MUST' && c.status !== 'not-applicable')) {
    return {
      verdict: 'error',
      reason: `no check compared anything${thrown ? `; the adapter threw ${thrown.name}: ${thrown.message}` : ''}`,
    };
  }
  return { verdict: 'pass' };
}

/** What an answer says may hang on what was asked, such as which tools were declared: then the cause is there. */
function asked(checks: Judgement['checks']): string {
  const [found] = checks
    .filter(({ status }) => status === 'fail')
    .flatMap(({ check, findings }) => findings.map((finding) => ({ check, ...finding })))
    .filter(({ wirePath }) => wirePath?.includes('].request'));
  return found ? `; the request may be the cause, see ${found.check}: ${found.message}` : '';
}

// What speaks against a recording, whatever an adapter made of it. Pure.

/** Why a recording proves nothing. */
export interface CassetteProblems {
  /** Where it does not hold what the scenario states by hand. */
  readonly unmetExpectations: readonly string[];
  /** Where it holds what the provider's own types do not allow. */
  readonly schemaViolations: readonly string[];
}

/** Of answers that were changed on their way nothing of the kind is asked. */
const noCassetteProblems: CassetteProblems = { unmetExpectations: [], schemaViolations: [] };

/** Looks for what speaks against the recording of a case. @param steps as they were judged */
export function findCassetteProblems(
  theCase: Case,
  trace: Trace,
  { schemas }: Pick<WireReader, 'schemas'>,
  steps: readonly JudgedStep[],
): CassetteProblems {
  return {
    unmetExpectations: isAstray(trace) ? [] : unfulfilledCalls(theCase, steps),
    schemaViolations: schemas ? schemaViolations(recordingOf(theCase), exchangesIn(trace), schemas) : [],
  };
}

/** Refusals and declarations share one recording per column. */
const recordingOf = ({ kind, adapter, tool, scenario }: Case): string =>
  `${adapter.providerApi}/${kind === 'scenario' ? `${tool}/${scenario.id}` : 'shared/plain-response'}`;

const exchangesIn = ({ steps, closing }: Trace) => [...steps.flatMap(({ exchanges }) => exchanges), ...closing];

/** True when requests and recording did not meet one to one; then a call that lacks its facts is not the recording's fault. */
const isAstray = (trace: Trace): boolean =>
  trace.unconsumed.length > 0 ||
  trace.late.length > 0 ||
  trace.steps.some((s) => s.unexpected.some(({ isDownload }) => !isDownload)) ||
  exchangesIn(trace).some(({ isRejected }) => isRejected);

function unfulfilledCalls(theCase: Case, steps: readonly JudgedStep[]): string[] {
  return steps.flatMap(({ step, wire }, i) => {
    const expected = expectedFacts(theCase, i);
    if (!expected || step.exchanges.length === 0) return [];
    return unmetExpectations(expected, wire.facts).map((problem) => `call ${i + 1} ${problem}`);
  });
}

/**
 * What of recorded answers the provider's own types do not allow, unless the recording is listed as deviating there.
 *
 * @param recording `<provider API>/<tool>/<scenario>`
 */
function schemaViolations(recording: string, exchanges: readonly Exchange[], schemas: WireSchemas): string[] {
  return exchanges.flatMap((exchange, i) =>
    schemas
      .response(exchange)
      .problems.filter(({ kind }) => kind !== 'missing')
      .filter(({ path }) => deviationsAt(schemas.deviations, recording, path).length === 0)
      .map(({ path, message, definition }) => `exchange ${i + 1}: ${path} ${message} (${definition})`),
  );
}

/** Kinds that a recording may not hold unless the scenario says so: they change what happens next. */
const mustBeExpected: readonly Fact['kind'][] = ['call', 'approval-request', 'action-call', 'error'];

/** The facts that are stated of a call; of a provider API that does not say what it took, not that it does. */
export const expectedFacts = ({ scenario, adapter }: Case, call: number): readonly ExpectedFact[] | undefined =>
  scenario.expect[call]?.filter((fact) => fact.kind !== 'usage' || !fact.notOf?.includes(adapter.providerApi));

/**
 * What of the facts stated by hand a recording does not hold, and what it holds beyond them; empty where it fulfils them.
 * They keep recording, reader and adapter honest: none of the three can change the conversation unnoticed.
 */
export function unmetExpectations(expected: readonly ExpectedFact[], wire: readonly LocatedFact[]): string[] {
  const left = [...wire];
  const problems: string[] = [];
  for (const wanted of expected) {
    const found = left.filter(({ fact }) => fulfils(fact, wanted)).slice(0, isMany(wanted) ? undefined : 1);
    for (const fact of found) left.splice(left.indexOf(fact), 1);
    if (found.length === 0)
      problems.push(
        `expected ${JSON.stringify(wanted)}; it has ${wire.map((w) => describeFact(w.fact)).join('; ') || 'nothing'}`,
      );
  }
  for (const { fact, path } of left) {
    if (mustBeExpected.includes(fact.kind)) problems.push(`unexpected: ${describeFact(fact)} at ${path}`);
  }
  return problems;
}

const isMany = (wanted: ExpectedFact): boolean => wanted.kind === 'action-call' && wanted.many === true;

function fulfils(fact: Fact, wanted: ExpectedFact): boolean {
  switch (wanted.kind) {
    case 'text':
      return fact.kind === 'text' && (wanted.includes ?? []).every((words) => fact.text.includes(words));
    case 'reasoning':
      return fact.kind === 'reasoning' && (!wanted.protected || fact.protectedData !== undefined);
    case 'call':
      return (
        fact.kind === 'call' &&
        fact.name === wanted.name &&
        (wanted.arguments === undefined || matchesObject(fact.arguments, wanted.arguments))
      );
    case 'hosted-call':
      return fact.kind === 'hosted-call' && matchesObject(fact.arguments, wanted.arguments ?? fact.arguments);
    case 'hosted-result': {
      if (fact.kind !== 'hosted-result') return false;
      const payload = JSON.stringify(fact.payload);
      return (wanted.includes ?? []).every((words) => payload.includes(JSON.stringify(words).slice(1, -1)));
    }
    case 'approval-request':
      return fact.kind === 'approval-request' && fact.tool === wanted.tool;
    case 'action-call':
      return (
        fact.kind === 'action-call' &&
        fact.tool === wanted.tool &&
        (wanted.safetyChecks === undefined || (fact.safetyChecks ?? []).length === wanted.safetyChecks)
      );
    case 'data':
      return fact.kind === 'data' && (wanted.mediaType === undefined || fact.mediaType === wanted.mediaType);
    case 'file':
      return fact.kind === 'file';
    case 'citation':
      return fact.kind === 'citation' && (wanted.target === undefined || fact.target === wanted.target);
    case 'finish':
      return fact.kind === 'finish' && fact.reason === wanted.reason;
    case 'usage':
      return fact.kind === 'usage' && fact.outputTokens > 0;
    case 'error':
      return (
        fact.kind === 'error' &&
        (wanted.status === undefined || fact.status === wanted.status) &&
        (wanted.code === undefined || fact.code === wanted.code)
      );
  }
}

// What checks find of conversations as they were recorded. Their own cases judge them, and every family of faults asks.

const known = new WeakMap<Trace, ReadonlySet<string>>();

/**
 * Notes what a judgement by all checks of a bench found, by the provider's types too. Beside its sibling another check may find something: by
 * that one no trial is judged, for it would depend on what was run before.
 */
export function noteFindings(trace: Trace, { checks }: Judgement): ReadonlySet<string> {
  const found = new Set(
    checks.filter(({ status }) => status === 'fail' || status === 'warn').map(({ check }) => check),
  );
  known.set(trace, found);
  return found;
}

/** The ids of the checks that find something of a trace; judged now, where nobody has done so. */
export const findingChecks = (trace: Trace, judge: () => Judgement): ReadonlySet<string> =>
  known.get(trace) ?? noteFindings(trace, judge());
