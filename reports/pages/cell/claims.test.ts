import { expect, it } from 'vitest';
import type { Claim } from '../../../matrix/model.ts';
import { disagreement } from './claims.ts';

const claim = (by: Claim['by'], support: Claim['support']): Claim => ({
  by,
  support,
  source: { title: 'somewhere' },
  date: '2026-01-01',
});

it('says who disagrees with whom, in the order of the claims', () => {
  expect(
    disagreement([
      claim('adr-2025-06-23', 'no'),
      claim('adr-draft', 'no'),
      claim('sdk-types', 'yes'),
      claim('sdk-types', 'yes'),
      claim('vendor-docs', 'partial'),
    ]),
  ).toBe('no (ADR of 2025-06-23, Earlier draft of the ADR), yes (SDK types), in part (Vendor documentation)');
});

it('says nothing where all claims say the same, or nobody claims anything', () => {
  expect(disagreement([claim('adr-2025-06-23', 'yes'), claim('sdk-types', 'yes')])).toBeUndefined();
  expect(disagreement([])).toBeUndefined();
});
