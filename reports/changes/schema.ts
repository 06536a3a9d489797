/**
 * The differences between two snapshots, the worse ones first. Each cell is in one list alone, so that the lengths of the lists are the
 * numbers of a page. Members are added, never changed in meaning; a change that a reader must know of raises the version.
 */
import Type from 'typebox';
import { lifecycles, supportLevels } from '../../matrix/schema.ts';
import { Impact } from '../../spec/verdicts/impact.ts';
import { type CellState, cellStates } from '../cells/cell-state.ts';
import { Share, SnapshotIssue } from '../snapshot/schema.ts';

const changesVersion = 1;

const closed = { additionalProperties: false };
const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const Word = Type.Enum(Object.keys(cellStates) as CellState[]);

/** A package of which another version was tried. */
const MovedPackage = Type.Object(
  { name: text, before: Type.Optional(text), after: Type.Optional(text) },
  { ...closed, title: 'MovedPackage' },
);

/** A known issue of a cell, or a gap that none covers, that is not what it was there. */
const ChangedIssue = Type.Object(
  {
    /**
     * `more`, `fewer`: it keeps more or fewer conversations from working, or its impact is another one. `restated`: it says something
     * else about whose defect it is, and so counts or no longer counts.
     */
    change: Type.Enum(['new', 'more', 'fewer', 'gone', 'restated']),
    /** `<adapter>/<id>`. Absent where no known issue covers it. */
    id: Type.Optional(text),
    title: text,
    impact: Impact,
    /** Absent where it counts, or no known issue covers it. */
    state: SnapshotIssue.properties.state,
    /** Of what is restated. Absent where it counted. */
    stateBefore: SnapshotIssue.properties.state,
    /** Where it was told. */
    upstream: Type.Optional(SnapshotIssue.properties.upstream),
    /** Core and extended conversations that it keeps from working. 0: it is about odd or damaged ones, or counts against nobody. */
    conversations: Type.Object({ before: count, after: count }, closed),
  },
  { ...closed, title: 'ChangedIssue' },
);

const ChangedShare = Type.Object({ before: Share, after: Share }, { ...closed, title: 'ChangedShare' });

/** A tool on a provider API through a library. */
const ChangedCell = Type.Object(
  {
    library: text,
    tool: text,
    providerApi: text,
    before: Word,
    after: Word,
    /** The worse ones first. */
    issues: Type.Array(ChangedIssue),
    /** Conversations, and trials, where they are not as many as they were. */
    shares: Type.Object(
      {
        core: Type.Optional(ChangedShare),
        extended: Type.Optional(ChangedShare),
        edge: Type.Optional(ChangedShare),
        robustness: Type.Optional(ChangedShare),
      },
      closed,
    ),
    packages: Type.Array(MovedPackage),
  },
  { ...closed, title: 'ChangedCell' },
);

/** What a provider says of a tool, or of its API. */
const Offer = Type.Object(
  {
    /** Of a tool. */
    support: Type.Optional(Type.Enum(supportLevels)),
    /** Absent where the tool is not offered. */
    lifecycle: Type.Optional(Type.Enum(lifecycles)),
    since: Type.Optional(text),
    until: Type.Optional(text),
  },
  { ...closed, title: 'Offer' },
);

const ChangedOffer = Type.Object(
  {
    providerApi: text,
    /** Absent where it is about the API. */
    tool: Type.Optional(text),
    before: Offer,
    after: Offer,
    /** Libraries with an adapter for the provider API. */
    libraries: Type.Array(text),
  },
  { ...closed, title: 'ChangedOffer' },
);

/** What only one of two snapshots has. Of its cells nothing else is said. */
const OnlyOne = Type.Object(
  {
    libraries: Type.Array(text),
    tools: Type.Array(text),
    providerApis: Type.Array(text),
    /** Provider APIs that a library of both has an adapter for in one of them, where both have the provider API. */
    adapters: Type.Array(Type.Object({ library: text, providerApi: text }, closed)),
  },
  { ...closed, title: 'OnlyOne' },
);

const cells = Type.Array(ChangedCell);

export const Changes = Type.Object(
  {
    version: Type.Literal(changesVersion),
    /** Versions of this project. */
    suite: Type.Object({ before: text, after: text }, closed),
    /** The word is worse. */
    worse: cells,
    /** The word is the same, and something in it is worse: a new issue, one of more conversations, fewer conversations or trials that pass. */
    inside: cells,
    /** The word is better. */
    better: cells,
    /** The word is the same, and issues are gone or have fewer conversations. Nothing is worse. */
    fixed: cells,
    /** Nothing that counts is otherwise, but issues changed their state, or one that counts against nobody is new or gone. */
    restated: cells,
    /** The words cannot be compared: the cell was not judged, or is not; or the provider offers the tool in one of the two. */
    other: cells,
    providers: Type.Array(ChangedOffer),
    /** Libraries of both in none of the lists of cells, and with the same adapters. */
    unchanged: Type.Array(Type.Object({ library: text, packages: Type.Array(MovedPackage) }, closed)),
    new: OnlyOne,
    gone: OnlyOne,
  },
  { $id: 'changes.schema.json', title: 'Changes between two snapshots', additionalProperties: false },
);

export type Changes = Type.Static<typeof Changes>;
export type ChangedCell = Type.Static<typeof ChangedCell>;
export type ChangedIssue = Type.Static<typeof ChangedIssue>;
export type ChangedOffer = Type.Static<typeof ChangedOffer>;
export type MovedPackage = Type.Static<typeof MovedPackage>;
export type OnlyOne = Type.Static<typeof OnlyOne>;
