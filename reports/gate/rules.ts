/** What the gate looks for: rules over two states and what is otherwise in the later one. */

import { countOf } from '../../lib/count-of.ts';
import type { Matrix } from '../../matrix/model.ts';
import { caseName, withoutTrial } from '../../spec/engine/known-issues.ts';
import type { RunProblem } from '../../spec/engine/verdict.ts';
import type { Results } from '../../spec/results/schema.ts';
import {
  type CaseChange,
  type Comparison,
  claimOf,
  firstFailed,
  isChosen,
  type Side,
  type SideCase,
} from '../compare/compare.ts';
import { staleCells } from '../freshness/stale.ts';
import { isAcceptable } from '../summary/summary.ts';
import type { GateFinding } from './decision-schema.ts';

/** The state that is judged. */
export interface Judged extends Side, Pick<Results, 'checks' | 'counts'> {}

/** What a rule looks at. */
export interface GateInput {
  readonly before: Side;
  readonly after: Judged;
  readonly comparison: Comparison;
}

/** A thing that a rule found; what to do is the rule's, unless it says so itself. */
type Found = Omit<GateFinding, 'rule' | 'level' | 'accepted' | 'todo'> & { readonly todo?: string };

/** One thing that a gate looks for. */
export interface Rule {
  readonly id: string;
  readonly level: GateFinding['level'];
  /** What it looks for. */
  readonly title: string;
  /** Why anyone should care. */
  readonly why: string;
  /** What to do about it. */
  readonly todo: string;
  /** Whether who calls the gate may accept what it finds: it may be meant. */
  readonly acceptable?: true;
  /** Whether it judges runs, recordings that changed, or both; runs unless told. */
  readonly judges?: 'both' | 'recordings';
  /** Pure. */
  readonly find: (input: GateInput) => readonly Found[];
}

// What is told of a case

/** The file of an adapter, where what is wrong with it is shown. */
const adapterPlace = ({ implementation, providerApi }: Pick<SideCase, 'implementation' | 'providerApi'>): string =>
  `adapters/${implementation}/${providerApi}/adapter.ts:1`;

function aboutCase(c: SideCase): Omit<Found, 'what'> {
  const { id, adapter, implementation, providerApi, tool, replay } = c;
  const [failed, todo] = [firstFailed(c), todoOf(c)];
  return {
    case: id,
    adapter,
    implementation,
    providerApi,
    tool,
    place: adapterPlace(c),
    // The first finding tells enough; the report has all.
    ...(failed ? { check: { ...failed, findings: failed.findings.slice(0, 1) } } : {}),
    ...(todo ? { todo } : {}),
    replay,
  };
}

/** The next step for a case that fails because of its recording. */
function todoOf({ verdict }: SideCase): string | undefined {
  if (verdict === 'error') {
    return 'the recording differs from its scenario or from the types of its provider: record it again, or correct the scenario or the types (CONTRIBUTING.md)';
  }
  return verdict === 'not-testable' ? 'a recording is missing: record it, or restore it' : undefined;
}

/** A changed case with both verdicts. */
const aboutChange = (before: SideCase, after: SideCase): Omit<Found, 'what'> => ({
  ...aboutCase(after),
  before: before.verdict,
  after: after.verdict,
});

/** The reason for which a case is not acceptable: of an error its reason, of a failure its first finding. */
const reasonOf = (c: SideCase): string => {
  const found = firstFailed(c)?.findings[0]?.message;
  return (c.verdict === 'error' ? (c.reason ?? found) : (found ?? c.reason)) ?? 'no reason';
};

/** The changes of cases that both sides have. */
function changed(
  { comparison }: GateInput,
  tell: (was: SideCase, is: SideCase, change: CaseChange) => Found | undefined,
): Found[] {
  return comparison.cases.flatMap((change) => {
    const { before: was, after: is } = change;
    return (was && is && tell(was, is, change)) ?? [];
  });
}

/** Cases whose evidence is another one, told from the recording where it has a place. */
const ofEvidence = ({ comparison }: GateInput, wanted: 'worse' | 'better', isTold: (after: SideCase) => boolean) =>
  comparison.evidence.flatMap(({ id, direction, before, after }): Found[] =>
    direction !== wanted || after.kind === 'rejection' || !isTold(after)
      ? []
      : [
          {
            ...aboutCase(after),
            ...(wanted === 'worse' && after.cassette ? { place: `${after.cassette.path}:1` } : {}),
            before: before.evidence,
            after: after.evidence,
            what: `${id}: ${before.evidence} → ${after.evidence}`,
          },
        ],
  );

