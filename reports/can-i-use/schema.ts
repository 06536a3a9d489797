/** What `can-i-use` answers, as `--json` prints it. */
import Type from 'typebox';
import { lifecycles, supportLevels } from '../../matrix/schema.ts';
import { Source } from '../../spec/engine/verdict.ts';
import { ListedIssue } from '../../spec/results/schema.ts';
import { cellStates } from '../cells/cell-state.ts';

const closed = { additionalProperties: false };
const text = Type.String();
const number = Type.Integer({ minimum: 0 });
const Support = Type.Enum([...supportLevels]);
const Lifecycle = Type.Enum([...lifecycles]);

const standing = {
  /** `yes` alone is good without reading further. */
  answer: Type.Enum(['yes', 'in-part', 'no', 'unknown']),
  /** Finer than the answer: the state that the report shows of the cell. */
  state: Type.Enum(Object.keys(cellStates)),
  /** The answer in one sentence. */
  says: text,
};

export const CanIUse = Type.Object(
  {
    version: Type.Literal(2),
    tool: text,
    providerApi: text,
    /** Who was asked about; absent where the run had no adapter of the provider API. */
    adapter: Type.Optional(text),
    /** Only this way of asking, where one was named. */
    mode: Type.Optional(Type.Enum(['complete', 'stream'])),
    ...standing,
    /** What keeps core and extended conversations from working whole, the worst first; at most three. */
    gaps: Type.Array(Type.Object({ title: text, impact: ListedIssue.properties.impact, cases: number }, closed)),
    /** The state with the newest releases of the library, where they were run and it is another one. */
    newest: Type.Optional(
      Type.Object(
        {
          state: Type.Enum(Object.keys(cellStates)),
          packages: Type.Array(Type.Object({ name: text, version: text }, closed)),
        },
        closed,
      ),
    ),
    /** What the matrix says of the provider API, whoever asks it. */
    claimed: Type.Object(
      {
        support: Support,
        lifecycle: Lifecycle,
        /** The whole API: how long it is served, with the days where they are known. */
        api: Type.Object(
          { lifecycle: Lifecycle, since: Type.Optional(text), until: Type.Optional(text), notes: Type.Optional(text) },
          closed,
        ),
        notes: Type.Optional(text),
        /** Surfaces and variants that are not as the cell says. */
        elsewhere: Type.Array(
          Type.Object(
            { id: text, support: Support, lifecycle: Type.Optional(Lifecycle), notes: Type.Optional(text) },
            closed,
          ),
        ),
        by: Type.Array(Type.Object({ who: text, date: text, support: Support, source: Source }, closed)),
      },
      closed,
    ),
    /** What was tried in the run. */
    proof: Type.Object(
      {
        cases: number,
        passed: number,
        /** What the cases were replayed from; absent where nothing was. */
        evidence: Type.Optional(Type.Enum(['live', 'documented', 'mixed'])),
        /** Recorded live: the oldest recording. Documented: the oldest of the public sources of today. */
        oldest: Type.Optional(text),
        /** Days from `oldest` to the day of the run. */
        ageInDays: Type.Optional(Type.Integer()),
        /** The last day on which all the recordings are believed. */
        freshUntil: Type.Optional(text),
        stale: Type.Boolean(),
      },
      closed,
    ),
    /** The known issues behind what does not pass. */
    knownIssues: Type.Array(
      Type.Object(
        {
          id: text,
          title: text,
          impact: ListedIssue.properties.impact,
          state: ListedIssue.properties.state,
          place: text,
          /** How many of these cases. */
          cases: number,
        },
        closed,
      ),
    ),
    /** What the other implementations of the provider API came to. */
    others: Type.Array(Type.Object({ adapter: text, ...standing }, closed)),
    run: Type.Object({ asOf: text, isSelection: Type.Boolean() }, closed),
    /** Commands that show more, and play it again. */
    commands: Type.Object({ explain: text, replay: Type.Optional(text) }, closed),
  },
  { $id: 'can-i-use.schema.json', title: 'Whether a tool can be used through an adapter', additionalProperties: false },
);

export type CanIUse = Type.Static<typeof CanIUse>;
export type Standing = Pick<CanIUse, 'answer' | 'state' | 'says'>;
