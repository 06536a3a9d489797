import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { auditOf } from '../fixtures/audit.ts';
import { launchBrowser, missingBrowser, sayMissing } from '../fixtures/browser.ts';
import { hostileSample } from '../fixtures/hostile.ts';
import { severalSample } from '../fixtures/sample-two-implementations.ts';
import { sampleSite, severalModel } from './fixtures/sample-site.ts';
import { reportPage } from './report/report-page.ts';
import { pageScript } from './script.ts';
import { stylesheet } from './stylesheet.ts';

sayMissing('the site in a browser');

/** One page of each kind. `report.html` stands alone: nothing else of the site may be asked for. */
const kinds = [
  'report.html',
  'index.html',
  'cell/function-calling/anthropic/sample.html',
  'library/sample.html',
  'libraries.html',
  'known-issues.html',
  'provider-api/anthropic.html',
  'provider-apis.html',
  'tool/web-search.html',
  'changes.html',
  'how-to-read.html',
  'checks.html',
  '404.html',
];

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
};

describe.runIf(!missingBrowser)('the site in a browser', () => {
  let browser: Browser;
  let site: ReadonlyMap<string, string>;
  let hostile: ReadonlyMap<string, string>;
  /** A server of its own and no interception: what pages share is loaded once. Neither site is at its root. */
  const server = createServer(({ url = '' }, answer) => {
    const [, folder, path = ''] = /^\/some\/(\w+)\/([^?]*)/.exec(url) ?? [];
    const body = (folder === 'where' ? site : hostile).get(path);
    const type = types[path.split('.').at(-1) ?? ''] ?? 'text/plain';
    answer.writeHead(body === undefined ? 404 : 200, { 'content-type': type, 'cache-control': 'max-age=600' });
    answer.end(body);
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    browser = await launchBrowser();
    const code = await pageScript();
    const withReport = (model = severalModel()) =>
      new Map([...sampleSite(model, { script: code }), ['report.html', reportPage(model, { css: stylesheet, code })]]);
    site = withReport();
    hostile = withReport(severalModel(hostileSample(severalSample())));
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  /** A tab that is served the site, and notes what a reader should never see. */
  async function visit(options: BrowserContextOptions = {}, files = site) {
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}/some/${files === site ? 'where' : 'hostile'}/`;
    const context = await browser.newContext(options);
    const tab = await context.newPage();
    const complaints: string[] = [];
    tab.on('console', (message) => complaints.push(message.text()));
    tab.on('pageerror', (error) => complaints.push(String(error)));
    tab.on('dialog', (dialog) => complaints.push(`a dialog: ${dialog.message()}`));
    tab.on('request', (request) => {
      const { href, origin: of, pathname } = new URL(request.url());
      if (!files.has(`${of}${pathname}`.slice(origin.length)) || !href.startsWith(origin))
        complaints.push(`asked for ${href}`);
    });
    const open = (path: string) => tab.goto(`${origin}${path}`);
    const at = () => tab.url().slice(origin.length);
    return { tab, open, at, complaints, close: () => context.close() };
  }

  const unfold = (tab: Page) =>
    tab.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });

  const looks = [
    { colorScheme: 'light', rules: undefined },
    // Of another theme only the colours are others.
    { colorScheme: 'dark', rules: ['color-contrast'] },
  ] as const;

  it('has no accessibility violation on any kind of page, in both themes, 360 and 1280 px wide, all unfolded, and prints', {
    timeout: 120_000,
  }, async () => {
    const { tab, open, complaints, close } = await visit();
    for (const [turn, path] of kinds.entries()) {
      await open(path);
      await unfold(tab);
      // By day each page has one of the widths in one of the themes, in turn; every night all.
      for (const width of isNightly ? [360, 1280] : [turn % 2 === 0 ? 360 : 1280]) {
        await tab.setViewportSize({ width, height: 900 });
        for (const { colorScheme, rules } of isNightly ? looks : looks.slice(turn % 4 < 2 ? 0 : 1).slice(0, 1)) {
          await tab.emulateMedia({ colorScheme });
          const { found, held } = await auditOf(tab, rules);
          if (!held.includes('color-contrast')) complaints.push(`${path}: no colours were looked at`);
          complaints.push(...found.map((line) => `${path}, ${colorScheme}, ${width}: ${line}`));
        }
      }
      // It prints without its navigation, and no wider than the paper.
      await tab.setViewportSize({ width: 1000, height: 900 });
      await tab.emulateMedia({ media: 'print' });
      const printed = await tab.evaluate(() => document.documentElement.scrollWidth);
      expect([path, printed, await tab.locator('.top').isVisible()]).toEqual([path, 1000, false]);
      await tab.emulateMedia({ media: null });
    }
    await close();
    expect(complaints).toEqual([]);
  });

  /** Unfolded, from 320 to 3840 px wide. */
  const scrollsNowhere = async (tab: Page, path: string) => {
    await unfold(tab);
    for (const width of [320, 1280, 3840]) {
      await tab.setViewportSize({ width, height: 800 });
      expect([path, await tab.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
    }
  };

  it.runIf(isNightly)('never scrolls sideways as a whole', { timeout: 120_000 }, async () => {
    const { tab, open, close } = await visit();
    for (const path of [...site.keys()].filter((file) => file.endsWith('.html'))) {
      await open(path);
      await scrollsNowhere(tab, path);
    }
    await close();
  });

  it('runs nothing and asks for nothing that hostile content wants, on any page, and never scrolls sideways for it', {
    timeout: 120_000,
  }, async () => {
    const { tab, open, complaints, close } = await visit({}, hostile);
    for (const path of [...hostile.keys()].filter(
      (file) => file.endsWith('.html') && (isNightly || isFirst(file, hostile)),
    )) {
      await open(path);
      const seen = await tab.evaluate(() => ({
        pwned: 'pwned' in window,
        active: document.querySelectorAll('iframe, object, embed, base, [onload], [onerror], [style], form[action]')
          .length,
        scripts: [...document.scripts].filter((s) => s.textContent?.includes('pwned') && s.type !== 'application/json')
          .length,
        elsewhere: [...document.images].filter((image) => !image.src.startsWith(location.origin)).length,
      }));
      expect([path, seen]).toEqual([path, { pwned: false, active: 0, scripts: 0, elsewhere: 0 }]);
      await scrollsNowhere(tab, path);
    }
    // What is searched for and loaded later is no markup either.
    await open('index.html');
    await tab.keyboard.press('/');
    await tab.keyboard.type('a');
    await tab.locator('#found a').first().waitFor();
    expect(await tab.evaluate(() => 'pwned' in window)).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is walked without JavaScript: from the grid into a cell, its library and a check', async () => {
    const { tab, open, at, complaints, close } = await visit({ javaScriptEnabled: false });
    await open('index.html');
    await tab.locator('td a[href^="cell/function-calling/anthropic/"]').click();
    expect(at()).toMatch(/^cell\/function-calling\/anthropic\/\w+\.html$/);
    await tab.locator('.tabs a', { hasText: 'Sample' }).click();
    expect(await tab.locator('.big .word').isVisible()).toBe(true);
    await tab.locator('.crumb a', { hasText: 'Sample' }).click();
    expect(at()).toBe('library/sample.html');
    await tab.locator('.foot a', { hasText: 'Checks' }).click();
    expect(at()).toBe('checks.html');
    await tab.locator('.brand').click();
    expect(at()).toBe('index.html');
    expect(complaints).toEqual([]);
    await close();
  });

  it('has a grid that is one tab stop, walked by arrow keys, and says the cell in words', async () => {
    const { tab, open, at, complaints, close } = await visit({ viewport: { width: 1280, height: 900 } });
    await open('index.html');
    expect(await tab.locator('.grid td a[tabindex="0"]').count()).toBe(1);
    const first = tab.locator('.grid td a[tabindex="0"]');
    await first.focus();
    const said = () => tab.locator('.answer h2').textContent();
    const before = await said();
    await tab.keyboard.press('ArrowRight');
    expect(await said()).not.toBe(before);
    await tab.keyboard.press('ArrowLeft');
    expect(await said()).toBe(before);
    await tab.keyboard.press('ArrowDown');
    const below = await said();
    expect(below).not.toBe(before);
    expect(await tab.evaluate(() => document.activeElement?.closest('td') !== null)).toBe(true);
    await tab.keyboard.press('Enter');
    await tab.waitForURL('**/cell/**');
    expect(at()).toMatch(/^cell\//);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the words of the library that is chosen, leads to its cells, and keeps it in the address', async () => {
    const { tab, open, complaints, close } = await visit();
    await open('index.html');
    const cell = tab.locator('td a[href^="cell/function-calling/anthropic/"]');
    const best = await cell.locator('b').textContent();
    await tab.locator('.pick a', { hasText: 'other' }).click();
    expect(new URL(tab.url()).search).toBe('?library=other');
    expect(await cell.getAttribute('href')).toBe('cell/function-calling/anthropic/other.html');
    expect(await cell.locator('b').textContent()).toBe('rejects');
    await tab.reload();
    expect(await cell.locator('b').textContent()).toBe('rejects');
    await tab.goBack();
    expect(await cell.locator('b').textContent()).toBe(best);
    expect(complaints).toEqual([]);
    await close();
  });

  it('finds by product names, from "/" to Enter, and says what is nearest where nothing is called so', async () => {
    const { tab, open, at, complaints, close } = await visit();
    await open('changes.html');
    await tab.keyboard.press('/');
    await tab.keyboard.type('anthropic web');
    await tab.locator('#found a.on').waitFor();
    expect(await tab.locator('#found a.on').textContent()).toContain('Web Search on Anthropic Messages');
    await tab.keyboard.press('Enter');
    await tab.waitForURL('**/cell/**');
    expect(at()).toMatch(/^cell\/web-search\/anthropic\//);
    await tab.keyboard.press('/');
    await tab.keyboard.type('wbe serch');
    await tab.locator('#found b').waitFor();
    expect(await tab.locator('#found').textContent()).toContain('Web Search');
    await tab.keyboard.press('Escape');
    expect(await tab.locator('#found').textContent()).toBe('');
    expect(complaints).toEqual([]);
    await close();
  });

  it('answers seven questions from its first page by keyboard, each in two steps at most', async () => {
    const { tab, open, at, complaints, close } = await visit({ viewport: { width: 1280, height: 900 } });
    const found = (words: string) => async () => {
      await tab.keyboard.press('/');
      await tab.keyboard.insertText(words);
      await tab.locator('#found a.on').waitFor();
      await tab.keyboard.press('Enter');
    };
    const followed = (name: string) => async () => {
      const link = tab.locator(`a:text-is("${name}")`).first();
      await link.focus();
      expect(await link.evaluate((a) => a === document.activeElement && a.checkVisibility())).toBe(true);
      await tab.keyboard.press('Enter');
    };
    const questions: readonly (readonly [steps: readonly (() => Promise<void>)[], address: string, says: string])[] = [
      [[found('anthropic web sample')], 'cell/web-search/anthropic/sample.html', 'Web Search on Anthropic Messages'],
      [[found('function anthropic')], 'cell/function-calling/anthropic/sample.html', 'other'],
      [[found('other on anthropic')], 'known-issues.html#of-other-on-anthropic', 'other on Anthropic Messages'],
      [
        [followed('Known issues'), followed('Anthropic Messages')],
        'known-issues.html#of-other-on-anthropic',
        'not told yet',
      ],
      [[followed('Changes')], 'changes.html', 'cells worse'],
      [[followed('How to read')], 'how-to-read.html', 'works, with gaps'],
      [[followed('Known issues')], 'known-issues.html', 'Maintainers were not told of'],
      [[followed('Verdicts as JSON')], 'verdicts.json', '"knownIssues"'],
    ];
    for (const [steps, address, says] of questions) {
      await open('index.html');
      for (const step of steps) await step();
      await tab.waitForURL(`**/${address}`);
      expect(at()).toBe(address);
      expect(await tab.locator('body').textContent()).toContain(says);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('loads what was seen of a case when it is asked for, and shows it as text', async () => {
    const { tab, open, complaints, close } = await visit({}, hostile);
    const path = [...hostile.keys()].find((file) => file.startsWith('cell/function-calling/anthropic/')) ?? '';
    await open(path);
    await unfold(tab);
    await tab.locator('button[data-case]').first().click();
    const shown = tab.locator('pre', { hasText: '"provenance"' }).first();
    await shown.waitFor();
    expect(JSON.parse((await shown.textContent()) ?? '')).toHaveProperty('steps');
    expect(await tab.evaluate(() => 'pwned' in window)).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows one provider API at a time on a phone, each row as a whole', async () => {
    const { tab, open, complaints, close } = await visit({ viewport: { width: 360, height: 800 } });
    await open('index.html');
    const visible = () =>
      tab.evaluate(
        () => [...document.querySelectorAll('.grid td')].filter((td) => getComputedStyle(td).display !== 'none').length,
      );
    const rows = await tab.locator('.grid tbody tr').count();
    expect(await visible()).toBe(rows);
    // Every row is a tab stop, whichever was focused before.
    await tab.locator('.grid td a:visible').first().focus();
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Tab');
    expect(await tab.evaluate(() => document.activeElement?.closest('tr')?.rowIndex)).toBe(3);
    const word = () => tab.locator('.grid tbody tr').first().locator('td:visible').textContent();
    const before = await word();
    await tab.locator('#col').selectOption({ index: 1 });
    expect(await visible()).toBe(rows);
    expect(await word()).not.toBe(before);
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps the theme that is chosen from page to page', async () => {
    const { tab, open, complaints, close } = await visit({ colorScheme: 'light' });
    await open('index.html');
    const background = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await tab.locator('#theme').click();
    expect(await background()).not.toBe(light);
    await open('changes.html');
    expect(await background()).not.toBe(light);
    expect(complaints).toEqual([]);
    await close();
  });
});

/** Whether a file is the first one of its folder: by day one of each kind is looked at. */
const isFirst = (file: string, files: ReadonlyMap<string, string>): boolean => {
  const folder = file.replace(/[^/]*$/, '');
  return folder === '' || [...files.keys()].find((other) => other.startsWith(folder)) === file;
};
