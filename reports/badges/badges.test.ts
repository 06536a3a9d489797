import { expect, test } from 'vitest';
import { small, verdict } from '../changes/fixtures/snapshots.ts';
import { readShipped, snapshotPath } from '../snapshot/file.ts';
import { type Lookup, lookupOf } from '../snapshot/lookup.ts';
import type { Snapshot, SnapshotLibrary } from '../snapshot/schema.ts';
import { badgeOf, badgesOf } from './badges.ts';

const [lib] = small().libraries as [SnapshotLibrary];
const [api] = small().providerApis as [Snapshot['providerApis'][number]];

const withWords = (rest: Partial<Snapshot> = {}): Lookup =>
  lookupOf(
    small({
      verdicts: [
        verdict({ word: 'works-with-gaps' }),
        verdict({ tool: 'remote-mcp', word: 'in-part', evidence: 'documented' }),
      ],
      ...rest,
    }),
  );

test('a tool through an adapter has its word, and says whose it is', () => {
  expect(badgeOf(withWords(), { tool: 'remote-mcp', adapter: 'lib-anthropic' })).toEqual({
    label: 'Remote MCP · Anthropic Messages',
    message: 'in part',
    word: 'in-part',
    title: 'Remote MCP · Anthropic Messages through Lib: in part (evidence: documented)',
  });
});

test.each<[string, Lookup, string]>([
  ['of those that were judged', withWords(), '1 of 2 cells work'],
  ['with those that were not', withWords({ verdicts: [verdict()] }), '1 of 1 cells work, 1 not judged'],
  ['of none', withWords({ verdicts: [] }), '2 not judged'],
  [
    'without a tool that is retired',
    withWords({
      providerApis: [{ ...api, tools: { ...api.tools, 'remote-mcp': { support: 'yes', lifecycle: 'retired' } } }],
    }),
    '1 of 1 cells work',
  ],
  [
    'without a tool of which nothing is known',
    withWords({
      providerApis: [{ ...api, tools: { ...api.tools, 'remote-mcp': { support: 'unknown', lifecycle: 'ga' } } }],
    }),
    '1 of 1 cells work',
  ],
  [
    'without what no provider lists',
    withWords({
      verdicts: [verdict(), verdict({ tool: 'remote-mcp' }), verdict({ tool: 'break-glass' })],
      tools: [...small().tools, { id: 'break-glass', title: 'Break-glass' }],
    }),
    '2 of 2 cells work',
  ],
  ['of a provider that offers nothing', withWords({ providerApis: [{ ...api, tools: {} }] }), 'nothing offered'],
])('a library has a count of cells and no color of good or bad: %s', (_, lookup, message) => {
  const badge = badgeOf(lookup, { library: 'lib' });
  expect(badge).toEqual({ label: 'agent tools', message, title: `agent tools through Lib: ${message}` });
});

test('reference adapters count where they are named, or where there is no library', () => {
  const reference: SnapshotLibrary = {
    id: 'own',
    title: 'Own',
    role: 'reference',
    adapters: [{ id: 'own-anthropic', providerApi: 'anthropic', packages: {} }],
  };
  const verdicts = [verdict({ word: 'rejected' }), verdict({ library: 'own' })];
  const both = withWords({ libraries: [lib, reference], verdicts });
  expect(badgeOf(both).message).toBe('0 of 1 cells work, 1 not judged');
  expect(badgeOf(both, { tool: 'web-search', provider: 'anthropic' }).message).toBe('rejected by the library');
  expect(badgeOf(both, { library: 'own' }).message).toBe('1 of 1 cells work, 1 not judged');
  expect(badgeOf(withWords({ libraries: [reference], verdicts })).message).toBe('1 of 1 cells work, 1 not judged');
});

test('a part of the cells is named by what was chosen', () => {
  const other: SnapshotLibrary = {
    ...lib,
    id: 'other',
    title: 'Other',
    adapters: [{ id: 'other-anthropic', providerApi: 'anthropic', packages: {} }],
  };
  const two = withWords({ libraries: [lib, other] });
  expect(badgeOf(two, { tool: 'web-search' })).toMatchObject({
    label: 'Web search',
    message: '1 of 1 cells work, 1 not judged',
    title: expect.stringContaining('through Lib, Other:'),
  });
  expect(badgeOf(two, { provider: 'anthropic' }).label).toBe('Anthropic Messages');
  expect(badgeOf(two, { adapter: 'other-anthropic' })).toMatchObject({
    label: 'Anthropic Messages',
    message: '2 not judged',
  });
});

test('ids that are not there are refused', () => {
  const two = withWords({ providerApis: [api, { ...api, id: 'google' }] });
  expect(() => badgeOf(two, { adapter: 'lib-anthropc' })).toThrow('unknown adapter in these results');
  expect(() => badgeOf(two, { adapter: 'lib-anthropic', provider: 'google' })).toThrow('has another provider API');
  expect(() => badgeOf(two, { tool: 'web-serch' })).toThrow('unknown tool');
});

test('there is a badge for each library and each verdict, as a picture and for shields.io, in at most 1,000 files', () => {
  const lookup = lookupOf(readShipped(snapshotPath));
  const { libraries, verdicts } = lookup.snapshot;
  const files = badgesOf(lookup);
  expect(files.size).toBe(2 * (libraries.length + verdicts.length));
  expect(files.size).toBeLessThanOrEqual(1000);
  for (const { library, tool, providerApi } of verdicts) {
    const stem = `badges/${library}/${tool}/${providerApi}`;
    expect(files.get(`${stem}.svg`)).toContain('<svg ');
    expect(JSON.parse(files.get(`${stem}.json`) ?? '')).toMatchObject({
      schemaVersion: 1,
      label: expect.stringContaining(' · '),
    });
  }
  expect(JSON.parse(files.get('badges/langchain.json') ?? '')).toMatchObject({
    label: 'agent tools',
    message: expect.stringMatching(/^\d+ of \d+ cells work/),
  });
});
