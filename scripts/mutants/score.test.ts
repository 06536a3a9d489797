import { describe, expect, it } from 'vitest';
import { intervalOf, sampleOf } from './score.ts';

const items = Array.from({ length: 1000 }, (_, i) => i);

describe('a sample', () => {
  it('is the same for the same seed, in the order of the items, and another for another', () => {
    const sample = sampleOf(items, 150, 1);
    expect(sample).toHaveLength(150);
    expect(sample).toEqual(sampleOf(items, 150, 1));
    expect(sample).toEqual(sample.toSorted((a, b) => a - b));
    expect(sample).not.toEqual(sampleOf(items, 150, 2));
  });

  it('is all there is where there are fewer', () => {
    expect(sampleOf([1, 2, 3], 150, 1)).toEqual([1, 2, 3]);
  });
});

describe('the interval of a score', () => {
  // The figures of Newcombe (1998), table I, for the Wilson score method: 81 of 263.
  it('is that of Wilson', () => {
    const [low, high] = intervalOf(81, 263);
    expect(low).toBeCloseTo(25.53, 1);
    expect(high).toBeCloseTo(36.62, 1);
  });
});
