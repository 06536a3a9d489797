import type { CaseResult, Evidence } from '../../../spec/results/schema.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { PagesModel } from '../model.ts';
import type { To } from '../paths.ts';
import { type Detail, failingCase } from './failing-case.ts';

/** About how many characters of markup a case takes beside what was seen of it, and its two sides at most. */
const costs = { finding: 2000, sides: 14_000 };

/**
 * Cases with a finding, the first one unfolded, in about so many characters of markup: as many as there is room for with all that was
 * seen, the others with less.
 */
export function failingCases(model: PagesModel, cases: readonly CaseResult[], to: To, room: number): Markup {
  let left = room - cases.length * costs.finding;
  return html`${cases.map((c, i) => {
    const evidence = model.evidence(c);
    const [detail, cost] = affordable(sizeOf(evidence), left);
    left -= cost;
    return failingCase(model, c, to, { detail, evidence, isOpen: i === 0 });
  })}`;
}

/** Markup is about twice as long as what it shows. */
function affordable(size: number, left: number): readonly [Detail, number] {
  const sides = Math.min(2 * size, costs.sides);
  if (sides + 2 * size <= left) return ['calls', sides + 2 * size];
  return sides <= left ? ['sides', sides] : ['finding', 0];
}

const sizeOf = (evidence: Evidence | undefined): number =>
  evidence === undefined ? 0 : JSON.stringify(evidence.steps).length;
