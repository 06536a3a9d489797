import { posix } from 'node:path';
import { expect, it, test } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import { hostileSample } from '../html/fixtures/hostile.ts';
import { sample } from '../html/fixtures/sample.ts';
import { severalSample } from '../html/fixtures/sample-two-implementations.ts';
import { SitePageSchema } from './data/schema.ts';
import { sampleParts, sampleSite } from './fixtures/sample-site.ts';
import { SiteManifest } from './manifest.ts';

const site = sampleSite();
const several = sampleSite(sampleParts(severalSample()));
const pagesOf = (files: ReadonlyMap<string, string>) => [...files].filter(([path]) => path.endsWith('.html'));

/** What a page leads to: its links, style, icon, pictures and data. */
const addressesOf = (markup: string) =>
  [...markup.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);

/** The places of the site that a page leads to and that are not there. */
function deadLinks(files: ReadonlyMap<string, string>): string[] {
  return pagesOf(files).flatMap(([path, markup]) =>
    addressesOf(markup).flatMap((address) => {
      if (address.startsWith('https://')) return [];
      const [file = '', place] = address.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      const found = files.get(target);
      const there = found !== undefined && (place === undefined || found.includes(` id="${place}"`));
      return there ? [] : [`${path}: ${address}`];
    }),
  );
}

it('has a page for everything there is, and its data beside it', () => {
  const pages = pagesOf(site).map(([path]) => path);
  expect(pages).toEqual(
    expect.arrayContaining([
      'index.html',
      'adapters.html',
      'checks.html',
      '404.html',
      'history.html',
      'compare.html',
      'implementations/index.html',
      'implementations/sample.html',
      'compare/2026-11-18--this-run.html',
      'cell/web-search--anthropic.html',
      'provider/openai-responses.html',
      'tool/computer-use.html',
      'adapter/sample-anthropic.html',
      'check/returns-function-calls.html',
      'case/sample-anthropic/function-calling/call-parallel/stream.html',
    ]),
  );
  expect(pages.filter((path) => !site.has(path.replace(/html$/, 'json')))).toEqual([]);
  expect([...site.keys()]).toEqual(
    expect.arrayContaining(['badges/sample-anthropic.svg', 'badges/sample-anthropic.json']),
  );
});

it('leads nowhere that is not there: every file, and every place on a page', () => {
  expect(deadLinks(site)).toEqual([]);
  expect(deadLinks(several)).toEqual([]);
  for (const one of [sample(), severalSample()]) {
    expect(deadLinks(sampleSite(sampleParts(hostileSample(one))))).toEqual([]);
  }
});

