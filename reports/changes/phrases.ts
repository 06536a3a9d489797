/** Changes in words, for feeds and terminals. */
import { cellStates } from '../cells/cell-state.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import type { ChangedCell, ChangedIssue, MovedPackage } from './schema.ts';

/** The titles of a cell; ids of what the snapshot does not have. */
export const titlesOf = ({ library, tool, providerApi }: ChangedCell, names: Lookup) => ({
  library: names.titles.library(library),
  tool: names.titles.tool(tool),
  providerApi: names.titles.providerApi(providerApi),
});

/** The words of a cell: one where it stayed. */
export const wordsOf = ({ before, after }: ChangedCell): string =>
  [...new Set([before, after])].map((word) => cellStates[word].word).join(' → ');

export const issueText = ({ title, impact, state }: ChangedIssue): string =>
  `${title} (${impact}${state === undefined ? '' : `, ${state.replace('_', ' ')}`})`;

export const movedText = ({ name, before = 'none', after = 'none' }: MovedPackage): string =>
  `${name} ${before} → ${after}`;
