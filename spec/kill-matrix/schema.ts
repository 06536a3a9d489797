import Type from 'typebox';
import { Level } from '../engine/verdict.ts';
import { defectId, Phase } from './known-defects.ts';

/** Version of this schema; a change that a reader must know of raises it. */
export const killMatrixVersion = 3;

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const closed = { additionalProperties: false };

/**
 * Where a reader of results sees a defect, the most ordinary place first: the word of the cell by a core or extended conversation, the
 * numbers beside it, a rejection or declaration that fails, or a warning of a check that SHOULD hold, which changes no word.
 */
export const places = ['core', 'extended', 'edge', 'robustness', 'rejection', 'declaration', 'warning'] as const;
export type Place = (typeof places)[number];

const Shown = Type.Object({
  /** The first of these places in which the defect shows; absent where it shows nowhere. */
  shownBy: Type.Optional(Type.Enum([...places])),
  /** The word of the cell there, by its id; of several cells the best one. */
  word: Type.Optional(text),
});
export type Shown = Type.Static<typeof Shown>;

/** A broken adapter that was played, and what came of it. */
const PlayedDefect = Type.Object(
  {
    id: text,
    /** The defect, as the title of an issue. */
    defect: text,
    providerApi: text,
    phase: Phase,
    /** The check that is meant to catch it; no other counts. */
    caughtBy: text,
    caught: Type.Boolean(),
    ...Shown.properties,
    /** Known defects of real adapters that it has, in their real shape. */
    from: Type.Array(Type.Object({ id: defectId, defect: text, url: text }, closed)),
    /** Every case it was played on, by id, with the checks that failed (MUST) or warned. */
    cases: Type.Array(Type.Object({ case: text, failed: Type.Array(text), warned: Type.Array(text) }, closed)),
  },
  closed,
);

/** What the checks are worth: broken adapters × checks. Published as `kill-matrix.json`, beside the results. */
export const KillMatrix = Type.Object(
  {
    version: Type.Literal(killMatrixVersion),
    /** How many broken adapters were played, and how many of them were caught by the check meant for them. */
    broken: count,
    caught: count,
    /** How many checks were asked to catch something. */
    checks: count,
    /** Checks that killed nothing. */
    idleChecks: Type.Array(text),
    /** How many rules of provider APIs were asked to catch something, and those that no broken adapter breaks alone: `anthropic/call-id-format`. */
    rules: count,
    idleRules: Type.Array(text),
    /** Broken adapters that were not caught in every case in which they should show. */
    missed: Type.Array(Type.Object({ id: text, caughtBy: text, why: Type.Array(text), command: text }, closed)),
    /** By check: the broken adapters that it was meant to catch and did. */
    kills: Type.Array(Type.Object({ check: text, level: Level, broken: Type.Array(text) }, closed)),
    matrix: Type.Array(PlayedDefect),
  },
  { $id: 'kill-matrix.schema.json', title: 'What the checks are worth', additionalProperties: false },
);

export type KillMatrix = Type.Static<typeof KillMatrix>;
export type PlayedDefect = Type.Static<typeof PlayedDefect>;
