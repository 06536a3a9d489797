/** From a hostile provider to a reader's browser: recorded answers, a real adapter, results on disk, the page in Chromium. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { launchBrowser, missingBrowser, sayMissing } from '../../reports/fixtures/browser.ts';
import { hostileTexts } from '../../reports/fixtures/hostile.ts';
import { writeRun } from '../../reports/pages/render.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { hostileRun } from './hostile-run.ts';

sayMissing('the page of a hostile run in a browser');

describe.runIf(!missingBrowser)('the page of a hostile run', () => {
  let browser: Browser;
  let folder: string;
  let ran: Awaited<ReturnType<typeof hostileRun>>;
  beforeAll(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), 'hostile-run-'));
    ran = await hostileRun(hostileTexts);
    await writeRun(folder, ran);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('holds what was said, and none of it acts: no script, no dialog, no request, no navigation', async () => {
    const markup = await readFile(join(folder, 'index.html'), 'utf8');
    const results = await readFile(join(folder, 'results.json'), 'utf8');
    // The texts came all the way; else nothing would be shown by what follows.
    for (const text of ['window.pwned = 1', 'https://evil.example/', 'javascript:window.pwned=1'])
      expect([results.includes(text), markup.includes(text)]).toEqual([true, true]);

    const context = await browser.newContext();
    const tab = await context.newPage();
    const happened: string[] = [];
    tab.on('dialog', (dialog) => {
      happened.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    tab.on('pageerror', (error) => happened.push(`an error: ${error}`));
    tab.on('console', (message) => happened.push(`console: ${message.text()}`));
    tab.on('download', (download) => happened.push(`a download: ${download.url()}`));
    context.on('page', (opened) => happened.push(`a window: ${opened.url()}`));
    const address = pathToFileURL(join(folder, 'index.html')).href;
    const asked: string[] = [];
    await context.route('**/*', (route) => {
      const url = route.request().url();
      if (url === address) return route.continue();
      asked.push(url);
      return route.abort();
    });
    await tab.goto(address);
    // Everything is opened by hand, as a reader would, and every place of the page visited.
    const folded = await tab.locator('details:not([open]) > summary').count();
    await tab.evaluate(() => {
      for (const summary of document.querySelectorAll('details:not([open]) > summary'))
        (summary as HTMLElement).click();
    });
    expect(await tab.locator('details:not([open])').count()).toBe(0);
    const targets = await tab.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
      for (const link of links) {
        const { origin } = location;
        // What leads elsewhere is asked for below, by its address: a browser would go there.
        if (link.getAttribute('href')?.startsWith('#') || link.origin === origin) link.click();
      }
      // A library that was chosen takes the addresses of cells that it has none of.
      return links.flatMap((link) => link.getAttribute('href') ?? []);
    });
    for (const type of ['mouseover', 'focus', 'mouseenter', 'load', 'error', 'toggle']) {
      await tab.evaluate((name) => {
        for (const element of document.querySelectorAll('*')) element.dispatchEvent(new Event(name));
      }, type);
    }
    expect(folded).toBeGreaterThan(10);
    expect(new URL(tab.url()).pathname).toBe(new URL(address).pathname);
    expect(await tab.evaluate(() => 'pwned' in window)).toBe(false);
    expect(happened).toEqual([]);
    expect(asked).toEqual([]);
    // Links that lead elsewhere are those of the project's own data; none that a provider made up.
    const elsewhere = targets.filter((href) => !/^#[a-z0-9-]+$/.test(href));
    expect(elsewhere.filter((href) => !href.startsWith('https://'))).toEqual([]);
    expect(elsewhere.filter((href) => /evil|pwned/.test(href))).toEqual([]);
    console.info(
      `${folded} folded parts opened, ${targets.length} links, ${elsewhere.length} of them outwards, 0 requests`,
    );
    await context.close();
  }, 60_000);

  test.runIf(isNightly)(
    'gives well-formed JUnit, through vitest’s own reporter, with nothing in it that acts',
    async () => {
      const { results } = ran;
      const findings = results.cases.flatMap((c) => c.checks.flatMap((k) => k.findings.map(({ message }) => message)));
      const reasons = [...results.cases.flatMap(({ reason }) => reason ?? []), ...findings, ...hostileTexts];
      // Titles of cases are ids; here they are the worst that a title could be.
      const tests = reasons.map(
        (reason, n) =>
          `test(${JSON.stringify(`${n} ${reason}`)}, () => { expect.soft('fail', ${JSON.stringify(reason)}).toBe('pass'); });`,
      );
      await writeFile(join(folder, 'hostile.test.js'), tests.join('\n'));
      const report = join(folder, 'junit.xml');
      const vitest = join(repositoryFolder, 'node_modules/vitest/vitest.mjs');
      const argv = [vitest, 'run', '--root', folder, '--globals', '--reporter=junit', `--outputFile=${report}`];
      await promisify(execFile)(process.execPath, argv, { env: { ...process.env, VITEST: '' } }).catch(() => {});
      const xml = await readFile(report, 'utf8');
      // What XML has no place for. Messages of cases are made visible before; the raw texts among these are not.
      expect(/[[\p{Cc}--[\n\r\t\u007f-\u009f]]\p{Cs}\ufffe\uffff]/v.exec(xml)).toBeNull();
      const tab = await browser.newPage();
      const read = await tab.evaluate((text) => {
        const document = new DOMParser().parseFromString(text, 'application/xml');
        const elements = [...document.querySelectorAll('*')].map(({ localName }) => localName);
        return {
          problem: document.querySelector('parsererror')?.textContent ?? null,
          failures: document.querySelectorAll('testcase > failure').length,
          names: [...new Set(elements)].sort(),
        };
      }, xml);
      expect(read).toEqual({
        problem: null,
        failures: reasons.length,
        names: ['failure', 'testcase', 'testsuite', 'testsuites'],
      });
      await tab.close();
    },
    60_000,
  );
});
