import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { launchBrowser, missingBrowser, sayMissing } from './fixtures/browser.ts';
import { hostileSample, hostileTexts } from './fixtures/hostile.ts';
import { synthetic } from './fixtures/large-run.ts';
import { auditOf, openPage, pageAddress } from './fixtures/open-page.ts';
import { sample } from './fixtures/sample.ts';
import { type Piece, piecesOf, toneOf } from './grid/cell-text.ts';
import { type Choice, usual } from './grid/filter-state.ts';
import { gridDataOf } from './grid/grid-data.ts';
import { shownTable } from './grid/table.ts';
import { queryOf } from './grid/url-query.ts';
import { page as pageOf } from './page.ts';
import { pageCode } from './script.ts';
import { viewOf } from './view.ts';

sayMissing('the switches of the page');

/** Each cell through each of five implementations, in both modes, and no evidence: the grid is large, and the page is not. */
const { results } = synthetic(1400);
const data = gridDataOf(viewOf(results, new Map()));

/** What the grid has to say under a choice, row by row: the heads of its columns, then of each row its name and its cells. */
function expected(choice: Partial<Choice>): string[][] {
  const shown = shownTable(data, { ...usual, ...choice });
  const heads = shown.columns.map((c) => data.columns[c]?.title ?? '');
  const rows = shown.rows.map((r) => [
    data.rows[r]?.title ?? '',
    ...shown.columns.map((c) => {
      const cell = shown.cells[r]?.[c];
      const name = `${data.rows[r]?.title}, ${data.columns[c]?.title}: `;
      return cell ? `${toneOf(cell)} ${textOf(piecesOf(cell, name))}` : '';
    }),
  ]);
  return rows.length === 0 ? [] : [['Tool', ...heads], ...rows];
}

const textOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ is }) => (typeof is === 'string' ? is : textOf(is))).join('');

/** What the grid in the browser says to who sees or hears it. */
const gridOf = (tab: Page): Promise<string[][]> =>
  tab.evaluate(() => {
    const table = document.querySelector<HTMLTableElement>('table.grid');
    const rows = [...(table?.rows ?? [])].filter((row) => row.checkVisibility());
    return rows.map((row, r) =>
      [...row.cells]
        .filter((cell) => cell.checkVisibility())
        .map((cell, c) => {
          if (c === 0) return cell.textContent ?? '';
          if (r === 0) return cell.querySelector('a')?.textContent ?? '';
          const link = cell.querySelector<HTMLElement>('a.grid-link');
          return link?.checkVisibility() ? `${/tone-(\S+)/.exec(cell.className)?.[1]} ${link.textContent}` : '';
        }),
    );
  });

const status = (tab: Page) => tab.locator('#shown').textContent();

