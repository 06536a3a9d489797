import { memoize } from '../../lib/memoize.ts';
import { type Check, type Found, type JudgeContext, type JudgedStep, notApplicable } from '../checks/check.ts';
import type { FactReading } from '../facts/fact.ts';
import { factsFromContents, factsFromError } from '../facts/from-contents.ts';
import { byEvidence, byImpact, isConfirmed, ownImplementations } from '../verdicts/impact.ts';
import { gradesOf, impactIn } from '../verdicts/impacts.ts';
import type { RemoteResource, WireReader } from '../wire/reader.ts';
import { saidToBeJson } from '../wire/rules/general-rules.ts';
import type { Case } from './case.ts';
import type { Step, Trace } from './trace.ts';
import type { CheckResult, Finding } from './verdict.ts';

/** Everything the judge has to say of a trace. */
export interface Judgement {
  readonly steps: readonly JudgedStep[];
  readonly checks: readonly CheckResult[];
}

/** Judges a trace. Pure: the same trace gives the same judgement. */
export function judge(
  theCase: Case,
  trace: Trace,
  reader: WireReader,
  checks: readonly Check[],
  sibling?: Trace,
): Judgement {
  const steps = judgedSteps(trace, reader);
  const context: JudgeContext = {
    case: theCase,
    trace,
    steps,
    toolErrors: reader.toolErrors,
    acceptsApprovalReason: reader.acceptsApprovalReason ?? false,
    demands: reader.demands,
    rules: [saidToBeJson, ...(reader.rules ?? [])],
    schemas: reader.schemas,
    lacks: reader.lacks ?? [],
    made: createdResources(trace, reader),
    cancels: reader.cancels,
    unsupportedToolMembers: reader.unsupportedToolMembers ?? {},
    sibling: sibling && { steps: judgedSteps(sibling, reader) },
  };
  return { steps, checks: checks.map((check) => apply(check, context)) };
}

/** What was read of a trace: it is judged as its own case, beside the other mode of that, and wherever faults are looked for. */
const known = memoize((_: Trace) => new Map<WireReader['readResponses'], readonly JudgedStep[]>());

function judgedSteps(trace: Trace, reader: WireReader): readonly JudgedStep[] {
  const ofTrace = known(trace);
  const steps = ofTrace.get(reader.readResponses) ?? trace.steps.map((_, i) => judgedStep(trace, i, reader));
  ofTrace.set(reader.readResponses, steps);
  return steps;
}

/** A call as checks see it. What it asked is read when one of them wants to know: where answers are changed on their way, none does. */
function judgedStep(trace: Trace, i: number, reader: WireReader): JudgedStep {
  const step = trace.steps[i] as Step;
  const wire = reader.readResponses(step.exchanges, earlierExchanges(trace, i));
  let requests: JudgedStep['requests'] | undefined;
  return {
    step,
    path: `steps[${i}]`,
    wire,
    adapter: readAdapter(step),
    get requests() {
      requests ??= reader.readRequests(step.exchanges, earlierExchanges(trace, i));
      return requests;
    },
  };
}

/** Paths of all exchanges of a case, one after the other, become those of their steps. */
function createdResources({ steps, closing }: Trace, reader: WireReader): RemoteResource[] {
  const places = [
    ...steps.flatMap(({ exchanges }, s) => exchanges.map((_, i) => `steps[${s}].exchanges[${i}]`)),
    ...closing.map((_, i) => `closing[${i}]`),
  ];
  return (reader.made?.([...steps.flatMap(({ exchanges }) => exchanges), ...closing]) ?? []).map(
    ({ path, ...resource }) => ({
      ...resource,
      path: path.replace(/^exchanges\[(\d+)\]/, (whole, index: string) => places[Number(index)] ?? whole),
    }),
  );
}

const earlierExchanges = ({ steps }: Trace, i: number) => steps.slice(0, i).flatMap((step) => step.exchanges);

function readAdapter(step: Step): FactReading {
  if (step.error) return factsFromError(step.error);
  return step.response ? factsFromContents(step.response) : { facts: [], unread: [] };
}

function apply(check: Check, context: JudgeContext): CheckResult {
  const { kind } = context.case;
  const isMeant = check.of ? check.of.includes(kind) : kind !== 'abort';
  const { compared, findings } = isMeant ? check.judge(context) : notApplicable;
  return resultOf(
    check,
    context.case,
    compared,
    findings.map((one) => graded(check, one, context)),
  );
}

/** A finding with how grave it is: by the scenario, where it says so, by what found it, or by the table. */
function graded({ id }: Check, found: Found, { case: { scenario, adapter }, trace }: JudgeContext): Finding {
  const { impact, evidence } = gradesOf(id, found.group);
  const byTable = evidence === 'recording' ? (trace.evidence ?? 'inferred') : evidence;
  const own = found.evidence ?? byTable;
  // What follows from an answer is no better proved than the answer.
  const ofAnswer = scenario.evidence?.[adapter.providerApi] ?? own;
  return {
    ...found,
    impact: impactIn(scenario, id, found.group) ?? impact,
    evidence: own === 'contract' || byEvidence(own, ofAnswer) > 0 ? own : ofAnswer,
  };
}

/**
 * The result of a check. What merely differs is a note and fails nothing; what is unconfirmed of a library that this project did not
 * write warns. What counts most comes first.
 */
export function resultOf(
  { id, level }: Pick<Check, 'id' | 'level'>,
  { adapter }: Pick<Case, 'adapter'>,
  compared: number,
  findings: readonly Finding[],
): CheckResult {
  if (findings.length === 0) {
    return { check: id, level, status: compared === 0 ? 'not-applicable' : 'pass', compared, findings: [] };
  }
  const counts = (f: Finding) => isConfirmed(f.evidence) || ownImplementations.has(adapter.implementation);
  const weighed = findings.map((f) => ({ f, weight: f.impact === 'differs' ? 2 : counts(f) ? 0 : 1 }));
  const heaviest = Math.min(...weighed.map(({ weight }) => weight));
  const status = heaviest === 0 && level === 'MUST' ? 'fail' : heaviest < 2 ? 'warn' : 'pass';
  return {
    check: id,
    level,
    status,
    compared,
    findings: weighed.sort((a, b) => a.weight - b.weight || byImpact(a.f.impact, b.f.impact)).map(({ f }) => f),
  };
}