// Known issues

/** True for a case that fails only because a known issue covers it, and it passes. */
const passesUnexpectedly = (c: SideCase): boolean =>
  c.verdict === 'fail' && c.unexpectedPasses !== undefined && !(c.checks ?? []).some(({ status }) => status === 'fail');

/** What known issues cover of each case of a side, whatever the trial; nothing where the side does not say. */
function coveredIn({ run }: Side): ((c: SideCase) => ReadonlySet<string>) | undefined {
  if (!run.knownIssues) return undefined;
  const byAdapter = Map.groupBy(run.knownIssues, ({ adapter }) => adapter);
  return ({ id, adapter }) => {
    const own = byAdapter.get(adapter) ?? [];
    return new Set(own.flatMap(({ covers }) => covers[caseName(id)] ?? []).map(withoutTrial));
  };
}

/** What known issues cover in cases that were acceptable before, and did not cover then. */
function newlyCovered({ before, after }: GateInput): Found[] {
  const [covered, coveredNow] = [coveredIn(before), coveredIn(after)];
  const old = new Map(before.cases.map((c) => [c.id, c]));
  return after.cases.flatMap((is) => {
    const was = old.get(is.id);
    if (!was || !isAcceptable(was) || !isAcceptable(is) || is.verdict === 'pass') return [];
    const known = covered?.(was);
    const groups = known && coveredNow ? [...coveredNow(is)].filter((group) => !known.has(group)) : [];
    if (was.verdict !== 'pass' && groups.length === 0) return [];
    const place = after.run.knownIssues?.find(
      ({ adapter, id }) => adapter === is.adapter && is.knownIssues?.includes(id),
    )?.place;
    const what =
      was.verdict === 'pass'
        ? `${is.id}: passed at the base, ${is.verdict} now: ${is.reason ?? 'no reason'}`
        : `${is.id}: a known issue now covers ${groups.join(', ')}`;
    return [{ ...aboutChange(was, is), ...(place === undefined ? {} : { place }), what }];
  });
}

// Problems

/** The problems of a run that no other rule reports. */
function unexplainedProblems(side: Side): readonly RunProblem[] {
  const explained = new Set(
    side.cases.flatMap(({ id, unexpectedPasses = {} }) =>
      Object.keys(unexpectedPasses).map((issue) => `${id}: the known issue "${issue}"`),
    ),
  );
  return side.problems.filter(
    ({ message }) => !explained.has(/^\S+: the known issue "[^"]*"/.exec(message)?.[0] ?? ''),
  );
}

/** The key of a problem without its line, which changes with any line above. */
const problemKey = ({ place, message }: RunProblem): string => `${place.replace(/:\d+(:\d+)?$/, '')} ${message}`;

function problems({ before, after }: GateInput, wasThere: boolean): Found[] {
  const known = new Set(before.problems.map(problemKey));
  return unexplainedProblems(after)
    .filter((p) => known.has(problemKey(p)) === wasThere)
    .map(({ place, message, hint }) => ({ place, what: message, todo: hint }));
}

// Removed cases

/** Adapters of the base that this run lacks. */
function goneAdapters({ before, after }: GateInput): ReadonlySet<string> {
  const present = new Set(after.run.adapters.map(({ id }) => id));
  return new Set(before.run.adapters.map(({ id }) => id).filter((id) => !present.has(id)));
}

/** True while the matrix says of the cell what it said; what is no tool of it is claimed as long as its column is there. */
function isClaimed({ before, after }: GateInput, c: { readonly tool: string; readonly providerApi: string }): boolean {
  const [was, is] = [before, after].map((side) => claimOf(side, c.providerApi, c.tool)?.support);
  return was === is || isClaim(is);
}

const isClaim = (support: string | undefined): boolean => support === 'yes' || support === 'partial';