it('can be reached from its first page, all of it', () => {
  const reached = new Set<string>();
  const queue = ['index.html'];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const links = path.endsWith('.html') ? addressesOf(site.get(path) ?? '') : [];
    queue.push(
      ...links.filter((a) => !/^(https:|#)/.test(a)).map((a) => posix.join(posix.dirname(path), a.split('#')[0] ?? '')),
    );
  }
  // Nobody is led to the page that tells of a missing one.
  expect([...site.keys()].filter((path) => !reached.has(path))).toEqual(['404.json', '404.html']);
});

it('says the same as data, in the published form', () => {
  const validate = validatorFor(SitePageSchema);
  const dataIn = (files: ReadonlyMap<string, string>) =>
    pagesOf(files).map(([path]) => [path, JSON.parse(files.get(path.replace(/html$/, 'json')) ?? '')] as const);
  const data = [...dataIn(site), ...dataIn(several)];
  expect(
    data.flatMap(([path, value]) => (validate(value) ? [] : [`${path}: ${validate.errors?.[0]?.message}`])),
  ).toEqual([]);
  const stream = data.find(([path]) => path.endsWith('call-parallel/stream.html'))?.[1];
  expect(stream).toMatchObject({
    page: 'case',
    case: { verdict: 'fail', checks: [{ check: 'returns-function-calls' }, { check: 'returns-usage' }] },
    notApplicable: ['rejects-before-sending'],
    evidence: expect.stringMatching(/^(\.\.\/){4}evidence\/[0-9a-f]{64}\.json$/),
  });
});

it('says of an implementation how it behaves where it does not work, why, and what shows it', () => {
  const other = JSON.parse(several.get('implementations/other.json') ?? '');
  const called = other.cells.find((cell: { tool: string }) => cell.tool === 'function-calling');
  expect(called).toMatchObject({
    state: 'rejected',
    behaviours: [{ word: 'refuses before sending', cases: 2, errors: ['UnsupportedToolError'] }],
    failing: ['returns-provider-errors'],
    judged: { passed: 2, failed: 2, warned: 0, notApplicable: 0 },
  });
  expect(other.knownIssues.map((one: { title: string }) => one.title)).toEqual([
    'The library has no functions.',
    'The library drops citations.',
  ]);
  const page = several.get('implementations/other.html') ?? '';
  expect(page).toContain('npm run atc -- reproduce other-anthropic/web-search/search-basic/complete');
  expect(page).toContain('anthropic/reproductions.mjs#droppedCitations');
  expect(page).toContain('It names no packages.');
});

it('says where implementations stand side by side', () => {
  const { cells, checks } = JSON.parse(several.get('implementations/index.json') ?? '');
  expect(cells).toContainEqual({
    tool: 'function-calling',
    providerApi: 'anthropic',
    through: [
      { implementation: 'sample', state: 'in-part', tally: { cases: 2, passed: 1, excepted: 0, failed: 1 } },
      { implementation: 'other', state: 'rejected', tally: { cases: 2, passed: 0, excepted: 2, failed: 0 } },
    ],
  });
  expect(checks.find((check: { id: string }) => check.id === 'returns-function-calls').through).toMatchObject([
    { implementation: 'other', judged: { passed: 2, failed: 1 } },
    { implementation: 'sample', judged: { passed: 3, failed: 2 } },
  ]);
});

test.each(['sample', 'hostile sample'])('names its files so that every system can have them: %s', (name) => {
  const files = name === 'sample' ? site : sampleSite(sampleParts(hostileSample(sample())));
  const paths = [...files.keys()];
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  expect(validatorFor(SiteManifest)({ version: 1, files: paths })).toBe(true);
});

it('gives the same bytes for the same results', () => {
  expect([...sampleSite()]).toEqual([...site]);
});

it('keeps its addresses when another run finds other things', () => {
  const { results, evidence } = sample();
  const other = sampleSite(sampleParts({ results: { ...results, cases: results.cases.slice(1) }, evidence }));
  const stable = [...site.keys()].filter((path) => /\.html$/.test(path) && other.has(path));
  expect(pagesOf(site).length - stable.length).toBe(1);
});

it('says what has changed since earlier runs, and how to keep them where there are none', () => {
  const since = JSON.parse(site.get('compare/2026-11-18--this-run.json') ?? '');
  expect(since.comparisons).toMatchObject([{ worse: 1, better: 0 }]);
  expect(since.cases).toEqual([
    {
      id: 'sample-anthropic/function-calling/call-parallel/stream',
      direction: 'worse',
      before: 'pass',
      after: 'fail',
    },
  ]);
  expect(JSON.parse(site.get('history.json') ?? '').runs.map((run: { id: string }) => run.id)).toEqual([
    '2026-11-10',
    '2026-11-18',
    'this-run',
  ]);
  const alone = sampleSite({ ...sampleParts(), kept: [] });
  expect(alone.get('compare.html')).toContain('report --archive');
  expect(deadLinks(alone)).toEqual([]);
});

it('tells crawlers of its pages where it knows its address, and names itself by it', () => {
  const baseUrl = 'https://example.org/a/';
  const files = sampleSite({ ...sampleParts(), baseUrl });
  expect(files.get('sitemap.xml')).toContain('<loc>https://example.org/a/cell/web-search--anthropic.html</loc>');
  expect(files.get('sitemap.xml')).not.toContain('404');
  expect(files.get('robots.txt')).toContain('Sitemap: https://example.org/a/sitemap.xml');
  expect(files.get('index.html')).toContain('<link rel="canonical" href="https://example.org/a/"/>');
  expect(files.get('adapter/sample-anthropic.html')).toContain(
    '[![sample-anthropic](https://example.org/a/badges/sample-anthropic.svg)](https://example.org/a/adapter/sample-anthropic.html)',
  );
  // It is shown at addresses that are not its own, from where relative ones would lead astray.
  expect(files.get('404.html')).toMatch(/<link rel="stylesheet" href="https:\/\/example\.org\/a\/style-/);
  expect(site.has('sitemap.xml')).toBe(false);
});

it('leads from a known issue to where it can be contested, if the repository is known', () => {
  const repository = 'https://github.example/owner/name';
  const parts = { ...sampleParts(severalSample()), repository, baseUrl: 'https://pages.example/' };
  const page = sampleSite(parts).get('implementations/other.html') ?? '';
  const address = addressesOf(page).find((one) => one.startsWith(`${repository}/issues/new?`)) ?? '';
  const [, place = ''] = /pages\.example%2F(\S+?)%0A/.exec(address) ?? [];
  const [file = '', anchor = ''] = decodeURIComponent(place).split('#');
  expect(several.get(file)).toContain(` id="${anchor}"`);
  expect(several.get('implementations/other.html')).not.toContain('contest it');
});

it('says of an implementation what its newest releases change, if they were run', () => {
  const packages = [{ name: 'library', version: '9.9.9' }];
  const adapters = [
    {
      id: 'other-anthropic',
      packages,
      states: { 'web-search': 'works' as const },
      fixed: ['citations-lost'],
      failing: [],
    },
  ];
  const parts = { ...sampleParts(severalSample()), newest: { version: 1 as const, asOf: '2026-11-20', adapters } };
  const page = sampleSite(parts).get('implementations/other.html') ?? '';
  expect(page).toContain('On the newest releases');
  expect(page).toContain('<code>library 9.9.9</code>');
  expect(page).toContain('1 known issue fixed: <code>citations-lost</code>');
  expect(several.get('implementations/other.html')).not.toContain('On the newest releases');
});