describe.runIf(!missingBrowser)('the switches of the page', () => {
  let browser: Browser;
  let markup: string;
  beforeAll(async () => {
    browser = await launchBrowser();
    markup = pageOf(results, new Map(), { code: await pageCode() });
  }, 60_000);
  afterAll(() => browser?.close());

  it('show what they choose, each and all together, say how much that is, and put it into the address', async () => {
    const { tab, complaints, asked, close } = await openPage(browser, markup);
    expect(await gridOf(tab)).toEqual(expected({}));
    let choice: Choice = usual;
    const choose = async (name: keyof Choice, value: string) => {
      choice = { ...choice, [name]: value };
      const control = tab.locator(`#switches [name=${name}]`);
      if (name === 'table' || name === 'mode') await tab.locator(`#switches [name=${name}][value="${value}"]`).check();
      else await control.selectOption(value);
      expect(await gridOf(tab), JSON.stringify(choice)).toEqual(expected(choice));
      expect(await status(tab)).toBe(shownTable(data, choice).sentence);
      expect(new URL(tab.url()).search).toBe(queryOf(choice, usual));
    };
    await choose('table', 'adr-draft');
    await choose('mode', 'stream');
    await choose('through', 'library-2');
    await choose('state', 'rejected');
    await choose('api', 'provider-4');
    await choose('evidence', 'none');
    await choose('table', 'current');
    await choose('evidence', 'documented');
    await choose('state', 'all');
    await choose('tool', 'shell');
    for (const name of ['tool', 'api', 'evidence'] as const) await choose(name, 'all');
    await choose('state', 'rejected');
    expect(expected(choice).flat(), 'cells among those shown that are not').toContain('');
    await tab.locator('#reset').click();
    expect(await gridOf(tab)).toEqual(expected({}));
    expect(tab.url()).toBe(pageAddress);
    expect({ complaints, asked }).toEqual({ complaints: [], asked: [] });
    await close();
  }, 60_000);

  it('are in the address: it can be shared, reloaded and gone back from', async () => {
    const { tab, close } = await openPage(browser, markup, { at: '?through=library-0&mode=complete#grid' });
    const start = { through: 'library-0', mode: 'complete' } as const;
    expect(await gridOf(tab)).toEqual(expected(start));
    expect(await tab.locator('[name=through]').inputValue()).toBe('library-0');
    expect(await tab.locator('[name=mode][value=complete]').isChecked()).toBe(true);
    await tab.locator('[name=tool]').selectOption('web-search');
    expect(tab.url()).toBe(`${pageAddress}?through=library-0&mode=complete&tool=web-search#grid`);
    await tab.reload();
    expect(await gridOf(tab)).toEqual(expected({ ...start, tool: 'web-search' }));
    await tab.goBack();
    expect(await gridOf(tab)).toEqual(expected(start));
    expect(await tab.locator('[name=tool]').inputValue()).toBe('all');
    await tab.goForward();
    expect(await gridOf(tab)).toEqual(expected({ ...start, tool: 'web-search' }));
    await close();
  }, 60_000);

  it('ignore what the address has that is no choice, and say it as text', async () => {
    const { tab, complaints, asked, close } = await openPage(browser, markup, { at: '?mode=stream&a=%3Cb%3E' });
    expect(await status(tab)).toContain(' Not known here, and ignored: a=<b>.');
    // By day every third; each goes the same way.
    for (const hostile of hostileTexts.filter((_, n) => isNightly || n % 3 === 0)) {
      const query = `?${new URLSearchParams({ state: hostile, [hostile]: 'x', mode: 'complete' })}`;
      await tab.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, query);
      expect(await gridOf(tab)).toEqual(expected({ mode: 'complete' }));
      expect(await status(tab)).toContain(' Not known here, and ignored: state=');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may reach the reader.
      expect(await status(tab)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/);
      expect(await tab.evaluate(() => 'pwned' in window || document.querySelector('#shown *') !== null)).toBe(false);
    }
    expect({ complaints, asked }).toEqual({ complaints: [], asked: [] });
    await close();
  }, 60_000);

  it('work for names that are hostile, and show them as text', async () => {
    const hostile = hostileSample(sample());
    const own = pageOf(hostile.results, hostile.evidence, { code: await pageCode() });
    const { tab, complaints, asked, close } = await openPage(browser, own);
    const elements = () =>
      tab.evaluate(() => [...new Set([...document.querySelectorAll('.grid *')].map((e) => e.tagName))].sort());
    const before = await elements();
    const names = await tab.locator('[name=through] option').allTextContents();
    expect(names.length).toBeGreaterThan(1);
    await tab.locator('[name=through]').selectOption({ index: 1 });
    await tab.locator('[name=mode][value=stream]').check();
    await tab
      .locator('[name=table][value="adr-draft"]')
      .check()
      .catch(() => undefined);
    expect((await elements()).every((name) => before.includes(name))).toBe(true);
    expect(await tab.evaluate(() => 'pwned' in window)).toBe(false);
    expect({ complaints, asked }).toEqual({ complaints: [], asked: [] });
    await close();
  });

  it('can be worked by keyboard alone, and the grid walked by arrow keys', async () => {
    const { tab, close } = await openPage(browser, markup);
    const focused = () =>
      tab.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.id);
    await tab.locator('[name=table][value=current]').focus();
    await tab.keyboard.press('ArrowRight');
    expect(new URL(tab.url()).search).toBe('?table=adr-2025-06-23');
    const walked: (string | undefined)[] = [];
    for (let i = 0; i < 7; i++) {
      await tab.keyboard.press('Tab');
      walked.push(await focused());
    }
    expect(walked).toEqual(['mode', 'through', 'tool', 'api', 'state', 'evidence', 'reset']);
    const outline = await tab.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(outline).toBe('solid');
    await tab.keyboard.press('Enter');
    expect(tab.url()).toBe(pageAddress);
    expect(await focused()).toBe('reset');

    await tab.locator('table.grid td a').first().focus();
    const cell = () => tab.evaluate(() => document.activeElement?.getAttribute('href'));
    await tab.keyboard.press('ArrowRight');
    await tab.keyboard.press('ArrowDown');
    expect(await cell()).toBe('#cell-code-interpreter--provider-1');
    await tab.keyboard.press('ArrowLeft');
    await tab.keyboard.press('ArrowUp');
    await tab.keyboard.press('ArrowUp');
    expect(await cell()).toBe('#cell-function-calling--provider-0');
    await close();
  });

  it('are not there without JavaScript, and all they show is, as tables', async () => {
    const { tab, close } = await openPage(browser, markup, { javaScriptEnabled: false });
    expect(await tab.locator('#switches').isVisible()).toBe(false);
    expect((await tab.locator('#switches').boundingBox())?.height ?? 0).toBe(0);
    await tab.locator('summary', { hasText: 'The same as plain tables' }).click();
    await tab.locator('summary', { hasText: 'Through library-3' }).click();
    const table = tab.locator('details', { hasText: 'Through library-3' }).last().locator('table.grid');
    expect(await table.locator('tbody tr').count()).toBe(14);
    expect(await table.locator('td').first().textContent()).toMatch(/^D?\S\w+.*\d+\/\d+ cases pass/);
    for (const name of ['What the ADR of 2025-06-23 says', 'What its earlier draft says', 'Through reference']) {
      expect(await tab.locator('summary', { hasText: name }).count()).toBe(1);
    }
    await close();
  });

  it('move nothing when they start, and are still for who wants stillness', async () => {
    const { tab, close } = await openPage(browser, markup, { reducedMotion: 'reduce' });
    const moved = await tab.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        }),
    );
    expect(moved).toBeLessThan(0.01);
    expect(await tab.evaluate(() => document.getAnimations().length)).toBe(0);
    await close();
  });

  it('never widen the page: 320, 1280 and 3840 px', async () => {
    const { tab, close } = await openPage(browser, markup);
    const queries = ['', '?state=works&evidence=none', '?table=adr-draft', '?through=library-1&api=provider-2'];
    // By day the whole table, and one with much left out.
    for (const query of isNightly ? queries : queries.slice(0, 2)) {
      await tab.goto(`${pageAddress}${query}`);
      for (const width of [320, 1280, 3840]) {
        await tab.setViewportSize({ width, height: 900 });
        expect(await tab.evaluate(() => document.documentElement.scrollWidth), query).toBeLessThanOrEqual(width);
      }
    }
    await close();
  });

  it('leave the head of the table and its first column in sight', async () => {
    const { tab, close } = await openPage(browser, markup);
    for (const width of [400, 1280]) {
      await tab.setViewportSize({ width, height: 500 });
      await tab.evaluate(() => scrollTo(0, 0));
      await tab.locator('table.grid').first().locator('td a').last().scrollIntoViewIfNeeded();
      const inSight = await tab.evaluate(() => {
        const region = document.querySelector('.grid-scroll');
        // A region that scrolls by itself is read as a whole.
        if (region && region.scrollHeight > region.clientHeight) region.scrollIntoView({ block: 'nearest' });
        const seen = (element: Element | null | undefined) => {
          const { left, top, right, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
          return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
        };
        const rows = [...(document.querySelector<HTMLTableElement>('table.grid')?.rows ?? [])];
        return [seen(rows[0]?.lastElementChild), seen(rows.at(-1)?.firstElementChild)];
      });
      expect(inSight, `${width} px`).toEqual([true, true]);
    }
    await close();
  });

  // By day in two looks, of the second what depends on colours and sizes; every night in all, by all rules.
  const looks = [
    { colorScheme: 'light', width: 320, rules: undefined },
    { colorScheme: 'dark', width: 1280, rules: isNightly ? undefined : ['color-contrast', 'target-size'] },
    { colorScheme: 'light', width: 1280, rules: undefined },
    { colorScheme: 'dark', width: 320, rules: undefined },
  ] as const;
  for (const { colorScheme, width, rules } of isNightly ? looks : looks.slice(0, 2)) {
    it(`have no accessibility violation when none is as usual, ${colorScheme}, ${width} px`, async () => {
      const own = pageOf(sample().results, sample().evidence, { code: await pageCode() });
      const viewport = { width, height: 900 };
      const at =
        '?through=sample&mode=stream&tool=function-calling&api=anthropic&state=does-not-work&evidence=documented&x=1';
      const { tab, complaints, close } = await openPage(browser, own, { colorScheme, viewport, at });
      expect(await status(tab)).toContain('1 of 6 cells shown.');
      expect((await auditOf(tab, rules)).found).toEqual([]);
      // The other widths and themes of this one differ in nothing that the first do not show.
      if ((colorScheme === 'light') === (width === 320)) {
        await tab.goto(`${pageAddress}?table=adr-2025-06-23&mode=complete`);
        expect(await status(tab)).toContain('All 3 cells shown.');
        expect((await auditOf(tab, rules)).found).toEqual([]);
      }
      expect(complaints).toEqual([]);
      await close();
    }, 60_000);
  }

  it('are not printed', async () => {
    const { tab, close } = await openPage(browser, markup, { viewport: { width: 700, height: 900 } });
    await tab.emulateMedia({ media: 'print' });
    expect(await tab.locator('#switches').isVisible()).toBe(false);
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(700);
    await close();
  });
});
