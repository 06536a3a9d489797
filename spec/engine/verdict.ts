/** What was found of a case, from one check up to the verdict. Published in `results.json`. */
import Type from 'typebox';
import { EvidenceGrade, Impact } from '../verdicts/impact.ts';

const closed = { additionalProperties: false };

/** RFC 2119 level of a check. */
export const Level = Type.Enum(['MUST', 'SHOULD', 'MAY']);

/**
 * `warn` is a finding below MUST, or one about another's library that nothing confirms yet; findings of a check that passes are notes of
 * what differs; `not-applicable` means that the check compared nothing.
 */
const CheckStatus = Type.Enum(['pass', 'fail', 'warn', 'not-applicable']);

/** Something said by reference: where it comes from. */
export const Source = Type.Object(
  { title: Type.String(), url: Type.Optional(Type.String()) },
  { ...closed, title: 'Source' },
);

/** What becomes of a tool that has to be refused and is not, named from what was on the wire. */
const NotRejectedOutcome = Type.Enum(['warn-drop', 'silent-drop', 'forward', 'substitute']);

/** One thing that is wrong: what the wire said, what the adapter said. */
export const Finding = Type.Object(
  {
    /** One sentence, understandable alone. */
    message: Type.String(),
    /** Its kind within its check, the same in every case that has it: `citation.missing`. */
    group: Type.String(),
    /** In a fault or client setup case, which of its trials: the conversation, and what was changed. */
    trial: Type.Optional(Type.String()),
    impact: Impact,
    evidence: EvidenceGrade,
    /** Place on the wire: `exchanges[1].request.messages[2].content[0]`. */
    wirePath: Type.Optional(Type.String()),
    wire: Type.Optional(Type.Unknown()),
    /** Place in what the adapter returned: `steps[0].response.messages[0].contents[1]`. */
    adapterPath: Type.Optional(Type.String()),
    adapter: Type.Optional(Type.Unknown()),
    /** The rule of the provider API that is broken, where a check holds several: what it demands, and who says so. */
    rule: Type.Optional(Type.Object({ id: Type.String(), what: Type.String(), source: Source }, closed)),
    /** Of a tool that was not refused. Older results say it in the message alone. */
    outcome: Type.Optional(NotRejectedOutcome),
  },
  closed,
);

export const CheckResult = Type.Object(
  {
    check: Type.String(),
    level: Level,
    status: CheckStatus,
    /** How many comparisons were made. */
    compared: Type.Integer({ minimum: 0 }),
    findings: Type.Array(Finding),
  },
  closed,
);

/**
 * `pass`, `fail`, `known-failure` (known issues cover all of it), `not-expressible` (the same, and the library has no public way to say it),
 * `not-testable` (a prerequisite is missing; counts as failure), `error` (the harness, a cassette or a scenario is at
 * fault, never the adapter).
 */
export const Verdict = Type.Enum(['pass', 'fail', 'known-failure', 'not-expressible', 'not-testable', 'error'], {
  title: 'Verdict',
});

/** The verdicts that fail no run. */
export const acceptableVerdicts: readonly Verdict[] = ['pass', 'known-failure', 'not-expressible'];

/** Something that fails a run without being a case: a known issue whose findings are gone, a recording that nothing plays. */
export const RunProblem = Type.Object({ place: Type.String(), message: Type.String(), hint: Type.String() }, closed);

export type NotRejectedOutcome = Type.Static<typeof NotRejectedOutcome>;
export type RunProblem = Type.Static<typeof RunProblem>;
export type Level = Type.Static<typeof Level>;
export type Finding = Type.Static<typeof Finding>;
export type CheckResult = Type.Static<typeof CheckResult>;
export type Verdict = Type.Static<typeof Verdict>;
