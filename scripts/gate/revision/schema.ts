/**
 * Requests and responses between the gate and the code of another revision. They share no type with scenarios, exceptions or results:
 * those may change between two revisions. Readers ignore members that they do not know.
 */
import Type from 'typebox';
import { revisionFormatVersion } from './version.ts';

const text = Type.String();
const version = Type.Literal(revisionFormatVersion);

/** A request or response of any version. */
export const Versioned = Type.Object({ version: Type.Integer() });

/** How a recording was made. */
const Grade = Type.Enum(['live', 'documented', 'none']);

export const RevisionRequest = Type.Object({
  version,
  /** The long fault cases count too. */
  thorough: Type.Boolean(),
  /** The cases to run; without it, the response is the state of the revision. */
  run: Type.Optional(
    Type.Object({
      cases: Type.Array(text),
      asOf: text,
      transport: Type.Optional(text),
      /** The folder that the run may write to. */
      out: text,
    }),
  ),
});

const KnownVerdict = Type.Enum(['known-failure', 'not-expressible']);

const RevisionIssue = Type.Object({
  adapter: text,
  id: text,
  title: text,
  impact: Type.Enum(['breaks', 'rejects', 'loses', 'differs']),
  state: Type.Optional(Type.Union([Type.Enum(['unconfirmed', 'disputed']), Type.Object({ by_design: text })])),
  /** Groups of findings by the names of cases. */
  covers: Type.Record(text, Type.Array(text)),
  /** `file:line` of the entry, relative to the project's folder. */
  place: text,
});

const RevisionCase = Type.Object({
  /** `<adapter>/<tool>/<scenario>/<mode>` */
  id: text,
  /** `refusal` and `setup`: what revisions before the rename call `rejection` and `client-setup`. */
  kind: Type.Enum(['scenario', 'rejection', 'declaration', 'abort', 'fault', 'client-setup', 'refusal', 'setup']),
  tier: Type.Optional(Type.Enum(['core', 'extended', 'edge', 'robustness'])),
  /** Only a thorough run has it. */
  thorough: Type.Optional(Type.Literal(true)),
  /** What it is known to come to, and by which known issues. */
  known: Type.Optional(Type.Object({ verdict: KnownVerdict, reason: text, knownIssues: Type.Array(text) })),
  /** Of a revision before known issues, the `place` of its exception. */
  exception: Type.Optional(text),
  /** The grade of each readable cassette that it may be replayed from, by transport. */
  evidence: Type.Optional(Type.Record(text, Grade)),
});

/** Everything that a revision has, without a run. */
export const RevisionState = Type.Object({
  version,
  adapters: Type.Array(Type.Object({ id: text, implementation: text, providerApi: text })),
  /** The claims of the availability table. */
  matrix: Type.Object({
    tools: Type.Array(Type.Object({ id: text })),
    providers: Type.Array(
      Type.Object({
        id: text,
        cells: Type.Record(
          text,
          Type.Object({
            support: Type.Enum(['yes', 'partial', 'no', 'unknown']),
            lifecycle: Type.Optional(Type.Enum(['ga', 'preview', 'deprecated', 'retired'])),
          }),
        ),
      }),
    ),
  }),
  /** Absent of a revision before known issues. */
  knownIssues: Type.Optional(Type.Array(RevisionIssue)),
  /** Of a revision before known issues. */
  exceptions: Type.Optional(Type.Array(Type.Object({ place: text, verdict: KnownVerdict, reason: text }))),
  cases: Type.Array(RevisionCase),
});

/** The verdicts of the cases that were run. */
export const RevisionOutcomes = Type.Object({
  version,
  cases: Type.Array(
    Type.Object({
      id: text,
      verdict: Type.Enum(['pass', 'fail', 'known-failure', 'not-expressible', 'not-testable', 'error']),
      reason: Type.Optional(text),
      /** Ids of the known issues that apply. */
      knownIssues: Type.Optional(Type.Array(text)),
      evidence: Grade,
    }),
  ),
  problems: Type.Array(Type.Object({ place: text, message: text, hint: text })),
});

export type RevisionRequest = Type.Static<typeof RevisionRequest>;
export type RevisionState = Type.Static<typeof RevisionState>;
export type RevisionOutcomes = Type.Static<typeof RevisionOutcomes>;
