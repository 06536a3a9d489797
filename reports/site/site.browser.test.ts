import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { launchBrowser, missingBrowser, sayMissing } from '../html/fixtures/browser.ts';
import { hostileSample } from '../html/fixtures/hostile.ts';
import { auditOf } from '../html/fixtures/open-page.ts';
import { severalSample } from '../html/fixtures/sample-two-implementations.ts';
import { type Piece, piecesOf } from '../html/grid/cell-text.ts';
import { gridDataOf } from '../html/grid/grid-data.ts';
import { type Comparing, comparedOf, usualComparing } from '../html/grid/implementation-comparison.ts';
import { pageCode } from '../html/script.ts';
import { viewOf } from '../html/view.ts';
import { sampleParts, sampleSite } from './fixtures/sample-site.ts';

sayMissing('the site in a browser');

/** One page of each kind; of cases one that fails, one that is refused and one that nothing could be seen of. */
const allKinds = [
  'index',
  'cell/function-calling--anthropic',
  'cell/web-search--mistral',
  'case/sample-anthropic/function-calling/call-parallel/stream',
  'case/sample-anthropic/computer-use/reject-unsupported-tool/complete',
  'case/sample-openai-responses/computer-use/reject-unsupported-tool/complete',
  'provider/openai-responses',
  'tool/web-search',
  'adapter/sample-anthropic',
  'adapters',
  'check/returns-function-calls',
  'checks',
  'history',
  'compare',
  'compare/2026-11-18--this-run',
  '404',
  'implementations/index',
  'implementations/sample',
  'several/index',
  'several/implementations/index',
  'several/implementations/sample',
  'several/implementations/other',
];

/** Pages that are made as another of the list is, of other data: looked at every night. */
const likeOthers = [
  'cell/web-search--mistral',
  'case/sample-openai-responses/computer-use/reject-unsupported-tool/complete',
  'compare/2026-11-18--this-run',
  'implementations/index',
  'implementations/sample',
  'several/index',
  'several/implementations/other',
];
const kinds = isNightly ? allKinds : allKinds.filter((kind) => !likeOthers.includes(kind));

const textOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ is }) => (typeof is === 'string' ? is : textOf(is))).join('');

