import { describe, expect, it } from 'vitest';
import { intervalOf } from './survivors.ts';

describe('the interval of a score', () => {
  // The figures of Newcombe (1998), table I, for the Wilson score method: 81 of 263.
  it('is that of Wilson', () => {
    const [low, high] = intervalOf(81, 263);
    expect(low).toBeCloseTo(25.53, 1);
    expect(high).toBeCloseTo(36.62, 1);
  });
});
