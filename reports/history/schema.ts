import Type from 'typebox';
import { type Verdict, Verdict as VerdictSchema } from '../../spec/engine/verdict.ts';
import { CaseResult, ListedException, RunAdapter } from '../../spec/results/schema.ts';

/** Version of this schema; a change that a reader must know of raises it. */
export const keptRunVersion = 1;

const closed = { additionalProperties: false };
const text = Type.String();
const count = Type.Integer({ minimum: 0 });

type Grade = CaseResult['evidence'];

/** Two texts, one behind the other. */
const pair = <A extends string, B extends string>(
  first: Type.TSchema,
  second: Type.TSchema,
  options: Type.TSchemaOptions = {},
) => Type.Unsafe<[A, B]>({ type: 'array', prefixItems: [first, second], items: false, minItems: 2, ...options });

/** What came of a case, and how good the proof is. */
const Outcome = pair<Verdict, Grade>(VerdictSchema, CaseResult.properties.evidence, { title: 'Outcome' });

const Scenario = Type.Object(
  {
    kind: CaseResult.properties.kind,
    /** Only a thorough run has it. */
    thorough: Type.Optional(Type.Literal(true)),
    complete: Type.Optional(Outcome),
    stream: Type.Optional(Outcome),
  },
  closed,
);

/** What is kept of a run when the run itself is gone: enough to draw a trend, and to compare it with another one case by case. */
export const KeptRun = Type.Object(
  {
    version: Type.Literal(keptRunVersion),
    /** The day of the run. */
    asOf: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    selection: Type.Record(text, Type.Array(text)),
    thorough: Type.Optional(Type.Literal(true)),
    adapters: Type.Array(RunAdapter),
    exceptions: Type.Optional(Type.Array(ListedException)),
    /** What failed the run without being a case. */
    problems: count,
    /** What the availability table said, by provider API and tool: support and lifecycle. */
    claims: Type.Record(text, Type.Record(text, pair<string, string>(text, text))),
    /** What came of every case, by adapter, tool and scenario. */
    cases: Type.Record(text, Type.Record(text, Type.Record(text, Scenario))),
  },
  { $id: 'kept-run.schema.json', title: 'What is kept of a run', additionalProperties: false },
);

export type KeptRun = Type.Static<typeof KeptRun>;
export type KeptScenario = Type.Static<typeof Scenario>;
