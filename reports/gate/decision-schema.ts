/** What the gate decided of two states, and why. */
import Type from 'typebox';
import { Change } from '../../recordings/format/change.ts';
import { CaseResult, ListedIssue } from '../../spec/results/schema.ts';
import { ChangedCell } from '../compare/compare.ts';

/** Version of this schema; a change that a reader must know of raises it. */
export const gateVersion = 1;

const closed = { additionalProperties: false };
const text = Type.String();

/** `fails`: the run does not pass. `told`: it should be looked at. `better`: something is, now. */
const FindingLevel = Type.Enum(['fails', 'told', 'better']);

const Check = CaseResult.properties.checks.items;

export const GateFinding = Type.Object(
  {
    /** The rule that found it. */
    rule: text,
    /** The rule's, unless what it finds was accepted: then it is `told`. */
    level: FindingLevel,
    /** It would fail, and who called the gate accepts what the rule finds. */
    accepted: Type.Optional(Type.Literal(true)),
    /** One sentence, understandable alone. */
    what: text,
    todo: text,
    /** `file:line` of what to look at, relative to the repository. */
    place: Type.Optional(text),
    case: Type.Optional(text),
    adapter: Type.Optional(text),
    implementation: Type.Optional(text),
    providerApi: Type.Optional(text),
    tool: Type.Optional(text),
    before: Type.Optional(text),
    after: Type.Optional(text),
    /** The first check that fails now, with what it found. */
    check: Type.Optional(Check),
    /** The command that plays the case again. */
    replay: Type.Optional(text),
  },
  closed,
);

const { adapter, id, title, impact, state, covers, place } = ListedIssue.properties;

const Listed = Type.Object(
  {
    ...{ adapter, id, title, impact, state, covers, place },
    /** Who wrote the line, by `git blame`; absent where nobody has committed it. */
    by: Type.Optional(text),
  },
  { ...closed, title: 'Listed' },
);

/** A recording that is not the same on both sides. */
const ChangedRecording = Type.Object(
  {
    /** `<provider-api>/<tool>/<scenario>.json#<transport>` */
    name: text,
    status: Type.Enum(['added', 'removed', 'changed']),
    changes: Type.Array(Change),
    /** Why nothing can be said of its changes. */
    problem: Type.Optional(text),
  },
  closed,
);

export const Decision = Type.Object(
  {
    version: Type.Literal(gateVersion),
    passes: Type.Boolean(),
    base: Type.Object(
      {
        /** As it was asked for: a file, a folder or a git revision. */
        name: text,
        /** Of a revision, the commit that was compared with. */
        commit: Type.Optional(text),
        asOf: text,
      },
      closed,
    ),
    /** The day on which the run was judged. */
    asOf: text,
    /** What has to be known of how runs were compared: other selections, a base that could not be played. */
    notes: Type.Array(text),
    knownIssues: Type.Object(
      {
        added: Type.Array(Listed),
        changed: Type.Array(Type.Object({ before: Listed, after: Listed, members: Type.Array(text) }, closed)),
        removed: Type.Array(Listed),
      },
      closed,
    ),
    /** Where recordings were compared, those that differ. */
    recordings: Type.Optional(Type.Array(ChangedRecording)),
    /** Cells, by implementation, that stand otherwise; the words are those of the report. */
    cells: Type.Array(ChangedCell),
    /** The worst first. */
    findings: Type.Array(GateFinding),
    /** All rules, whether they found anything or not. */
    rules: Type.Array(Type.Object({ id: text, level: FindingLevel, title: text, why: text }, closed)),
    /** What the checks of the findings demand. */
    checks: Type.Array(
      Type.Object(
        {
          id: text,
          title: text,
          reason: text,
          sources: Type.Array(Type.Object({ title: text, url: Type.Optional(text) }, closed)),
        },
        closed,
      ),
    ),
    counts: Type.Object(
      {
        cases: Type.Integer(),
        /** Cases that both sides have or could have had. */
        compared: Type.Integer(),
        fails: Type.Integer(),
        told: Type.Integer(),
        better: Type.Integer(),
      },
      closed,
    ),
  },
  { $id: 'gate.schema.json', title: 'What the gate decided of a run', additionalProperties: false },
);

export type Decision = Type.Static<typeof Decision>;
export type GateFinding = Type.Static<typeof GateFinding>;
export type ChangedRecording = Type.Static<typeof ChangedRecording>;
