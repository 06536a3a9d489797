/** The form in which results are published: what many cases share stands once, and cases refer to it by position. */
import Type from 'typebox';
import { CheckResult, Finding, Level, RunProblem, Source } from '../engine/verdict.ts';
import { CaseResult, PublishedCheck, RunCounts, RunFacts, resultsVersion } from './schema.ts';

const closed = { additionalProperties: false };
const text = Type.String();

/** Position in a list of `shared`. */
const position = Type.Integer({ minimum: 0 });

const {
  kind,
  title,
  purpose,
  tier,
  faults,
  verdict,
  knownIssues,
  unexpectedPasses,
  uncounted,
  trials,
  evidence,
  evidenceSha256,
  cassette,
} = CaseResult.properties;

const { group, impact, evidence: findingEvidence, rule, ...particular } = Finding.properties;
const StoredFinding = Type.Object({ ...particular, kind: position }, closed);
const FindingKind = Type.Object({ group, impact, evidence: findingEvidence, rule }, closed);

/** A case; adapter, tool, scenario and mode stand in its id. */
const StoredCaseResult = Type.Object(
  {
    id: text,
    verdict,
    scenario: position,
    /** Absent where the evidence is `none`. */
    recording: Type.Optional(position),
    /** Checks that passed; absent where nothing was judged. Checks of the run that are named nowhere compared nothing. */
    passed: Type.Optional(position),
    /** Comparisons of each check of `passed`, in the same order. */
    compared: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
    /** Checks that found something. */
    found: Type.Optional(
      Type.Array(
        Type.Object(
          // The level is absent where it is that of the check in `checks`.
          { ...CheckResult.properties, level: Type.Optional(Level), findings: Type.Array(position) },
          closed,
        ),
        { minItems: 1 },
      ),
    ),
    reason: Type.Optional(position),
    knownIssues,
    unexpectedPasses,
    uncounted,
    trials,
    /** Absent where there is none. */
    unread: Type.Optional(position),
    evidenceSha256,
    /** Absent where it is the command of the adapter with tool, scenario and mode. */
    replay: Type.Optional(text),
  },
  closed,
);

/** Results as they stand in `results.json`. */
export const StoredResults = Type.Object(
  {
    version: Type.Literal(resultsVersion),
    run: RunFacts,
    /** The availability table as it was when the run was made. */
    matrix: Type.Unknown(),
    checks: Type.Array(PublishedCheck),
    shared: Type.Object(
      {
        scenarios: Type.Array(
          Type.Object(
            {
              kind,
              title,
              purpose,
              tier,
              faults,
              /** Run only with `--thorough`. */
              thorough: Type.Optional(Type.Literal(true)),
            },
            closed,
          ),
        ),
        recordings: Type.Array(
          Type.Object(
            {
              evidence,
              cassette: Type.Optional(Type.Object({ ...cassette.properties, sources: position }, closed)),
            },
            closed,
          ),
        ),
        sources: Type.Array(Type.Array(Source)),
        /** Ids of checks, of the level that they have in `checks`. */
        passed: Type.Array(Type.Array(text)),
        /** `kind` is a position in `kinds`. */
        findings: Type.Array(StoredFinding),
        /** What findings of one kind have in common. */
        kinds: Type.Array(FindingKind),
        reasons: Type.Array(text),
        unread: Type.Array(Type.Array(text)),
        /** The command that plays the cases of an adapter again, by adapter. */
        commands: Type.Record(text, text),
      },
      closed,
    ),
    cases: Type.Array(StoredCaseResult),
    problems: Type.Array(RunProblem),
    counts: RunCounts,
  },
  { $id: 'results.schema.json', title: 'Results of a conformance run', additionalProperties: false },
);

export type StoredResults = Type.Static<typeof StoredResults>;
export type StoredFinding = Type.Static<typeof StoredFinding>;
export type FindingKind = Type.Static<typeof FindingKind>;
export type StoredCaseResult = Type.Static<typeof StoredCaseResult>;
