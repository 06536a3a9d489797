import { countOf } from '../../lib/count-of.ts';
import { escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { cellStates } from '../cells/cell-state.ts';
import { type Lookup, lookupOf } from '../snapshot/lookup.ts';
import type { Palette } from '../summary/palette.ts';
import type { ChangedCell, ChangedIssue, ChangedOffer, MovedPackage, OnlyOne } from './schema.ts';
import type { Since } from './since.ts';

/** Changes for a terminal: what is worse first. Pure. */
export function changesText(since: Since, colour: Palette): string {
  const changes = escapeControlDeep(since.changes);
  const [before, after] = [since.before, since.after].map(({ snapshot }) => lookupOf(escapeControlDeep(snapshot))) as [
    Lookup,
    Lookup,
  ];
  const { worse, inside, better, fixed, restated, other, providers, unchanged } = changes;
  const cells = (found: readonly ChangedCell[]) => found.flatMap((cell) => cellLines(cell, after, colour));
  const parts: [string, string[]][] = [
    [colour.red(`${countOf(worse.length, 'cell')} worse`), cells(worse)],
    [colour.red(`${countOf(inside.length, 'cell')} worse inside, with the same word`), cells(inside)],
    [colour.green(`${countOf(better.length, 'cell')} better`), cells(better)],
    [colour.green(`${countOf(fixed.length, 'cell')} better inside, with the same word`), cells(fixed)],
    [`${countOf(restated.length, 'cell')} with an issue that says something else`, cells(restated)],
    [`${countOf(other.length, 'cell')} that cannot be compared`, cells(other)],
    [countOf(providers.length, 'provider change'), providers.map((offer) => offerLine(offer, after))],
    ['new', onlyLines(changes.new, after)],
    ['gone', onlyLines(changes.gone, before)],
  ];
  const told = parts.flatMap(([title, lines]) => (lines.length === 0 ? [] : [colour.bold(title), ...lines]));
  const same = unchanged.map(({ library }) => after.titles.library(library)).join(', ');
  return `${[...told, ...(same === '' ? [] : [`no change: ${same}`])].join('\n') || 'nothing to compare'}\n`;
}

function cellLines(cell: ChangedCell, names: Lookup, colour: Palette): string[] {
  const { library, tool, providerApi } = titlesOf(cell, names);
  return [
    `  ${library}: ${tool} on ${providerApi}: ${wordsOf(cell)}`,
    ...cell.issues.map((issue) => `    ${signOf(issue, colour)} ${issueText(issue)}${countsOf(issue)}`),
    ...Object.entries(cell.shares).map(
      ([tier, { before, after }]) => `      ${tier}: ${before.passed} of ${before.of} → ${after.passed} of ${after.of}`,
    ),
    ...cell.packages.map((moved) => colour.dim(`      ${movedText(moved)}`)),
  ];
}

const signs: Readonly<Record<ChangedIssue['change'], string>> = {
  new: '+',
  more: '+',
  restated: '~',
  fewer: '-',
  gone: '-',
};

function signOf({ change }: ChangedIssue, colour: Palette): string {
  const sign = signs[change];
  return sign === '+' ? colour.red(sign) : sign === '-' ? colour.green(sign) : sign;
}

const countsOf = ({ change, conversations: { before, after } }: ChangedIssue): string =>
  change === 'more' || change === 'fewer' ? `: ${before} → ${countOf(after, 'conversation')}` : '';

function offerLine({ providerApi, tool, before, after }: ChangedOffer, names: Lookup): string {
  const api = names.titles.providerApi(providerApi);
  const what = tool === undefined ? api : `${names.titles.tool(tool)} on ${api}`;
  const said = (offer: ChangedOffer['before']) => Object.values(offer).join(' ');
  return `  ${what}: ${said(before)} → ${said(after)}`;
}

const onlyLines = ({ libraries, tools, providerApis, adapters }: OnlyOne, names: Lookup): string[] => {
  const { library, tool, providerApi: api } = names.titles;
  return [
    ...libraries.map((id) => `  library ${library(id)}`),
    ...tools.map((id) => `  tool ${tool(id)}`),
    ...providerApis.map((id) => `  provider API ${api(id)}`),
    ...adapters.map((adapter) => `  ${library(adapter.library)} on ${api(adapter.providerApi)}`),
  ];
};

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
