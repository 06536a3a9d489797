/** What an adapter declares: which cases need no more than that, and what it declares in vain. Pure. */
import { assertKnown } from '../../lib/did-you-mean.ts';
import { type Capabilities, features } from '../contract/index.ts';
import type { Case } from './case.ts';
import type { Verdict } from './verdict.ts';

type Feature = (typeof features)[number];

const factsOf: Readonly<Record<string, Feature>> = {
  reasoning: 'reasoning',
  citation: 'citations',
  'approval-request': 'approvals',
};

/** What a case needs besides its tool, as its scenario expects it. */
function featuresOf({ mode, scenario }: Case): ReadonlySet<Feature> {
  const expected = scenario.expect.flat().flatMap(({ kind }) => factsOf[kind] ?? []);
  return new Set([...(mode === 'stream' ? ['streaming' as const] : []), ...expected]);
}

/** Tells of a case whether it needs nothing undeclared. */
export function isDeclaredBy({ tools, features: own }: Capabilities = {}): (theCase: Case) => boolean {
  return (theCase) =>
    (tools?.includes(theCase.tool) ?? true) &&
    (own === undefined || [...featuresOf(theCase)].every((feature) => own.includes(feature)));
}

/**
 * Refuses what nobody can declare.
 *
 * @param all the cases of the provider API
 * @throws {UserError} there is no such feature, or the provider API has no case of a tool.
 */
export function assertCapabilities({ tools = [], features: own = [] }: Capabilities, all: readonly Case[]): void {
  const known = [...new Set(all.map(({ tool }) => tool))];
  for (const tool of tools) assertKnown('tool in capabilities', tool, known);
  for (const feature of own) assertKnown('feature in capabilities', feature, features);
}

/**
 * What is declared and works in no core case, each in one line. Where core cases were left out, nobody knows.
 *
 * @param cases all core cases of what is declared
 * @param ran what came of those that ran
 */
export function declaredInVain(
  { tools = [], features: own = [] }: Capabilities,
  cases: readonly Case[],
  ran: ReadonlyMap<string, Verdict>,
): readonly string[] {
  const core = cases.filter(({ scenario, kind }) => kind === 'scenario' && scenario.tier === 'core');
  const inVain = (what: string, needing: readonly Case[]) =>
    needing.length > 0 && needing.every(({ id }) => ran.has(id) && ran.get(id) !== 'pass')
      ? [`declares ${what}, and passes none of its ${needing.length} core cases`]
      : [];
  return [
    ...tools.flatMap((tool) =>
      inVain(
        tool,
        core.filter((each) => each.tool === tool),
      ),
    ),
    ...own.flatMap((feature) =>
      inVain(
        feature,
        core.filter((each) => featuresOf(each).has(feature)),
      ),
    ),
  ];
}

/** As it is shown: how many of the tools that there are. */
export const declaredLine = ({ tools }: Capabilities, all: number): string | undefined =>
  tools && `declares ${tools.length} of ${all} tools`;
