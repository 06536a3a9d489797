import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import type { Tier } from '../../../spec/scenarios/schema.ts';
import { byImpact, type Impact } from '../../../spec/verdicts/impact.ts';
import { worded } from '../../cells/case-impact.ts';
import { hasGap, isJudged } from '../../cells/cell-state.ts';
import type { NamedGap } from '../../snapshot/lookup.ts';
import type { SnapshotLibrary, SnapshotProvider, SnapshotTool, SnapshotVerdict } from '../../snapshot/schema.ts';
import type { PagesModel } from '../model.ts';

/** A tool on a provider API through a library, with all that its page shows. */
export interface CellView {
  readonly verdict: SnapshotVerdict;
  readonly tool: SnapshotTool;
  readonly providerApi: SnapshotProvider;
  readonly library: SnapshotLibrary;
  readonly adapter: Results['run']['adapters'][number] | undefined;
  readonly cases: readonly CaseResult[];
  /** Those of each tier that are shown one by one. */
  readonly conversations: Readonly<Record<ShownTier, readonly Conversation[]>>;
  readonly gaps: readonly NamedGap[];
}

/** @throws {Error} a verdict names what its snapshot does not have */
export function viewOf(verdict: SnapshotVerdict, { lookup, results, cases }: PagesModel): CellView {
  const { tool, providerApi, library } = verdict;
  const found = {
    tool: lookup.tool(tool),
    providerApi: lookup.providerApi(providerApi),
    library: lookup.library(library),
  };
  if (!found.tool || !found.providerApi || !found.library) {
    throw new Error(`these verdicts do not say what ${tool}, ${providerApi} or ${library} is`);
  }
  const own = cases(tool, providerApi, library);
  return {
    verdict,
    tool: found.tool,
    providerApi: found.providerApi,
    library: found.library,
    adapter: results.run.adapters.find((a) => a.providerApi === providerApi && a.implementation === library),
    cases: own,
    conversations: {
      core: conversationsOf(own, 'core'),
      extended: conversationsOf(own, 'extended'),
      edge: conversationsOf(own, 'edge'),
    },
    gaps: lookup.gaps(verdict),
  };
}

/** Tiers whose conversations are shown one by one. */
export const tiers = ['core', 'extended', 'edge'] as const satisfies readonly Tier[];
type ShownTier = (typeof tiers)[number];

/** What a case does to a user, or that nothing can be said of it. */
export function standingOf(c: CaseResult): Impact | 'works' | 'not-judged' {
  const word = worded(c);
  if (!isJudged(word)) return 'not-judged';
  return hasGap(word) ? (word.impact ?? 'breaks') : 'works';
}

/** The cases of the conversations of a cell that have a gap: by tier, then the worst first. Pure. */
export const failingOf = ({ conversations }: Pick<CellView, 'conversations'>): readonly CaseResult[] =>
  tiers.flatMap((tier) =>
    conversations[tier].flatMap(({ standing, cases }) =>
      isGap(standing) ? cases.filter((c) => isGap(standingOf(c))) : [],
    ),
  );

/** A conversation in its modes. */
export interface Conversation {
  readonly scenario: string;
  readonly title: string;
  readonly cases: readonly CaseResult[];
  /** The worst of its modes. */
  readonly standing: ReturnType<typeof standingOf>;
}

/** The conversations of a tier: those with a gap first, the worst before. Pure. */
function conversationsOf(cases: readonly CaseResult[], tier: ShownTier): readonly Conversation[] {
  const own = cases.filter((c) => c.kind === 'scenario' && c.tier === tier);
  return [...Map.groupBy(own, ({ scenario }) => scenario)]
    .map(([scenario, modes]): Conversation => {
      const standings = modes.map(standingOf);
      const standing =
        standings.filter(isGap).toSorted(byImpact)[0] ??
        (standings.every((each) => each === 'not-judged') ? 'not-judged' : 'works');
      return { scenario, title: modes[0]?.title ?? scenario, cases: modes, standing };
    })
    .toSorted((a, b) => orderOf(a.standing) - orderOf(b.standing));
}

const orders = ['breaks', 'rejects', 'loses', 'differs', 'not-judged', 'works'] as const;
const orderOf = (standing: Conversation['standing']): number => orders.indexOf(standing);

export const isGap = (standing: Conversation['standing']): standing is Impact =>
  standing !== 'works' && standing !== 'not-judged';
