/**
 * The results of a run, as all that reads them has them. `results.json` is the index, in the form of `stored-results.ts`; what was seen of each case is a line of the file of its adapter,
 * `evidence/<adapter>.<hash>.jsonl`; times lie in `timings.json`, apart, so that two runs of the same day give identical bytes.
 */
import Type from 'typebox';
import { transports } from '../../recordings/format/cassette.ts';
import { features } from '../contract/index.ts';
import { KnownIssueEntry } from '../engine/known-issues.ts';
import { LibraryOption } from '../engine/library-options.ts';
import { CheckResult, Level, type RunProblem, Source, Verdict } from '../engine/verdict.ts';
import { faultGroups } from '../faults/groups.ts';
import { Tier } from '../scenarios/schema.ts';

/** Version of these schemas; a change that a reader must know of raises it. */
export const resultsVersion = 5;

/** Version of a line of evidence. */
export const evidenceVersion = 2;

const closed = { additionalProperties: false };
const text = Type.String();
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** How good the proof is: recorded from the provider, written from public documents, or not there. */
const EvidenceGrade = Type.Enum(['live', 'documented', 'none']);

/** On the wire, and no fact; `contradicts` where it says two things of one. */
const Unread = Type.Object({ path: text, what: text, contradicts: Type.Optional(Type.Literal(true)) }, closed);

export const CaseResult = Type.Object(
  {
    id: text,
    kind: Type.Enum(['scenario', 'rejection', 'declaration', 'abort', 'fault', 'client-setup']),
    adapter: text,
    implementation: text,
    providerApi: text,
    tool: text,
    scenario: text,
    title: text,
    purpose: text,
    /** How ordinary its conversation is. Rejections and declarations have none. */
    tier: Type.Optional(Tier),
    mode: Type.Enum(['complete', 'stream']),
    verdict: Verdict,
    /** Why it is no pass. */
    reason: Type.Optional(text),
    /** Ids of the known issues that cover what was found, of those of its adapter in `run.knownIssues`. */
    knownIssues: Type.Optional(Type.Array(text)),
    /** What known issues cover and was not found, by their ids: groups of findings. */
    unexpectedPasses: Type.Optional(Type.Record(text, Type.Array(text))),
    /** Groups of findings that count against nobody: what disputed, unconfirmed and intended known issues cover. */
    uncounted: Type.Optional(Type.Array(text)),
    /** Of a `fault` or `setup` case those alone that judged any of its plays. */
    checks: Type.Array(CheckResult),
    /** Of a `fault` or `setup` case: what was tried. */
    trials: Type.Optional(
      Type.Object(
        {
          /** Conversations that were played with something changed. */
          tried: Type.Integer({ minimum: 0 }),
          /** Those of them that a check fails. */
          failed: Type.Integer({ minimum: 0 }),
          /** At how many places streams were cut, all told. */
          cuts: Type.Optional(Type.Integer({ minimum: 0 })),
        },
        closed,
      ),
    ),
    /** Of a `fault` case: what kind of thing happens to answers. */
    faults: Type.Optional(Type.Enum([...faultGroups])),
    /** Things on the wire that the reader has no words for, by what they call themselves. */
    unread: Type.Array(text),
    evidence: EvidenceGrade,
    cassette: Type.Optional(
      Type.Object(
        {
          path: text,
          /** Which of the recordings in the file was played. Older results lack it: their files held one. */
          transport: Type.Optional(Type.Enum([...transports])),
          /** Of the file. */
          sha256,
          recordedAt: Type.Optional(text),
          /** Of one that no provider has answered: the day on which its sources were last read. Older results lack it. */
          sourcesRead: Type.Optional(text),
          /** The last day on which it is believed, by `recordings/freshness.json`. */
          freshUntil: Type.Optional(text),
          /** On the day of the run it is older than it may be. */
          stale: Type.Optional(Type.Literal(true)),
          sources: Type.Array(Source),
        },
        closed,
      ),
    ),
    /** SHA-256 of its line of evidence, with the end of the line. Absent where nothing could be seen. */
    evidenceSha256: Type.Optional(sha256),
    /** The command that plays this case again. */
    replay: text,
  },
  closed,
);

/** An adapter that took part in a run, with the packages of its implementation. */
const RunAdapter = Type.Object(
  {
    id: text,
    implementation: text,
    providerApi: text,
    packages: Type.Array(Type.Object({ name: text, version: text }, closed)),
    /** What it declares, and nothing else was run; absent where it declares everything. */
    capabilities: Type.Optional(
      Type.Object(
        {
          tools: Type.Optional(Type.Immutable(Type.Array(text))),
          features: Type.Optional(Type.Immutable(Type.Array(Type.Enum([...features])))),
        },
        closed,
      ),
    ),
    /** Options of the library that its bridge chooses: the verdicts hold under these. Absent where it chooses none. */
    libraryOptions: Type.Optional(Type.Array(LibraryOption)),
  },
  closed,
);