function vanished(input: GateInput): Found[] {
  const gone = input.comparison.cases.flatMap(({ before: c, after }) => (c && !after && isClaimed(input, c) ? c : []));
  const withAdapters = goneAdapters(input);
  const isWhole = ({ adapter }: SideCase) => withAdapters.has(adapter);
  const whole = [...Map.groupBy(gone.filter(isWhole), (c) => c.adapter)].map(([adapter, cases]): Found => {
    const { implementation = '', providerApi = '' } = cases[0] ?? {};
    const what = `adapter "${adapter}" was removed, with ${countOf(cases.length, 'case')}`;
    return { adapter, implementation, providerApi, place: adapterPlace({ implementation, providerApi }), what };
  });
  const single = gone
    .filter((c) => !isWhole(c))
    .map(
      (c): Found => ({
        ...aboutGone(c),
        place: `spec/scenarios/${c.tool}.yaml:1`,
        what: `${c.id} was removed, but the matrix still claims ${c.tool} on ${c.providerApi}`,
      }),
    );
  return [...whole, ...single];
}

const aboutGone = ({ id, adapter, implementation, providerApi, tool, verdict }: SideCase): Omit<Found, 'what'> => ({
  case: id,
  adapter,
  implementation,
  providerApi,
  tool,
  before: verdict,
});

/** True for a case that says that its recording is at fault. Those that play many conversations are at fault for another of them as well. */
const isFaulty = ({ implementation, kind, verdict }: SideCase): boolean =>
  implementation === 'reference' && kind !== 'client-setup' && kind !== 'fault' && verdict === 'error';

/** True for a case that passed at the base and fails now. */
const isRegression = (was: SideCase, is: SideCase): boolean => isAcceptable(was) && !isAcceptable(is);

