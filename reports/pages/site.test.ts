import { posix } from 'node:path';
import { expect, it, test } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import { Changes } from '../changes/schema.ts';
import { hostileSample, hostileTexts } from '../fixtures/hostile.ts';
import { severalSample } from '../fixtures/sample-two-implementations.ts';
import { Snapshot } from '../snapshot/schema.ts';
import { sampleSite, severalModel } from './fixtures/sample-site.ts';
import { SiteManifest } from './manifest.ts';

const site = sampleSite();
const hostile = sampleSite(severalModel(hostileSample(severalSample())));
const pagesOf = (files: ReadonlyMap<string, string>) => [...files].filter(([path]) => path.endsWith('.html'));

/** What a page leads to: its links, style, script, icon and data. */
const addressesOf = (markup: string) =>
  [...markup.matchAll(/ (?:href|src|data-index|data-evidence)="([^"]*)"/g)].map(([, address = '']) => address);

/** The places of the site that a page leads to and that are not there. */
function deadLinks(files: ReadonlyMap<string, string>): string[] {
  return pagesOf(files).flatMap(([path, markup]) =>
    addressesOf(markup).flatMap((address) => {
      if (address.startsWith('https://') || address.startsWith('data:')) return [];
      const [file = '', place] = address.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      const found = files.get(target);
      const there = found !== undefined && (place === undefined || found.includes(` id="${place}"`));
      return there ? [] : [`${path}: ${address}`];
    }),
  );
}

it('leads nowhere that is not there: every file, and every place on a page', () => {
  expect(deadLinks(site)).toEqual([]);
  expect(deadLinks(hostile)).toEqual([]);
  const index = JSON.parse((site.get('search.js') ?? '').replace(/^[^{]*|;\n$/g, ''));
  const found = index.found.map(([, , , address = '']) => address as string);
  expect(found.length).toBeGreaterThan(10);
  expect(deadLinks(new Map([...site, ['found.html', found.map((a: string) => ` href="${a}"`).join()]]))).toEqual([]);
});

it('can be reached from its first page, all of it', () => {
  const reached = new Set<string>();
  const queue = ['index.html'];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const links = path.endsWith('.html') ? addressesOf(site.get(path) ?? '') : [];
    queue.push(
      ...links
        .filter((a) => !/^(https:|#|data:)/.test(a))
        .map((a) => posix.join(posix.dirname(path), a.split('#')[0] ?? '')),
    );
  }
  // Nobody is led to the page that tells of a missing one; badges are embedded elsewhere.
  expect([...site.keys()].filter((path) => !reached.has(path) && !path.startsWith('badges/'))).toEqual(['404.html']);
});

it('publishes its data in the forms of their schemas', () => {
  for (const [path, schema] of [
    ['verdicts.json', Snapshot],
    ['changes.json', Changes],
  ] as const) {
    const fits = validatorFor(schema);
    expect(fits(JSON.parse(site.get(path) ?? '')), `${path} ${JSON.stringify(fits.errors)}`).toBe(true);
  }
});

test.each([
  ['a sample', site],
  ['a hostile sample', hostile],
])('names its files so that every system can have them: %s', (_, files) => {
  const paths = [...files.keys()];
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  expect(validatorFor(SiteManifest)({ version: 1, files: paths })).toBe(true);
});

it('lets nothing that anybody wrote be markup, in pages, feed or scripts', () => {
  const raw = hostileTexts.filter((text) => /[<>]/.test(text));
  for (const [path, content] of hostile) {
    if (path.endsWith('.json')) continue;
    expect(raw.filter((text) => content.includes(text)).map((text) => `${path}: ${text}`)).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(/[\u0000-\u0008\u001b\u202e\u2066]/.test(content) ? path : undefined).toBeUndefined();
  }
});

it('gives the same bytes for the same results', () => {
  expect([...sampleSite()]).toEqual([...site]);
});

it('tells crawlers of its pages where it knows its address, and names itself by it', () => {
  const baseUrl = 'https://example.org/a/';
  const files = sampleSite(severalModel(), { baseUrl });
  expect(files.get('sitemap.xml')).toContain('<loc>https://example.org/a/changes.html</loc>');
  expect(files.get('sitemap.xml')).not.toContain('404');
  expect(files.get('robots.txt')).toContain('Sitemap: https://example.org/a/sitemap.xml');
  expect(files.get('index.html')).toContain('<link rel="canonical" href="https://example.org/a/"/>');
  // It is shown at addresses that are not its own, from where relative ones would lead astray.
  expect(files.get('404.html')).toMatch(/<link rel="stylesheet" href="https:\/\/example\.org\/a\/style/);
  expect(site.has('sitemap.xml')).toBe(false);
});
