import type { LocatedFact } from '../facts/fact.ts';

/** The texts of one message as one fact, at the place of the first that says something. */
export function joinText(facts: readonly LocatedFact[]): LocatedFact[] {
  const text = facts.map(({ fact }) => (fact.kind === 'text' ? fact.text : '')).join('');
  const first = facts.find(({ fact }) => fact.kind === 'text' && fact.text !== '');
  return facts.flatMap((located) => {
    if (located.fact.kind !== 'text') return [located];
    return located === first ? [{ fact: { kind: 'text', text }, path: located.path }] : [];
  });
}
