import type { FactKind, FactReading, LocatedFact } from './fact.ts';

/** Kinds of fact that name an answer and what it is made of, and say nothing of what it says: each answer has other names. */
export const nameKinds: readonly FactKind[] = ['response-id', 'model', 'message-id'];

/** What is said, without the names of who says it. */
export const withoutNames = (facts: readonly LocatedFact[]): LocatedFact[] =>
  facts.filter(({ fact }) => !nameKinds.includes(fact.kind));

/** The same of all that was read. */
export const saidIn = ({ facts, unread }: FactReading): FactReading => ({ facts: withoutNames(facts), unread });
