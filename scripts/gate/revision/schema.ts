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

const RevisionException = Type.Object({
  implementation: text,
  /** Pattern of case ids. */
  cases: text,
  verdict: Type.Enum(['known-failure', 'not-expressible']),
  checks: Type.Optional(Type.Array(text)),
  reason: text,
  source: text,
  reproduction: Type.Optional(text),
  since: text,
  until: text,
  /** `file:line` of the entry, relative to the project's folder. */
  place: text,
  /** `file:line` of its last day. */
  untilPlace: text,
});

const RevisionCase = Type.Object({
  /** `<adapter>/<tool>/<scenario>/<mode>` */
  id: text,
  /** `refusal` and `setup`: what revisions before the rename call `rejection` and `client-setup`. */
  kind: Type.Enum(['scenario', 'rejection', 'declaration', 'abort', 'fault', 'client-setup', 'refusal', 'setup']),
  /** Only a thorough run has it. */
  thorough: Type.Optional(Type.Literal(true)),
  /** The `place` of the exception that covers it. */
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
  exceptions: Type.Array(RevisionException),
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
      /** The `place` of the exception that applies. */
      exception: Type.Optional(text),
      evidence: Grade,
    }),
  ),
  problems: Type.Array(Type.Object({ place: text, message: text, hint: text })),
});

export type RevisionRequest = Type.Static<typeof RevisionRequest>;
export type RevisionState = Type.Static<typeof RevisionState>;
export type RevisionOutcomes = Type.Static<typeof RevisionOutcomes>;
