/** What is archived of a run when the run itself is gone: its form, and the folder where runs are kept. */
import Type from 'typebox';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Matrix } from '../../matrix/model.ts';
import { type Verdict, Verdict as VerdictSchema } from '../../spec/engine/verdict.ts';
import { CaseResult, ListedIssue, type Results, RunAdapter } from '../../spec/results/schema.ts';
import type { Side, SideCase } from '../compare/compare.ts';

/** Version of this schema; a change that a reader must know of raises it. */
const keptRunVersion = 1;

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

/** What is archived of a run when the run itself is gone: enough to draw a trend, and to compare it with another one case by case. */
export const ArchivedRun = Type.Object(
  {
    version: Type.Literal(keptRunVersion),
    /** The day of the run. */
    asOf: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    selection: Type.Record(text, Type.Array(text)),
    thorough: Type.Optional(Type.Literal(true)),
    adapters: Type.Array(RunAdapter),
    knownIssues: Type.Optional(Type.Array(ListedIssue)),
    /** What was known before there were known issues; it is compared with nothing. */
    exceptions: Type.Optional(Type.Array(Type.Unknown())),
    /** What failed the run without being a case. */
    problems: count,
    /** What the availability table said, by provider API and tool: support and lifecycle. */
    claims: Type.Record(text, Type.Record(text, pair<string, string>(text, text))),
    /** What came of every case, by adapter, tool and scenario. */
    cases: Type.Record(text, Type.Record(text, Type.Record(text, Scenario))),
  },
  { $id: 'archived-run.schema.json', title: 'What is archived of a run', additionalProperties: false },
);

export type ArchivedRun = Type.Static<typeof ArchivedRun>;
type KeptScenario = Type.Static<typeof Scenario>;

/** What is archived of a run. Pure. */
export function keptRunOf({ run, matrix, cases, problems }: Results): ArchivedRun {
  const { asOf, selection, thorough, adapters, knownIssues } = run;
  const { providers = [] } = (matrix ?? {}) as Partial<Matrix>;
  return {
    version: keptRunVersion,
    asOf,
    selection,
    ...(thorough ? { thorough } : {}),
    adapters,
    ...(knownIssues ? { knownIssues } : {}),
    problems: problems.length,
    claims: Object.fromEntries(
      providers.map(({ id, cells }) => [
        id,
        Object.fromEntries(Object.entries(cells).map(([tool, c]) => [tool, [c.support, c.lifecycle]])),
      ]),
    ),
    cases: nested(cases, [(c) => c.adapter, (c) => c.tool, (c) => c.scenario], scenarioOf) as ArchivedRun['cases'],
  };
}

/** One object within the other: by the first key, then by the second. */
function nested<T>(
  items: readonly T[],
  keys: readonly ((item: T) => string)[],
  make: (items: readonly T[]) => unknown,
): unknown {
  const [key, ...rest] = keys;
  if (!key) return make(items);
  return Object.fromEntries([...Map.groupBy(items, key)].map(([name, own]) => [name, nested(own, rest, make)]));
}

function scenarioOf(cases: readonly CaseResult[]): KeptScenario {
  const [first] = cases as readonly [CaseResult, ...CaseResult[]];
  return {
    kind: first.kind,
    ...(first.replay.endsWith(thoroughOption) ? { thorough: true as const } : {}),
    ...Object.fromEntries(cases.map((c) => [c.mode, [c.verdict, c.evidence]])),
  };
}

/** How the command ends that plays what only a thorough run has. */
const thoroughOption = ' --thorough';

/**
 * An archived run as a side of a comparison: who took part, what was claimed, and every case with its verdict and evidence, but nothing of
 * what was seen or found. Pure.
 */
export function sideOf({
  asOf,
  selection,
  thorough,
  adapters,
  knownIssues,
  problems,
  claims,
  cases,
}: ArchivedRun): Side {
  const tools = [...new Set(Object.values(claims).flatMap((cells) => Object.keys(cells)))];
  const providers = Object.entries(claims).map(([id, cells]) => ({
    id,
    cells: Object.fromEntries(
      Object.entries(cells).map(([tool, [support, lifecycle]]) => [
        tool,
        { support, lifecycle, claims: [], sources: [] },
      ]),
    ),
  }));
  const all = adapters.flatMap((adapter) =>
    casesOf(adapter, Object.hasOwn(cases, adapter.id) ? cases[adapter.id] : {}),
  );
  return {
    run: { asOf, selection, ...(thorough ? { thorough } : {}), adapters, ...(knownIssues ? { knownIssues } : {}) },
    matrix: { tools: tools.map((id) => ({ id })), providers },
    cases: all,
    problems: Array.from({ length: problems }, () => ({ place: '', message: '', hint: '' })),
  };
}

function casesOf(
  { id: adapter, implementation, providerApi }: ArchivedRun['adapters'][number],
  tools: ArchivedRun['cases'][string] = {},
): SideCase[] {
  return Object.entries(tools).flatMap(([tool, scenarios]) =>
    Object.entries(scenarios).flatMap(([scenario, { kind, thorough, ...outcomes }]) =>
      (['complete', 'stream'] as const).flatMap((mode): SideCase[] => {
        const outcome = outcomes[mode];
        if (!outcome) return [];
        const [verdict, evidence] = outcome;
        const id = `${adapter}/${tool}/${scenario}/${mode}`;
        const replay = thorough ? thoroughOption : '';
        return [{ id, kind, adapter, implementation, providerApi, tool, scenario, mode, verdict, evidence, replay }];
      }),
    ),
  );
}

/** A run of before, by its name. */
export interface NamedRun {
  readonly id: string;
  readonly run: ArchivedRun;
}

/** The same run gives the same text. */
export const keptRunText = (run: ArchivedRun): string => `${canonicalJson(run)}\n`;
