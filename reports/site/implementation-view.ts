import type { CaseResult, Evidence, Results } from '../../spec/results/schema.ts';
import { standingOf } from '../can-i-use/standing.ts';
import { implementationNames } from '../html/grid/grid-data.ts';
import type { CellView, ColumnView } from '../html/view.ts';
import { type BehaviourCount, behavioursOf, type SentNothing } from '../implementations/behaviour.ts';
import { cellsBy } from './components/adapter-cells.ts';
import type { SiteModel } from './model.ts';

type Adapter = Results['run']['adapters'][number];
type Status = CaseResult['checks'][number]['status'];

/** How often checks came to what. */
export type Judged = Readonly<Record<Status, number>>;

/** A cell by the cases of one implementation, and how it behaves there. */
export interface ImplementationCell extends CellView {
  /** How far it can be used, in a sentence. */
  readonly says: string;
  readonly behaviours: readonly BehaviourCount[];
  /** Checks that fail, in alphabetical order. */
  readonly failing: readonly string[];
  readonly judged: Judged;
}

/** An implementation, with all that a run knows of it. */
export interface ImplementationView {
  readonly id: string;
  readonly adapters: readonly Adapter[];
  /** What its adapters depend on, each once. */
  readonly packages: Adapter['packages'];
  /** The provider APIs that it has an adapter for. */
  readonly columns: readonly ColumnView[];
  /** Those that it was tried on: column by column, in the order of the tools. */
  readonly cells: readonly ImplementationCell[];
  readonly cases: readonly CaseResult[];
  readonly behaviours: readonly BehaviourCount[];
  readonly judged: Judged;
}

/** The implementations of a run, in the order of its adapters. */
export function implementationViews(model: SiteModel, sentNothing: SentNothing): ImplementationView[] {
  const { results, view } = model;
  return implementationNames(results).map((id) => {
    const adapters = results.run.adapters.filter((a) => a.implementation === id);
    const packages = new Map(adapters.flatMap((a) => a.packages).map((p) => [`${p.name} ${p.version}`, p]));
    const columns = view.columns.filter(({ provider }) => adapters.some((a) => a.providerApi === provider.id));
    const own = columns.flatMap((column) => cellsBy(column, (c) => c.implementation === id));
    const cells = own.map((cell) => cellOf(cell, sentNothing));
    const cases = own.flatMap((c) => c.cases);
    return {
      id,
      adapters,
      packages: [...packages.values()],
      columns,
      cells,
      cases,
      behaviours: behavioursOf(cases, sentNothing),
      judged: judgedOf(cases),
    };
  });
}

/** Of what is no row of the table nobody says that it lacks anything. */
const beyondTable = { support: 'yes', lifecycle: 'ga' } as const;

function cellOf(view: CellView, sentNothing: SentNothing): ImplementationCell {
  const { cell, provider, cases } = view;
  const { says } = standingOf(cell ?? beyondTable, provider, cases);
  const failing = cases.flatMap((c) => c.checks.flatMap((k) => (k.status === 'fail' ? k.check : [])));
  return {
    ...view,
    says,
    behaviours: behavioursOf(cases, sentNothing),
    failing: [...new Set(failing)].sort(),
    judged: judgedOf(cases),
  };
}

function judgedOf(cases: readonly CaseResult[]): Judged {
  const judged: Record<Status, number> = { pass: 0, fail: 0, warn: 0, 'not-applicable': 0 };
  for (const c of cases) for (const { status } of c.checks) judged[status] += 1;
  return judged;
}

/** Reads in the evidence of a case whether anything was sent, once for each that is asked of. */
export function sentNothingIn(evidenceBytes: (sha256: string) => Uint8Array): SentNothing {
  const known = new Map<string, boolean>();
  const read = (sha256: string) => {
    const { steps } = JSON.parse(Buffer.from(evidenceBytes(sha256)).toString()) as Evidence;
    const last = steps.at(-1);
    const nothing = last !== undefined && last.exchanges.length + last.unexpected.length === 0;
    known.set(sha256, nothing);
    return nothing;
  };
  return ({ evidenceSha256: sha256 }) => sha256 !== undefined && (known.get(sha256) ?? read(sha256));
}
