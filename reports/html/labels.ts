import type { ErrataEntry } from '../../matrix/errata.ts';
import type { Claim } from '../../matrix/model.ts';
import type { Support } from '../../matrix/schema.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import type { Grade, StateLabel } from '../cells/cell-state.ts';

/** Words of the page for what data says in ids. */

/** What this is, in one sentence. */
export const purpose =
  'Which agent tools really work, through which adapter, on which provider API: proven by replaying recorded HTTP, not claimed in a table.';

type Look = Pick<StateLabel, 'glyph' | 'word' | 'tone'>;

export const verdictLabels: Readonly<Record<CaseResult['verdict'], Look & { readonly acceptable: boolean }>> = {
  pass: { glyph: '✓', word: 'pass', tone: 'pass', acceptable: true },
  fail: { glyph: '✕', word: 'fail', tone: 'fail', acceptable: false },
  'known-failure': { glyph: '◐', word: 'known failure', tone: 'part', acceptable: true },
  'not-expressible': { glyph: '◐', word: 'not expressible', tone: 'part', acceptable: true },
  'not-testable': { glyph: '✕', word: 'not testable', tone: 'fail', acceptable: false },
  error: { glyph: '!', word: 'error', tone: 'error', acceptable: false },
};

export const checkLabels: Readonly<Record<CaseResult['checks'][number]['status'], Look>> = {
  pass: { glyph: '✓', word: 'pass', tone: 'pass' },
  fail: { glyph: '✕', word: 'fail', tone: 'fail' },
  warn: { glyph: '!', word: 'warn', tone: 'part' },
  'not-applicable': { glyph: '–', word: 'not applicable', tone: 'none' },
};

export const supportLabels: Readonly<Record<Support, Look>> = {
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

export const gradeWords: Readonly<Record<Grade, { readonly mark: string; readonly word: string }>> = {
  live: { mark: 'L', word: 'live' },
  documented: { mark: 'D', word: 'documented' },
  mixed: { mark: 'L+D', word: 'partly live, partly documented' },
};

export const errataLabels: Readonly<Record<ErrataEntry['kind'], string>> = {
  wrong: 'was never so',
  outdated: 'has changed since',
  partial: 'leaves something out',
  new: 'is newer than the ADR',
  trap: 'is a trap',
  table: 'a mark of the table',
};

/** A number with its noun. */
export function count(n: number, singular: string, plural = `${singular}s`): string {
  return `${thousands(n)} ${n === 1 ? singular : plural}`;
}

/** How far a run reached into the network: replay must not. */
export function connectionsTried({ connections, unseen = 0 }: Results['counts']): string {
  const tried =
    connections === 0 ? 'no network connection was tried' : `${count(connections, 'network connection')} tried`;
  return unseen === 0 ? tried : `${tried} (not seen: ${count(unseen, 'case')} of adapters in another process)`;
}

/** A number with thin spaces between groups of three digits, whatever the machine's locale. */
export function thousands(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}
