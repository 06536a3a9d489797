import type { Reasons } from './shape-reasons.ts';

/** Shapes, each with the place where it was first seen. */
export type SeenShapes = ReadonlyMap<string, string>;

/** What of real traffic no cassette of a column has. */
export interface ShapeReport {
  readonly providerApi: string;
  /** How many there are in real traffic. */
  readonly real: number;
  readonly missing: readonly { readonly shape: string; readonly seen: string }[];
  readonly explained: readonly { readonly shape: string; readonly reason: string }[];
  /** Reasons for what is not missing, or not there: they would hide the next one. */
  readonly needless: readonly string[];
}

/** Compares real traffic with cassettes. Pure; everything in order of name. */
export function compareShapes(
  providerApi: string,
  real: SeenShapes,
  cassettes: ReadonlySet<string>,
  reasons: Reasons = [],
): ShapeReport {
  const patterns = reasons.flatMap(({ shapes, reason }) => shapes.map((pattern) => ({ pattern, reason })));
  const absent = [...real].filter(([shape]) => !cassettes.has(shape)).sort(([a], [b]) => (a < b ? -1 : 1));
  const reasonFor = (shape: string) => patterns.find(({ pattern }) => fits(pattern, shape))?.reason;
  return {
    providerApi,
    real: real.size,
    missing: absent.flatMap(([shape, seen]) => (reasonFor(shape) === undefined ? { shape, seen } : [])),
    explained: absent.flatMap(([shape]) => {
      const reason = reasonFor(shape);
      return reason === undefined ? [] : { shape, reason };
    }),
    needless: patterns.flatMap(({ pattern }) => (absent.some(([shape]) => fits(pattern, shape)) ? [] : pattern)),
  };
}

/** Nothing is missing without a reason, and no reason is there for nothing. */
export const isWhole = ({ missing, needless }: ShapeReport): boolean => missing.length === 0 && needless.length === 0;

/** `*` stands for anything. */
function fits(pattern: string, shape: string): boolean {
  const literals = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literals.join('.*')}$`).test(shape);
}
