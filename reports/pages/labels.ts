import type { Claim } from '../../matrix/model.ts';
import type { Support } from '../../matrix/schema.ts';

/** Words for what the matrix says in ids. */

export const supportLabels: Readonly<
  Record<Support, { readonly glyph: string; readonly word: string; readonly tone: string }>
> = {
  yes: { glyph: '✓', word: 'yes', tone: 'open' },
  partial: { glyph: '◐', word: 'in part', tone: 'open' },
  no: { glyph: '✕', word: 'no', tone: 'none' },
  unknown: { glyph: '?', word: 'unknown', tone: 'none' },
};

export const claimantLabels: Readonly<Record<Claim['by'], string>> = {
  'adr-2025-06-23': 'ADR of 2025-06-23',
  'adr-draft': 'Earlier draft of the ADR',
  'sdk-types': 'SDK types',
  'vendor-docs': 'Vendor documentation',
  'service-spec': 'Service specification',
  'public-recording': 'Public recording',
  'third-party': 'Third party',
  inferred: 'Inferred by this project',
};
