import type { Matrix } from '../../matrix/model.ts';
import { type CaseResult, type Results, resultsVersion } from '../../spec/results/schema.ts';
import { type KeptRun, type KeptScenario, keptRunVersion } from './schema.ts';

/** What is kept of a run. Pure. */
export function keptRunOf({ run, matrix, cases, problems }: Results): KeptRun {
  const { asOf, selection, thorough, adapters, exceptions } = run;
  const { providers = [] } = (matrix ?? {}) as Partial<Matrix>;
  return {
    version: keptRunVersion,
    asOf,
    selection,
    ...(thorough ? { thorough } : {}),
    adapters,
    ...(exceptions ? { exceptions } : {}),
    problems: problems.length,
    claims: Object.fromEntries(
      providers.map(({ id, cells }) => [
        id,
        Object.fromEntries(Object.entries(cells).map(([tool, c]) => [tool, [c.support, c.lifecycle]])),
      ]),
    ),
    cases: nested(cases, [(c) => c.adapter, (c) => c.tool, (c) => c.scenario], scenarioOf) as KeptRun['cases'],
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
 * A kept run as results, as far as it goes: who took part, what was claimed, and every case with its verdict and evidence, but
 * nothing of what was seen or found. Enough to compare it, and to count. Pure.
 */
export function resultsOf({
  asOf,
  selection,
  thorough,
  adapters,
  exceptions,
  problems,
  claims,
  cases,
}: KeptRun): Results {
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
    version: resultsVersion,
    run: { asOf, selection, ...(thorough ? { thorough } : {}), adapters, ...(exceptions ? { exceptions } : {}) },
    matrix: { tools: tools.map((id) => ({ id })), providers },
    checks: [],
    cases: all,
    problems: Array.from({ length: problems }, () => ({ place: '', message: '', hint: '' })),
    counts: { generated: all.length, executed: all.length, asserted: 0, compared: 0, connections: 0 },
  };
}

function casesOf(
  { id: adapter, implementation, providerApi }: KeptRun['adapters'][number],
  tools: KeptRun['cases'][string] = {},
): CaseResult[] {
  return Object.entries(tools).flatMap(([tool, scenarios]) =>
    Object.entries(scenarios).flatMap(([scenario, { kind, thorough, ...outcomes }]) =>
      (['complete', 'stream'] as const).flatMap((mode): CaseResult[] => {
        const outcome = outcomes[mode];
        if (!outcome) return [];
        const [verdict, evidence] = outcome;
        const id = `${adapter}/${tool}/${scenario}/${mode}`;
        const what = { id, kind, adapter, implementation, providerApi, tool, scenario, mode, verdict, evidence };
        return [
          { ...what, title: scenario, purpose: '', checks: [], unread: [], replay: thorough ? thoroughOption : '' },
        ];
      }),
    ),
  );
}
