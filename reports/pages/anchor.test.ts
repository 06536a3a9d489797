import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorOf, caseAnchor, cellAnchor, checkAnchor, slug } from './anchor.ts';

describe('anchors', () => {
  it('are readable where ids are', () => {
    expect(cellAnchor('function-calling', 'anthropic')).toBe('cell-function-calling--anthropic');
    expect(caseAnchor('reference-anthropic/shell/reject-unsupported-tool/stream')).toBe(
      'case-reference-anthropic--shell--reject-unsupported-tool--stream',
    );
    expect(checkAnchor('returns-function-calls')).toBe('check-returns-function-calls');
  });

  it('are safe in an attribute, an address and a selector, whatever they are made from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (part) => {
        expect(slug(part)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
    expect(slug('"><script>')).toMatch(/^script-[0-9a-f]{8}$/);
    expect(slug('\u202e')).toMatch(/^x[0-9a-f]{8}$/);
    expect(slug('a'.repeat(100))).toBe('a'.repeat(100));
    expect(slug('a'.repeat(101)).length).toBeLessThan(60);
    expect(slug('A'.repeat(500)).length).toBeLessThan(60);
  });

  it('are the same for the same parts, and others for others', () => {
    const parts = fc.array(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (left, right) => {
        expect(anchorOf(...left) === anchorOf(...right)).toBe(JSON.stringify(left) === JSON.stringify(right));
      }),
    );
    const near = [
      ['a-b', 'c'],
      ['a', 'b-c'],
      ['a--b', 'c'],
      ['a', 'b', 'c'],
      ['A-b', 'c'],
      ['a_b', 'c'],
    ];
    expect(new Set(near.map((p) => anchorOf(...p))).size).toBe(near.length);
  });
});
