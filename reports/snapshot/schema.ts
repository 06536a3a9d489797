/**
 * What a run says of every library, in short: the word of each cell, what it rests on, and the known issues behind it. It answers
 * questions without a run, and two of them say what changed. There is no date in it: the same verdicts give the same bytes.
 */
import Type from 'typebox';
import { adrTables, lifecycles, supportLevels } from '../../matrix/schema.ts';
import { KnownIssueEntry } from '../../spec/engine/known-issues.ts';
import { CellTraffic } from '../../spec/traffic/traffic.ts';
import { EvidenceGrade, Impact } from '../../spec/verdicts/impact.ts';
import { type CellState, cellStates } from '../cells/cell-state.ts';

/** A change that a reader must know of raises it. */
export const snapshotVersion = 1;

const closed = { additionalProperties: false };
const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const names = Type.Array(text, { description: 'Other names that people search for, in lower case.' });

/** How many, out of how many. */
export const Share = Type.Object({ passed: count, of: count }, { ...closed, title: 'Share' });

const SnapshotTool = Type.Object(
  {
    id: text,
    title: text,
    alsoCalled: Type.Optional(names),
    /** No tool of the matrix, such as break-glass: no provider lists it, and no table has a row for it. */
    isBeyondMatrix: Type.Optional(Type.Literal(true)),
  },
  closed,
);

const SnapshotProvider = Type.Object(
  {
    id: text,
    title: text,
    vendor: text,
    /** Its name beside that of the vendor. */
    shortTitle: text,
    alsoCalled: Type.Optional(names),
    lifecycle: Type.Enum(lifecycles),
    since: Type.Optional(text),
    until: Type.Optional(text),
    /** What the provider offers, by tool. A tool that is not here is not offered. */
    tools: Type.Record(
      text,
      Type.Object(
        {
          support: Type.Enum(supportLevels),
          lifecycle: Type.Enum(lifecycles),
          /** How far public recordings of the service show what the recordings hold that the verdicts rest on. */
          traffic: Type.Optional(CellTraffic),
        },
        closed,
      ),
    ),
  },
  closed,
);

const SnapshotLibrary = Type.Object(
  {
    id: text,
    title: text,
    /** `reference`: this project's own, on the official SDKs. `example`: shows how an adapter is written. Both are no library. */
    role: Type.Enum(['library', 'reference', 'example']),
    alsoCalled: Type.Optional(names),
    /** The decision record in which the library was designed: a claimant of the matrix. */
    decisionRecord: Type.Optional(Type.Enum([...adrTables])),
    adapters: Type.Array(
      Type.Object(
        {
          id: text,
          providerApi: text,
          packages: Type.Record(text, text),
          /** Of an adapter that declares some tools alone. */ tools: Type.Optional(Type.Array(text)),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** How many conversations of the tiers core and extended something keeps from working. */
const conversations = Type.Integer({ minimum: 1 });

/** What keeps conversations from working: a known issue of these verdicts or, where none covers it, what a failing check demands. */
const SnapshotGap = Type.Union(
  [
    Type.Object({ issue: text, conversations }, closed),
    Type.Object({ title: text, impact: Impact, conversations }, closed),
  ],
  { title: 'Gap' },
);

/** A tool on a provider API through a library. Where the provider does not offer the tool and the library rejects it, there is none. */
const SnapshotVerdict = Type.Object(
  {
    tool: text,
    providerApi: text,
    library: text,
    word: Type.Enum(Object.keys(cellStates) as CellState[]),
    /** Conversations that work in all modes, of those that were judged. */
    core: Share,
    extended: Share,
    edge: Share,
    /** Trials in which something was done to responses. */
    robustness: Share,
    /** The weakest evidence of the core conversations. Absent where none was replayed. */
    evidence: Type.Optional(EvidenceGrade),
    /** The worst first. */
    gaps: Type.Array(SnapshotGap),
    /** Ids of known issues that cover something of it and are no gap: of odd or damaged conversations, or counted against nobody. */
    otherIssues: Type.Array(text),
  },
  { ...closed, title: 'CellVerdict' },
);

export const SnapshotIssue = Type.Object(
  {
    /** `<adapter>/<id>`. */
    id: text,
    library: text,
    providerApi: text,
    title: text,
    seenByUsers: Type.Optional(text),
    impact: Impact,
    state: Type.Optional(Type.Enum(['unconfirmed', 'disputed', 'by_design'])),
    /** Where maintainers say that they mean it so. */
    byDesign: Type.Optional(text),
    evidence: EvidenceGrade,
    upstream: KnownIssueEntry.properties.upstream,
    /** Of the library, in which it was seen. */
    version: Type.Optional(text),
    fixed: Type.Optional(text),
    reproduction: Type.Optional(text),
    tools: Type.Array(text),
  },
  closed,
);

export const Snapshot = Type.Object(
  {
    version: Type.Literal(snapshotVersion),
    /** Of this project. */
    suite: text,
    /** The most used first. */
    tools: Type.Array(SnapshotTool),
    providerApis: Type.Array(SnapshotProvider),
    libraries: Type.Array(SnapshotLibrary),
    verdicts: Type.Array(SnapshotVerdict),
    knownIssues: Type.Array(SnapshotIssue),
  },
  { $id: 'verdicts.schema.json', title: 'Verdicts on libraries', additionalProperties: false },
);

export type Snapshot = Type.Static<typeof Snapshot>;
export type SnapshotTool = Type.Static<typeof SnapshotTool>;
export type SnapshotProvider = Type.Static<typeof SnapshotProvider>;
export type SnapshotLibrary = Type.Static<typeof SnapshotLibrary>;
export type SnapshotVerdict = Type.Static<typeof SnapshotVerdict>;
export type SnapshotGap = Type.Static<typeof SnapshotGap>;
export type SnapshotIssue = Type.Static<typeof SnapshotIssue>;
export type Share = Type.Static<typeof Share>;
