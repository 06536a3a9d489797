/** How many conversations of each tier a cell has, and which core ones it lacks. */
import type { Case } from '../../spec/engine/case.ts';
import type { Tier } from '../../spec/scenarios/schema.ts';

/** A cell: a tool on a provider API that offers it. */
export interface CellTiers {
  readonly cell: string;
  readonly counts: Readonly<Record<Exclude<Tier, 'robustness'>, number>>;
  /** Core scenarios that other provider APIs play with this tool and this one does not; of a cell with too few core ones alone. */
  readonly missing: readonly string[];
}

/** A cell with fewer says little: declared and used, a failure, a second turn. */
const fewestCore = 3;

/** The tiers of each cell, by its reference adapter. Pure. */
export function tiersOf(cases: readonly Case[]): readonly CellTiers[] {
  const played = cases.filter(({ kind }) => kind === 'scenario');
  const coreOf = Map.groupBy(
    played.filter(({ scenario }) => scenario.tier === 'core'),
    ({ tool }) => tool,
  );
  const cells = Map.groupBy(played, ({ tool, adapter }) => `${tool}/${adapter.providerApi}`);
  return [...cells].map(([cell, own]) => {
    const idsOf = (tier: Tier) => new Set(own.filter((c) => c.scenario.tier === tier).map((c) => c.scenario.id));
    const core = idsOf('core');
    const elsewhere = new Set((coreOf.get(own[0]?.tool ?? 'function-calling') ?? []).map((c) => c.scenario.id));
    return {
      cell,
      counts: { core: core.size, extended: idsOf('extended').size, edge: idsOf('edge').size },
      missing: core.size < fewestCore ? [...elsewhere].filter((id) => !core.has(id)).sort() : [],
    };
  });
}

/** The cells with fewer than three core conversations and what is missing, then a sum. Pure. */
export function tierLines(cells: readonly CellTiers[]): string[] {
  const few = cells.filter(({ counts }) => counts.core < fewestCore);
  return [
    ...few.map(({ cell, counts, missing }) => {
      const lacks =
        missing.length > 0 ? `lacks ${missing.join(', ')}` : 'has all that any provider API plays with this tool';
      return `${cell.padEnd(42)} core ${counts.core}, extended ${counts.extended}, edge ${counts.edge}; ${lacks}`;
    }),
    `${few.length} of ${cells.length} cells have fewer than ${fewestCore} core conversations`,
  ];
}
