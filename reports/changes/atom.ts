/** An Atom feed (RFC 4287) of what became worse. */
import { hash } from 'node:crypto';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { issueAnchor, paths } from '../pages/paths.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import { changedCellsOf, issuesOf } from './changes.ts';
import type { Changes } from './schema.ts';
import { issueText, movedText, titlesOf, wordsOf } from './text.ts';

export interface FeedOptions {
  /** The day of the run, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** The name of what is compared with. It is part of the ids: the same change since another state is another entry. */
  readonly since: string;
  /** Where the site is served, ending in a slash. Without it addresses are relative to the feed. */
  readonly baseUrl?: string | undefined;
}

/** One entry for each cell that is worse, then one for each new issue. Pure: the same changes give the same bytes. */
export function atomFeed(changes: Changes, after: Lookup, { asOf, since, baseUrl = '' }: FeedOptions): string {
  const head = (key: readonly string[], title: string, path: string) =>
    `<id>${idOf(key)}</id><title>${text(title)}</title><updated>${text(asOf)}T00:00:00Z</updated><link href="${text(baseUrl + path)}"/>`;
  const entry = (key: readonly string[], title: string, path: string, summary: string) =>
    `<entry>${head([...key, since], title, path)}<summary>${text(summary)}</summary></entry>\n`;
  const worse = changes.worse.map((cell) => {
    const { library, tool, providerApi, issues, packages, before, after: word } = cell;
    const titles = titlesOf(cell, after);
    const told = issues.filter(({ change }) => change === 'new' || change === 'more').map(issueText);
    return entry(
      ['worse', library, tool, providerApi, before, word],
      `${titles.library}: ${titles.tool} on ${titles.providerApi}: ${wordsOf(cell)}`,
      paths.cell(tool, providerApi, library),
      [...told, ...packages.map(movedText)].join('; '),
    );
  });
  const issues = issuesOf(changedCellsOf(changes), 'new').map(({ issue, cells: [first, ...rest] }) => {
    const titles = titlesOf(first, after);
    return entry(
      ['issue', first.library, first.providerApi, issue.id ?? issue.title],
      `${titles.library} on ${titles.providerApi}: ${issueText(issue)}`,
      `${paths.library(first.library)}${issue.id === undefined ? '' : `#${issueAnchor(issue.id)}`}`,
      [titles.tool, ...rest.map((cell) => titlesOf(cell, after).tool)].join(', '),
    );
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">${head(['feed'], 'Agent Tools Conformance: what became worse', paths.changes)}
<link rel="self" href="${text(baseUrl + paths.feed)}"/><author><name>Agent Tools Conformance</name></author>
${worse.join('')}${issues.join('')}</feed>\n`;
}

/** An id that stays wherever the site is served: a UUID of version 8 (RFC 9562). */
const idOf = (key: readonly string[]): string =>
  `urn:uuid:${hash('sha256', JSON.stringify(key), 'hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5')}`;

const text = (value: string): string => escapeControl(value).replaceAll(/[&<>"']/g, (c) => `&#${c.codePointAt(0)};`);