describe.runIf(!missingBrowser)('the site in a browser', () => {
  const origin = 'https://site.example/some/where/';
  let browser: Browser;
  let site: ReadonlyMap<string, string>;
  let hostile: ReadonlyMap<string, string>;
  beforeAll(async () => {
    browser = await launchBrowser();
    const code = { main: await pageCode(), implementations: await pageCode('implementations') };
    // Beside it, below a folder of its own, one of a run that has several implementations.
    const several = sampleSite({ ...sampleParts(severalSample()), code });
    const below = [...several].map(([path, content]) => [`several/${path}`, content] as const);
    site = new Map([...sampleSite({ ...sampleParts(), code }), ...below]);
    hostile = sampleSite({ ...sampleParts(hostileSample(severalSample())), code });
  }, 60_000);
  afterAll(() => browser?.close());

  const types: Readonly<Record<string, string>> = {
    html: 'text/html',
    css: 'text/css',
    json: 'application/json',
    svg: 'image/svg+xml',
  };

  /** A tab that is served the site, at an address that is not the root of a server, and notes what a reader should never see. */
  async function visit(options: BrowserContextOptions = {}, files = site) {
    const context = await browser.newContext(options);
    const tab = await context.newPage();
    const complaints: string[] = [];
    tab.on('console', (message) => complaints.push(message.text()));
    tab.on('pageerror', (error) => complaints.push(String(error)));
    tab.on('dialog', (dialog) => complaints.push(`a dialog: ${dialog.message()}`));
    await context.route('**/*', (route) => {
      const address = new URL(route.request().url());
      const path = `${address.origin}${address.pathname}`.slice(origin.length);
      const body = address.href.startsWith(origin) ? files.get(path) : undefined;
      if (body === undefined) complaints.push(`asked for ${address.href}`);
      return body === undefined
        ? route.abort()
        : route.fulfill({ body, contentType: types[path.split('.').at(-1) ?? ''] ?? 'text/plain' });
    });
    const open = (stem: string) => tab.goto(`${origin}${stem}.html`);
    return { tab, open, complaints, close: () => context.close() };
  }

  const unfold = (tab: Page) =>
    tab.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });

  /** Of another theme only the colours are others. */
  const looks = [
    { colorScheme: 'light', rules: undefined },
    { colorScheme: 'dark', rules: ['color-contrast'] },
  ] as const;

  // By day every other page has one of the widths, in turn, and the dark theme in one of them; every night all have all of it.
  it('has no accessibility violation on any kind of page, in both themes, 320 and 1280 px wide, all unfolded', {
    timeout: 120_000,
  }, async () => {
    const found = await Promise.all(
      [320, 1280].map(async (width, turn) => {
        const { tab, open, complaints, close } = await visit({ viewport: { width, height: 900 } });
        for (const stem of kinds.filter((_, n) => isNightly || n % 4 === turn * 2)) {
          await open(stem);
          await unfold(tab);
          for (const { colorScheme, rules } of isNightly || width === 320 ? looks : looks.slice(0, 1)) {
            await tab.emulateMedia({ colorScheme });
            const { found, held } = await auditOf(tab, rules);
            if (!held.includes('color-contrast')) complaints.push(`${stem}: no colours were looked at`);
            complaints.push(...found.map((line) => `${stem}, ${colorScheme}: ${line}`));
          }
        }
        await close();
        return complaints;
      }),
    );
    expect(found.flat()).toEqual([]);
  });

  it('never scrolls sideways as a whole: from 320 to 3840 px wide, unfolded, hostile content', {
    timeout: 120_000,
  }, async () => {
    for (const files of [site, hostile]) {
      const { tab, open, close } = await visit({}, files);
      // By day the usual pages of a kind that there are hostile ones of are left out.
      const wanted = (kind: string) => isNightly || files === hostile || !hostile.has(`${kind}.html`);
      for (const stem of kinds.filter((kind) => files.has(`${kind}.html`) && wanted(kind))) {
        await open(stem);
        await unfold(tab);
        for (const width of [320, 1280, 3840]) {
          await tab.setViewportSize({ width, height: 800 });
          expect([stem, await tab.evaluate(() => document.documentElement.scrollWidth)]).toEqual([stem, width]);
        }
      }
      await close();
    }
  });

  it('runs nothing and asks for nothing that hostile content wants, on any page', { timeout: 60_000 }, async () => {
    const { tab, open, complaints, close } = await visit({}, hostile);
    const pages = [...hostile.keys()].filter((file) => file.endsWith('.html'));
    // Every night all pages; by day the first and the last in each folder.
    const byFolder = Map.groupBy(pages, (file) => file.replace(/[^/]*$/, ''));
    const ends = [...byFolder.values()].flatMap((of) => [...new Set([of.at(0), of.at(-1)])]);
    const top = pages.filter((file) => !file.includes('/'));
    for (const path of isNightly ? pages : new Set([...top, ...ends])) {
      if (path === undefined) continue;
      await open(path.slice(0, -'.html'.length));
      const seen = await tab.evaluate(() => ({
        pwned: 'pwned' in window,
        active: document.querySelectorAll('iframe, object, embed, form, base, [onload], [onerror], [style]').length,
        scripts: [...document.scripts].filter((s) => s.textContent?.includes('pwned') && s.type !== 'application/json')
          .length,
        elsewhere: [...document.images].filter((image) => !image.src.startsWith(location.origin)).length,
      }));
      expect([path, seen]).toEqual([path, { pwned: false, active: 0, scripts: 0, elsewhere: 0 }]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('is walked without JavaScript: from the overview into a cell, a case, a check, and back', async () => {
    const { tab, open, complaints, close } = await visit({ javaScriptEnabled: false });
    await open('index');
    const at = () => tab.url().slice(origin.length);
    await tab.locator('td a[href="cell/function-calling--anthropic.html"]').first().click();
    expect(at()).toBe('cell/function-calling--anthropic.html');
    await tab.locator('.verdict.tone-fail').click();
    expect(at()).toBe('case/sample-anthropic/function-calling/call-parallel/stream.html');
    expect(await tab.locator('h1').textContent()).toBe('The scenario call-parallel');
    await tab.locator('summary', { hasText: 'Response body' }).first().click();
    await tab.locator('.events').first().waitFor({ state: 'visible' });
    await tab.getByRole('link', { name: 'returns-function-calls' }).first().click();
    expect(at()).toBe('check/returns-function-calls.html');
    await tab.locator('.crumbs a').click();
    expect(at()).toBe('checks.html');
    await tab.locator('.brand').click();
    expect(at()).toBe('index.html');
    expect(complaints).toEqual([]);
    await close();
  });

  it('is walked by keyboard: past the head, into a cell, a case and its evidence', async () => {
    const { tab, open, complaints, close } = await visit({ viewport: { width: 900, height: 800 } });
    await open('index');
    await tab.keyboard.press('Tab');
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#main');
    await tab.keyboard.press('Enter');
    /** Tabs on until a link to an address has the focus, and follows it. */
    const follow = async (address: string) => {
      const focused = () =>
        tab.evaluate(() => {
          const { activeElement } = document;
          const outline = getComputedStyle(activeElement ?? document.body).outlineStyle;
          return { href: activeElement?.getAttribute('href') ?? '', outline };
        });
      for (let i = 0; i < 60; i++) {
        await tab.keyboard.press('Tab');
        const { href, outline } = await focused();
        if (!href.endsWith(address)) continue;
        expect(outline).toBe('solid');
        await Promise.all([tab.waitForURL(`**/${address}`), tab.keyboard.press('Enter')]);
        return;
      }
      throw new Error(`no Tab leads to ${address}`);
    };
    await follow('function-calling--anthropic.html');
    await follow('call-parallel/stream.html');
    await follow('returns-function-calls.html');
    await follow('index.html');
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows of implementations side by side what its switches choose, and keeps that in the address', async () => {
    const { tab, open, complaints, close } = await visit();
    await open('several/implementations/index');
    const { results, evidence } = severalSample();
    const data = gridDataOf(viewOf(results, evidence));
    const rows = () =>
      tab.evaluate(() =>
        [...document.querySelectorAll<HTMLTableRowElement>('tr[data-row]')]
          .filter((row) => row.checkVisibility())
          .map((row) => [...row.querySelectorAll('.grid-link')].map((link) => link.textContent)),
      );
    const expected = (choice: Partial<Comparing>) =>
      comparedOf(data, { ...usualComparing, ...choice }).groups.flatMap(({ rows: own }) =>
        own.flatMap(({ row, column, cells, wanted }) => {
          if (!wanted) return [];
          const name = `${data.rows[row]?.title}, ${data.columns[column]?.title}`;
          const texts = cells.map((cell, i) => cell && textOf(piecesOf(cell, `${name}, ${data.implementations[i]}: `)));
          return [texts.filter((text) => text !== undefined)];
        }),
      );
    expect(await rows()).toEqual(expected({ api: 'anthropic' }));
    await tab.locator('[name=rows][value=differ]').check();
    expect(await rows()).toEqual(expected({ rows: 'differ' }));
    await tab.locator('[name=mode][value=complete]').check();
    expect(await rows()).toEqual(expected({ rows: 'differ', mode: 'complete' }));
    expect(new URL(tab.url()).search).toBe('?rows=differ&mode=complete');
    await tab.reload();
    expect(await rows()).toEqual(expected({ rows: 'differ', mode: 'complete' }));
    expect(await tab.locator('#shown').textContent()).toContain('1 of');
    await tab.locator('#reset').click();
    // What is folded is unfolded where all that is left to show lies in it.
    await tab.locator('[name=api]').selectOption('openai-responses');
    expect(await rows()).toEqual(expected({ api: 'openai-responses' }));
    await tab.locator('[name=api]').selectOption('anthropic');
    expect(await rows()).toEqual(expected({ api: 'anthropic' }));
    await tab.locator('a.grid-link[href$="other.html#cell-function-calling--anthropic"]').focus();
    await tab.keyboard.press('ArrowLeft');
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(
      'sample.html#cell-function-calling--anthropic',
    );
    await tab.keyboard.press('Enter');
    await tab.waitForURL('**/sample.html#cell-function-calling--anthropic');
    expect(complaints).toEqual([]);
    await close();
  });

  it('prints without its navigation, and no wider than the paper', async () => {
    const { tab, open, close } = await visit({ viewport: { width: 700, height: 900 } });
    await tab.emulateMedia({ media: 'print' });
    for (const stem of kinds) {
      await open(stem);
      expect([stem, await tab.evaluate(() => document.documentElement.scrollWidth)]).toEqual([stem, 700]);
      expect(await tab.locator('.crumbs').isVisible()).toBe(false);
    }
    await close();
  });
});
