import { deal } from '../../files/deal.ts';
import type { Case } from './case.ts';

/** One of several processes that share the cases of an adapter. */
export interface Part {
  /** Which of them, from 0. */
  readonly nth: number;
  readonly of: number;
}

/**
 * The cases of one part, in the order that they have. Of each scenario and each family of faults every part gets as many conversations,
 * so that none waits long for another; the same ones whenever the cases are the same. All parts together are all cases. Pure.
 */
export function partOf(cases: readonly Case[], { nth, of }: Part): readonly Case[] {
  const alike = Map.groupBy(cases, ({ scenario, mode }) => `${scenario.id} ${mode}`);
  const mine = new Set([...alike.values()].flatMap((group, place) => dealt(group, of, place)[nth] ?? []));
  return cases.filter((each) => mine.has(each));
}

/** Cases that are alike, the one with most conversations first to whom has fewest; of equals, to another one in every group. */
function dealt(group: readonly Case[], of: number, place: number): readonly (readonly Case[])[] {
  const hands = deal(group, of, conversationsIn);
  return hands.map((_, i) => hands[(((i - place) % of) + of) % of] ?? []);
}

/** How many conversations a case plays: about as long it takes. */
export const conversationsIn = ({ fault, setup }: Case): number => (fault ?? setup)?.over.length ?? 1;
