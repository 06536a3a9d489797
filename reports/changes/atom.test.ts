import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { hostileTexts } from '../fixtures/hostile.ts';
import { lookupOf } from '../snapshot/lookup.ts';
import type { Snapshot } from '../snapshot/schema.ts';
import { atomFeed } from './atom.ts';
import { changesBetween } from './changes.ts';
import { issue, small, verdict } from './fixtures/snapshots.ts';

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly summary: string;
  readonly link: { readonly href: string };
}

interface Feed extends Omit<Entry, 'link'> {
  readonly author: { readonly name: string };
  readonly link: readonly { readonly href: string; readonly rel?: string }[];
  readonly entry?: readonly Entry[];
}

/** Characters that XML 1.0 has. */
const onlyXml = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** A feed as a reader of XML sees it. */
function read(xml: string): Feed {
  expect(xml).toMatch(onlyXml);
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    htmlEntities: true,
    isArray: (name) => name === 'entry',
  });
  return parser.parse(xml).feed;
}

const usage = issue('usage', { tools: ['web-search', 'remote-mcp'] });
const after = small({
  verdicts: [
    verdict({ word: 'works-with-gaps', gaps: [{ issue: usage.id, conversations: 1 }] }),
    verdict({ tool: 'remote-mcp', otherIssues: [usage.id] }),
  ],
  knownIssues: [usage],
});
const before = small({ verdicts: [verdict(), verdict({ tool: 'remote-mcp' })] });

const options = { asOf: '2026-11-25', since: 'release 1.0.0', baseUrl: 'https://example.org/a/' };
const feedOf = (to: Snapshot, over: Partial<typeof options> = {}) =>
  atomFeed(changesBetween(before, to), lookupOf(to), { ...options, ...over });

it('has an entry for each cell that is worse and one for each new issue, however many cells have it', () => {
  const feed = read(feedOf(after));
  expect(feed.entry).toMatchObject([
    {
      title: 'Lib: Web search on Anthropic Messages: works → works, with gaps',
      summary: 'It loses usage (loses)',
      link: { href: 'https://example.org/a/cell/web-search/anthropic/lib.html' },
    },
    {
      title: 'Lib on Anthropic Messages: It loses usage (loses)',
      summary: 'Web search, Remote MCP',
      link: { href: 'https://example.org/a/library/lib.html#issue-lib-anthropic-usage' },
    },
  ]);
});

it('has what the format demands, and its time from the run', () => {
  const feed = read(feedOf(after));
  const all = [feed, ...(feed.entry ?? [])];
  for (const { id, title, updated } of all) {
    expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(title).not.toBe('');
    expect(updated).toBe('2026-11-25T00:00:00Z');
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  expect(feed.author.name).not.toBe('');
  expect(feed.link).toMatchObject([{ href: 'https://example.org/a/changes.html' }, { rel: 'self' }]);
  expect(read(feedOf(before)).entry).toBeUndefined();
});

it('calls an entry the same on another day and at another address, and another one since another release', () => {
  const ids = (over: Partial<typeof options> = {}) => read(feedOf(after, over)).entry?.map(({ id }) => id);
  expect(ids({ asOf: '2026-12-01', baseUrl: 'https://example.com/' })).toEqual(ids());
  const others = ids({ since: 'release 2.0.0' });
  expect(others?.some((id) => ids()?.includes(id))).toBe(false);
  // The feed itself stays what it is.
  expect(read(feedOf(after, { since: 'release 2.0.0' })).id).toBe(read(feedOf(after)).id);
});

it.each([...hostileTexts, '\ufffe \uffff'])('takes hostile text for text: %j', (hostile) => {
  const to: Snapshot = {
    ...after,
    tools: after.tools.map((tool) => ({ ...tool, title: hostile })),
    libraries: after.libraries.map((library) => ({ ...library, title: hostile })),
    knownIssues: after.knownIssues.map((known) => ({ ...known, title: hostile })),
  };
  const feed = read(feedOf(to));
  expect(feed.entry).toHaveLength(2);
  for (const entry of feed.entry ?? []) {
    expect(Object.keys(entry).sort()).toEqual(['id', 'link', 'summary', 'title', 'updated']);
    expect(entry.title).toContain(escapeControl(hostile));
    expect(entry.link.href).toMatch(/^https:\/\/example\.org\/a\//);
  }
});