export const ListedIssue = Type.Object(
  {
    ...KnownIssueEntry.properties,
    id: text,
    adapter: text,
    /** Where it is listed, as `file:line`. */
    place: text,
  },
  { ...closed, title: 'ListedIssue' },
);

/** What is known of a run besides what came of it. */
export const RunFacts = Type.Object(
  {
    /** The day all ages are computed against. */
    asOf: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    /** What was chosen to run; empty members mean everything. `cases` has patterns, `<adapter>/<tool>/<scenario>/<mode>`. */
    selection: Type.Record(text, Type.Array(text)),
    /** How requests reached the recordings, where the caller chose: else in-process, or a server for another process. */
    transport: Type.Optional(Type.Enum(['server', 'server-tls'])),
    /** Of one shard of a run: the commit that it was run at, as git describes it. Those that are put together have the same. */
    commit: Type.Optional(text),
    /** Faults of which there are hundreds were tried too. */
    thorough: Type.Optional(Type.Literal(true)),
    /** Cases that the run left out because it ended early; such a run is never green. */
    notRun: Type.Optional(Type.Object({ cases: Type.Integer({ minimum: 1 }), reason: text }, closed)),
    adapters: Type.Array(RunAdapter),
    /** All known issues of these adapters, whatever was chosen to run; older results lack it. */
    knownIssues: Type.Optional(Type.Array(ListedIssue)),
  },
  closed,
);

export const PublishedCheck = Type.Object(
  { id: text, level: Level, title: text, reason: text, sources: Type.Array(Source) },
  closed,
);

export const RunCounts = Type.Object(
  {
    generated: Type.Integer(),
    executed: Type.Integer(),
    asserted: Type.Integer(),
    compared: Type.Integer(),
    connections: Type.Integer(),
    /** Cases whose connections nobody saw, where there are any: their adapters ran in another process. */
    unseen: Type.Optional(Type.Integer()),
  },
  closed,
);

/** Results of a run. */
export interface Results {
  version: typeof resultsVersion;
  run: Type.Static<typeof RunFacts>;
  /** The availability table as it was when the run was made. */
  matrix: unknown;
  checks: Type.Static<typeof PublishedCheck>[];
  cases: CaseResult[];
  problems: RunProblem[];
  counts: Type.Static<typeof RunCounts>;
}

const LocatedFact = Type.Object({ path: text, fact: Type.Unknown() }, closed);

export const Evidence = Type.Object(
  {
    version: Type.Literal(evidenceVersion),
    case: text,
    mode: text,
    provenance: Type.Unknown(),
    steps: Type.Array(
      Type.Object(
        {
          turn: Type.Integer(),
          /** What the caller asked. */
          options: Type.Unknown(),
          /** HTTP exchanges, scrubbed. */
          exchanges: Type.Array(Type.Unknown()),
          unexpected: Type.Array(Type.Unknown()),
          /** What the wire said, and what the adapter said. */
          wire: Type.Array(LocatedFact),
          adapter: Type.Array(LocatedFact),
          unread: Type.Array(Unread),
          error: Type.Optional(Type.Unknown()),
          warnings: Type.Array(Type.Unknown()),
        },
        closed,
      ),
    ),
    /** HTTP exchanges when the client was closed, scrubbed; absent where there were none. */
    closing: Type.Optional(Type.Array(Type.Unknown())),
    unconsumed: Type.Array(text),
    late: Type.Array(Type.Unknown()),
    /** TCP connections tried beside the transport, and those refused: no network is touched in replay. */
    connections: Type.Object(
      {
        attempts: Type.Integer(),
        refused: Type.Array(text),
        /** The adapter ran in another process: what it tried beside the transport, nobody saw. */
        unseen: Type.Optional(Type.Literal(true)),
      },
      closed,
    ),
  },
  { $id: 'evidence.schema.json', title: 'What was seen of a case', additionalProperties: false },
);

export const Timings = Type.Object(
  {
    version: Type.Literal(resultsVersion),
    milliseconds: Type.Record(text, Type.Number()),
    /** SHA-256 of the `results.json` that was written with it. */
    results: Type.Optional(sha256),
  },
  { $id: 'timings.schema.json', title: 'Milliseconds per case', additionalProperties: false },
);

export type ListedIssue = Type.Static<typeof ListedIssue>;
export type CaseResult = Type.Static<typeof CaseResult>;
export type Evidence = Type.Static<typeof Evidence>;
export type Timings = Type.Static<typeof Timings>;
