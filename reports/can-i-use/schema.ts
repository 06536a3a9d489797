/** What `can-i-use` answers, as `--json` prints it. */
import Type from 'typebox';
import { effects, sourceGrades, UnplayedReason } from '../../matrix/limits.ts';
import { lifecycles, SourceSchema, supportLevels } from '../../matrix/schema.ts';
import { KnownIssueEntry } from '../../spec/engine/known-issues.ts';
import { EvidenceGrade, Impact } from '../../spec/verdicts/impact.ts';
import { type CellState, cellStates } from '../cells/cell-state.ts';
import { Share } from '../snapshot/schema.ts';

const closed = { additionalProperties: false };
const text = Type.String();
const Word = Type.Enum(Object.keys(cellStates) as CellState[]);
const Packages = Type.Array(Type.Object({ name: text, version: text }, closed));

const Answer = Type.Object(
  {
    tool: text,
    providerApi: text,
    /** Absent where no library has an adapter for the provider API. */
    library: Type.Optional(text),
    /** Absent where the library has none for the provider API: then the word is not its own. */
    adapter: Type.Optional(text),
    word: Word,
    /** Conversations that work, by tier, and trials with damaged responses. */
    shares: Type.Object({ core: Share, extended: Share, edge: Share, robustness: Share }, closed),
    /** The weakest evidence of the core conversations. Absent where none was replayed. */
    evidence: Type.Optional(EvidenceGrade),
    /** What the provider says of the tool. Absent where it does not offer it, and of tools beyond the matrix. */
    offered: Type.Optional(
      Type.Object({ support: Type.Enum(supportLevels), lifecycle: Type.Enum(lifecycles) }, closed),
    ),
    /** How long the API is served, with the days where they are known. A retired API cannot be used, whatever the word. */
    api: Type.Object(
      { lifecycle: Type.Enum(lifecycles), since: Type.Optional(text), until: Type.Optional(text) },
      closed,
    ),
    /** What keeps core and extended conversations from working, the worst first. */
    gaps: Type.Array(
      Type.Object(
        {
          /** `<adapter>/<id>`, for `atc known-issues show`. Absent where no known issue covers it. */
          issue: Type.Optional(text),
          title: text,
          impact: Impact,
          conversations: Type.Integer({ minimum: 1 }),
          upstream: Type.Optional(KnownIssueEntry.properties.upstream),
          /** The first version without it. */
          fixed: Type.Optional(text),
        },
        closed,
      ),
    ),
    /** What works better: other libraries or, where the provider does not offer the tool, its other APIs and other providers. */
    instead: Type.Array(Type.Object({ library: text, providerApi: text, word: Word }, closed)),
    /** Those of the adapter that belong to the provider; all of them where none can be told. */
    packages: Packages,
    /** The word with the newest releases, where they were run and it is another one. */
    newest: Type.Optional(Type.Object({ word: Word, packages: Packages }, closed)),
    /** The command that runs the cases, and the place of the cell in the report that it writes. */
    proof: Type.Optional(Type.Object({ run: text, page: text }, closed)),
  },
  { ...closed, title: 'Answer' },
);

const ids = Type.Optional(Type.Array(text));
const Effect = Type.Enum(effects);

const FoundLimit = Type.Object(
  {
    /** The tool, or the two things in one request, that it is said of. */
    of: Type.Array(text),
    models: ids,
    surfaces: ids,
    since: Type.Optional(text),
    until: Type.Optional(text),
    /** What else the request has. */
    when: Type.Optional(text),
    effect: Effect,
    /** The error of the service. */
    says: Type.Optional(text),
    notes: Type.Optional(text),
    source: Type.Object(
      { ...SourceSchema.properties, date: text, grade: Type.Optional(Type.Enum(sourceGrades)) },
      closed,
    ),
    /** Scenarios (`<tool>/<scenario>`) and rules (`rule:<id>`) that try it. */
    played: ids,
    /** Why nothing tries it. */
    unplayed: Type.Optional(UnplayedReason),
    /** Of a run: what came of them. */
    results: Type.Optional(Type.Array(Type.Object({ case: text, verdict: text }, closed))),
  },
  { ...closed, title: 'Limit' },
);
export type FoundLimit = Type.Static<typeof FoundLimit>;

const FoundLimits = Type.Object({ providerApi: text, effect: Effect, limits: Type.Array(FoundLimit) }, closed);
export type FoundLimits = Type.Static<typeof FoundLimits>;

export const CanIUse = Type.Object(
  {
    version: Type.Literal(3),
    /** The version of this project that judged. */
    suite: text,
    /** As it was understood. */
    question: Type.Object(
      {
        tool: text,
        providerApis: Type.Array(text),
        library: Type.Optional(text),
        beside: Type.Optional(text),
        /** The family of the model. */
        models: Type.Optional(text),
        surface: Type.Optional(text),
      },
      closed,
    ),
    /** One for each library or provider API, the best first. */
    answers: Type.Array(Answer, { minItems: 1 }),
    /** What depends on another tool, the model or the surface, by provider API, where one of them was named. */
    limits: Type.Optional(Type.Array(FoundLimits)),
  },
  { $id: 'can-i-use.schema.json', title: 'Whether a tool can be used through a library', additionalProperties: false },
);

export type CanIUse = Type.Static<typeof CanIUse>;
export type Answer = Type.Static<typeof Answer>;
