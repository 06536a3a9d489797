import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { launchBrowser, missingBrowser, sayMissing } from './fixtures/browser.ts';
import { hostileSample } from './fixtures/hostile.ts';
import { sampleKillMatrix } from './fixtures/kill-matrix.ts';
import { auditOf, type Opening, openPage } from './fixtures/open-page.ts';
import { type Sample, sample } from './fixtures/sample.ts';
import { page as pageOf } from './page.ts';
import { pageCode } from './script.ts';

sayMissing('the page in a browser');

describe.runIf(!missingBrowser)('the page in a browser', () => {
  let browser: Browser;
  let code: string;
  beforeAll(async () => {
    browser = await launchBrowser();
    code = await pageCode();
  }, 60_000);
  afterAll(() => browser?.close());

  const markupOf = ({ results, evidence }: Sample) =>
    pageOf(results, evidence, { killMatrix: sampleKillMatrix(), code });
  const open = (markup: string, options?: Opening) => openPage(browser, markup, options);

  /** What depends on colours and on sizes; by day nothing else is looked at twice, every night all rules in all looks. */
  const ofLooks = ['color-contrast', 'target-size'];
  const looks = [
    { colorScheme: 'light', width: 320, rules: undefined },
    { colorScheme: 'dark', width: 1280, rules: isNightly ? undefined : ofLooks },
    ...(isNightly
      ? [
          { colorScheme: 'light', width: 1280, rules: undefined } as const,
          { colorScheme: 'dark', width: 320, rules: undefined } as const,
        ]
      : []),
  ] as const;
  for (const { colorScheme, width, rules } of looks) {
    it(`has no accessibility violation, ${colorScheme}, ${width} px, everything unfolded`, {
      timeout: 60_000,
    }, async () => {
      const viewport = { width, height: 900 };
      const { tab, complaints, close } = await open(markupOf(sample()), { colorScheme, viewport, unfolded: true });
      const { found, held } = await auditOf(tab, rules);
      expect(found).toEqual([]);
      expect(held).toEqual(expect.arrayContaining(ofLooks));
      expect(complaints).toEqual([]);
      await close();
    });
  }

  it('really has two themes', async () => {
    const { tab, close } = await open(markupOf(sample()));
    const grounds = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      grounds.add(await tab.evaluate(() => getComputedStyle(document.body).backgroundColor));
    }
    expect(grounds.size).toBe(2);
    await close();
  });

  test.each([
    ['usual', sample],
    ['hostile', () => hostileSample(sample())],
  ])('never scrolls sideways as a whole: 320, 768 and 2560 px wide, unfolded, %s content', async (_, shown) => {
    const { tab, close } = await open(markupOf(shown()), { unfolded: true });
    for (const width of [320, 768, 2560]) {
      await tab.setViewportSize({ width, height: 800 });
      expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const { grid, room } = await tab.evaluate(() => {
        const region = document.querySelector('.scroll');
        return { grid: region?.scrollWidth ?? 0, room: region?.clientWidth ?? 0 };
      });
      expect(grid > room).toBe(width < 700);
    }
    await close();
  });

  it('runs nothing and asks for nothing that hostile content wants', async () => {
    const { tab, complaints, asked, close } = await open(markupOf(hostileSample(sample())), { unfolded: true });
    await tab.mouse.move(200, 400);
    await tab.waitForTimeout(200);
    expect(await tab.evaluate(() => 'pwned' in window)).toBe(false);
    expect(asked).toEqual([]);
    expect(complaints).toEqual([]);
    const found = await tab.evaluate(() => ({
      active: document.querySelectorAll(
        'script:not(#data, #data + script), img, iframe, object, embed, form, base, [onload], [onerror], [style]',
      ).length,
      links: [...document.querySelectorAll('a')].map((a) => a.getAttribute('href') ?? ''),
      title: document.title,
    }));
    expect(found.active).toBe(0);
    expect(found.links.filter((href) => !/^(#[a-z0-9-]+|https:\/\/example\.org)/.test(href))).toEqual([]);
    expect(found.title).toBe('Agent Tools Conformance: report as of 2026-11-20');
    await close();
  });

  it('would stop a script that got in: the policy is in force', async () => {
    const planted = markupOf(sample()).replace(
      '<main',
      '<script>window.pwned = 1</script><img src="https://evil.example/x.png"><main',
    );
    const { tab, complaints, asked, close } = await open(planted);
    expect(await tab.evaluate(() => 'pwned' in window)).toBe(false);
    expect(asked).toEqual([]);
    expect(complaints.join('\n')).toMatch(/Content Security Policy/);
    await close();
  });

  it('is whole without JavaScript: a link to a case unfolds what it lies in', async () => {
    const hash = '#case-sample-anthropic--function-calling--call-parallel--stream';
    const { tab, asked, close } = await open(markupOf(sample()), { javaScriptEnabled: false, at: hash });
    const place = tab.locator(hash);
    await place.waitFor({ state: 'visible' });
    expect(await place.textContent()).toContain('Facts of call 1');
    await tab.locator('td a[href="#cell-web-search--mistral"]').click();
    await tab.locator('#cell-web-search--mistral').waitFor({ state: 'visible' });
    expect(new URL(tab.url()).hash).toBe('#cell-web-search--mistral');
    expect(asked).toEqual([]);
    await close();
  });

  it('can be walked by keyboard: past the head, through the grid, into a cell', async () => {
    const { tab, close } = await open(markupOf(sample()), { viewport: { width: 900, height: 800 } });
    const focused = () => tab.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '');
    await tab.keyboard.press('Tab');
    expect(await focused()).toContain('href="#main"');
    expect(await tab.locator('.skip').boundingBox()).toMatchObject({ x: 8, y: 8 });
    await tab.keyboard.press('Enter');
    const seen: string[] = [];
    for (let i = 0; i < 40 && !seen.at(-1)?.includes('#cell-function-calling--anthropic'); i++) {
      await tab.keyboard.press('Tab');
      seen.push(await focused());
    }
    expect(seen.some((html) => html.includes('role="region"'))).toBe(true);
    const outline = await tab.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(outline).toBe('solid');
    await tab.keyboard.press('Enter');
    await tab.locator('#cell-function-calling--anthropic').waitFor({ state: 'visible' });
    await close();
  });

  it('prints what is open, with the whole grid', async () => {
    const { tab, close } = await open(markupOf(sample()), { viewport: { width: 700, height: 900 } });
    await tab.emulateMedia({ media: 'print' });
    expect(
      await tab.evaluate(() => getComputedStyle(document.querySelector('.scroll') ?? document.body).overflowX),
    ).toBe('visible');
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(700);
    await close();
  });
});
