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
  const hands = Array.from({ length: of }, () => ({ cases: [] as Case[], conversations: 0 }));
  const turned = hands.map((_, i) => hands[(i + place) % of] as (typeof hands)[number]);
  for (const each of group.toSorted((a, b) => conversationsIn(b) - conversationsIn(a))) {
    const hand = turned.reduce((fewest, other) => (other.conversations < fewest.conversations ? other : fewest));
    hand.cases.push(each);
    hand.conversations += conversationsIn(each);
  }
  return hands.map(({ cases }) => cases);
}

/** How many conversations a case plays: about as long it takes. */
export const conversationsIn = ({ fault, setup }: Case): number => (fault ?? setup)?.over.length ?? 1;