/** All rules of the gate in the order of the report, most serious first. */
export const rules: readonly Rule[] = [
  {
    id: 'no-cases-run',
    level: 'fails',
    title: 'Not every case ran',
    why: 'A run without its cases would pass and prove nothing.',
    todo: 'correct the problems of the run; a conformance test that does not load runs no case',
    find: ({ after: { counts } }) => {
      if (counts.executed === 0) return [{ what: 'no case ran' }];
      if (counts.asserted === 0) return [{ what: `${counts.executed} cases ran, and none compared anything` }];
      if (counts.executed >= counts.generated) return [];
      return [{ what: `${counts.executed} of ${counts.generated} cases ran` }];
    },
  },
  {
    id: 'known-issue-added',
    level: 'fails',
    title: 'A known issue covers new findings',
    why: 'A known issue makes a run pass without a fix. A reviewer decides on that.',
    todo: 'fix the adapter; if its library has changed, a reviewer accepts it with --rule known-issue-added=allow',
    acceptable: true,
    find: newlyCovered,
  },
  {
    id: 'regression',
    level: 'fails',
    title: 'A case that passed fails now',
    why: 'Without this rule, users find the regression after the release.',
    todo: 'fix the adapter; the finding shows the recorded value and the value that the adapter returned',
    judges: 'both',
    find: (input) =>
      changed(input, (was, is, { id }) =>
        isRegression(was, is) && !passesUnexpectedly(is)
          ? { ...aboutChange(was, is), what: `${id}: ${was.verdict} → ${is.verdict}: ${reasonOf(is)}` }
          : undefined,
      ),
  },
  {
    id: 'recording-worse',
    level: 'fails',
    title: 'A failing case fails worse with the new recordings',
    why: 'The code is the same on both sides, so the recordings are the cause.',
    todo: 'compare the recordings; correct what the finding names, or record again',
    judges: 'recordings',
    find: (input) =>
      changed(input, (was, is, { id, direction }) =>
        direction === 'worse' && (!isRegression(was, is) || passesUnexpectedly(is))
          ? { ...aboutChange(was, is), what: `${id}: ${was.verdict} → ${is.verdict}: ${reasonOf(is)}` }
          : undefined,
      ),
  },
  {
    id: 'recording-faulty',
    level: 'fails',
    title: 'A recording differs from its scenario, or no case passes with it',
    why: 'A recording that does not fit its scenario cannot judge any adapter.',
    todo: 'record it again, or correct the scenario',
    judges: 'recordings',
    find: ({ before, after }) => {
      const wasError = new Set(before.cases.filter(isFaulty).map(({ id }) => id));
      const faulty = after.cases.filter((c) => isFaulty(c) && wasError.has(c.id));
      const unproved = after.cases.some(isAcceptable) ? [] : after.cases.slice(0, 1);
      return [
        ...faulty.map((c) => ({ ...aboutCase(c), what: `${c.id}: ${c.verdict}: ${reasonOf(c)}` })),
        ...unproved.map((c) => ({ ...aboutCase(c), what: `${c.id}: no case passes with it: ${reasonOf(c)}` })),
      ];
    },
  },
  {
    id: 'case-removed',
    level: 'fails',
    title: 'A case was removed while the matrix still claims its cell',
    why: 'The table would still say that the tool works, without a case that proves it.',
    todo: 'restore the scenario; if it was removed on purpose, use --rule case-removed=allow',
    acceptable: true,
    find: vanished,
  },
  {
    id: 'new-failure',
    level: 'fails',
    title: 'A new case fails',
    why: 'A new case must pass, or a known issue must explain why it fails.',
    todo: 'fix the adapter, or cover it by a known issue: atc known-issues accept',
    find: ({ before, after }) => {
      const known = new Set(before.cases.map(({ id }) => id));
      return after.cases
        .filter((c) => !known.has(c.id) && !isAcceptable(c) && !passesUnexpectedly(c))
        .map((c) => ({ ...aboutCase(c), after: c.verdict, what: `${c.id}: ${c.verdict}: ${reasonOf(c)}` }));
    },
  },
  {
    id: 'unexpected-pass',
    level: 'fails',
    title: 'A finding that a known issue covers no longer occurs',
    why: 'The defect is fixed, and the known issue would hide its return.',
    todo: 'add the fixed version to its "versions", and update "covers": atc known-issues accept',
    find: ({ after }) => {
      const passing = after.cases.flatMap((c) =>
        Object.entries(c.unexpectedPasses ?? {}).map(([issue, groups]) => ({ c, issue, groups })),
      );
      return [...Map.groupBy(passing, ({ c, issue }) => `${c.adapter}/${issue}`)].map(([name, all]) => {
        const [{ c, issue }] = all as [(typeof all)[number], ...typeof all];
        const place = after.run.knownIssues?.find(({ adapter, id }) => adapter === c.adapter && id === issue)?.place;
        return {
          ...{ case: c.id, adapter: c.adapter, implementation: c.implementation, replay: c.replay },
          ...(place === undefined ? {} : { place }),
          what: `known issue "${name}" covers cases that pass: ${all.map((one) => `${one.c.id} (${one.groups.join(', ')})`).join('; ')}`,
        };
      });
    },
  },
  {
    id: 'run-problem',
    level: 'fails',
    title: 'The run has a problem that the base did not have',
    why: 'A test that does not load, an unused recording or a known issue without a case does not appear as a failing case.',
    todo: 'follow the hint of the problem',
    find: (input) => problems(input, false),
  },
  {
    id: 'claim-untested',
    level: 'fails',
    title: 'The matrix has a new claim without a case',
    why: 'The table must not have claims that no case has tested.',
    todo: 'add a scenario with recordings (CONTRIBUTING.md, "A new scenario"), or set the cell to "unknown"',
    find: ({ before, after }) => {
      const { tools = [], providers = [] } = (after.matrix ?? {}) as Partial<Matrix>;
      const played = new Set(after.cases.filter((c) => c.kind === 'scenario').map((c) => `${c.tool}/${c.providerApi}`));
      const { adapters } = after.run;
      if (adapters.length === 0) return [];
      return providers.flatMap(({ id: providerApi }) =>
        tools.flatMap(({ id: tool }) => {
          const support = claimOf(after, providerApi, tool)?.support;
          // A provider API without an adapter is part of a run that names no adapter.
          const own = adapters.filter((a) => a.providerApi === providerApi);
          const couldPlay = [...own, { id: '' }].some(({ id }) => isChosen(after, { adapters: id, tools: tool }));
          const wasClaimed = isClaim(claimOf(before, providerApi, tool)?.support);
          if (!couldPlay || !isClaim(support) || wasClaimed || played.has(`${tool}/${providerApi}`)) return [];
          const what = `the matrix now says "${support}" for ${tool} on ${providerApi}, and no scenario tests it`;
          return [{ tool, providerApi, place: `matrix/provider-apis/${providerApi}.json:1`, what }];
        }),
      );
    },
  },
  {
    id: 'evidence-downgraded',
    level: 'fails',
    title: 'The evidence of a case is weaker than before',
    why: 'A recording of the provider proves more than a cassette written from documents.',
    todo: 'restore the recording, or record it again; if the provider removed the API, use --rule evidence-downgraded=allow',
    acceptable: true,
    judges: 'both',
    // Of a case that cannot be played any more, the verdict is told.
    find: (input) => ofEvidence(input, 'worse', isAcceptable),
  },
  {
    id: 'recording-stale',
    level: 'told',
    title: 'A cell has stale recordings',
    why: 'Providers change, and recordings do not. recordings/freshness.json sets the maximum age.',
    todo: 'record it again',
    find: ({ after }) =>
      staleCells(after.cases).map(({ tool, providerApi, recordings, freshUntil }) => ({
        tool,
        providerApi,
        place: `recordings/cassettes/${providerApi}/${tool}`,
        what: `${tool} on ${providerApi}: ${recordings === 1 ? 'a recording is' : `${recordings} recordings are`} older than allowed${freshUntil === undefined ? '' : `, since ${freshUntil}`}`,
        todo: `npm run atc -- record ${providerApi}/${tool}`,
      })),
  },
  {
    id: 'existing-failure',
    level: 'told',
    title: 'A case fails, as it did before',
    why: 'The failure is older than this change, so it does not block the change.',
    todo: 'fix it in another change',
    find: ({ before, after }) => {
      const old = new Map(before.cases.map((c) => [c.id, c]));
      return after.cases.flatMap((is) => {
        const was = old.get(is.id);
        if (!was || isAcceptable(was) || isAcceptable(is) || passesUnexpectedly(is)) return [];
        return [{ ...aboutChange(was, is), what: `${is.id}: ${is.verdict}, and was ${was.verdict}: ${reasonOf(is)}` }];
      });
    },
  },
  {
    id: 'existing-problem',
    level: 'told',
    title: 'The run has a problem that the base also has',
    why: 'The problem is older than this change.',
    todo: 'follow the hint of the problem, in another change',
    find: (input) => problems(input, true),
  },
  {
    id: 'otherwise',
    level: 'told',
    title: 'A case has other findings, neither better nor worse',
    why: 'Other checks have findings than before.',
    todo: 'check that this is intended',
    judges: 'both',
    find: (input) =>
      changed(input, (was, is, { id, direction, checks }) => {
        if (direction !== 'sideways') return undefined;
        const said = checks.map(({ check, after, finding = 'something' }) =>
          after === 'fail' || after === 'warn'
            ? `new finding of ${check}: ${finding}`
            : `no longer a finding of ${check}: ${finding}`,
        );
        // What fails there as before is not what is told.
        const { check: _, ...about } = aboutChange(was, is);
        return { ...about, what: `${id}: ${was.verdict} → ${is.verdict}${['', ...said].join('; ')}` };
      }),
  },
  {
    id: 'claim-removed',
    level: 'told',
    title: 'A case and its claim were removed',
    why: 'A reviewer must see claims that leave the table.',
    todo: 'check that the removal is intended',
    find: (input) => {
      const told = new Set(vanished(input).flatMap((found) => found.case ?? []));
      const withAdapters = goneAdapters(input);
      return input.comparison.cases.flatMap(({ id, before: c, after }) =>
        !c || after || told.has(id) || withAdapters.has(c.adapter)
          ? []
          : [
              {
                ...aboutGone(c),
                what: `${id} was removed, and the matrix no longer claims ${c.tool} on ${c.providerApi}`,
              },
            ],
      );
    },
  },
  {
    id: 'improved',
    level: 'better',
    title: 'A case has improved',
    why: 'A fix is reported like a failure.',
    todo: 'nothing',
    judges: 'both',
    find: (input) =>
      changed(input, (was, is, { id, direction }) =>
        direction === 'better' && isAcceptable(is)
          ? { ...aboutChange(was, is), what: `${id}: ${was.verdict} → ${is.verdict}` }
          : undefined,
      ),
  },
  {
    id: 'evidence-upgraded',
    level: 'better',
    title: 'The evidence of a case is stronger than before',
    why: 'A recording of the provider proves more than a cassette written from documents.',
    todo: 'nothing',
    judges: 'both',
    find: (input) => ofEvidence(input, 'better', () => true),
  },
  {
    id: 'known-issue-removed',
    level: 'better',
    title: 'A known issue was removed',
    why: 'One defect less.',
    todo: 'nothing',
    find: ({ comparison }) =>
      (comparison.knownIssues?.removed ?? []).map(({ adapter, id, title }) => ({
        adapter,
        what: `${adapter}/${id} was removed: ${title}`,
      })),
  },
];
