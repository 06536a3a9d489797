import type { CaseResult, Evidence } from '../../../spec/results/schema.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import type { To } from '../paths.ts';
import { type Detail, failingCase } from './failing-case.ts';

/** About how many characters of markup a case takes beside what was seen of it, and its two sides at most. */
const costs = { finding: 2500, sides: 14_000 };

/**
 * Cases with a finding, the first one unfolded, in about so many characters of markup: of as many as there is room for both sides, then
 * all calls of as many as there is room left for, but always of the first.
 */
export function failingCases(model: PagesModel, cases: readonly CaseResult[], to: To, room: number): Markup {
  const seen = cases.map((c) => model.evidence(c));
  const details = detailsWithin(seen.map(sizeOf), room);
  return html`${cases.map((c, i) => failingCase(model, c, to, { detail: details[i] ?? 'finding', evidence: seen[i], isOpen: i === 0 }))}`;
}

/** How much is shown of each of several cases that are so long. Markup is about twice as long as what it shows. Pure. */
export function detailsWithin(sizes: readonly number[], room: number): readonly Detail[] {
  const sides = sizes.map((size) => Math.min(2 * size, costs.sides));
  const calls = sizes.map((size) => 2 * size);
  let left = room - sizes.length * costs.finding - (sides[0] ?? 0) - (calls[0] ?? 0);
  const takes = (cost: number): boolean => {
    if (cost > left) return false;
    left -= cost;
    return true;
  };
  const withSides = sides.map((cost, i) => i === 0 || takes(cost));
  const withCalls = calls.map((cost, i) => i === 0 || (withSides[i] === true && takes(cost)));
  return sizes.map((_, i) => (withCalls[i] ? 'calls' : withSides[i] ? 'sides' : 'finding'));
}

const sizeOf = (evidence: Evidence | undefined): number =>
  evidence === undefined ? 0 : JSON.stringify(evidence.steps).length;
