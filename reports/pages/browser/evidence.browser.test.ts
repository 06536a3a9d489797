import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, missingBrowser, sayMissing } from '../../fixtures/browser.ts';
import { hostileTexts } from '../../fixtures/hostile.ts';
import { sample } from '../../fixtures/sample.ts';
import { cellEvidence } from '../cell/evidence.ts';
import { cellPlans } from '../cell/plans.ts';
import { documentAt, sampleModel } from '../fixtures/sample-model.ts';
import { paths } from '../paths.ts';
import { pageScript } from '../script.ts';

sayMissing('evidence in a browser');

const origin = 'https://report.example/';
const page = paths.cell('function-calling', 'anthropic', 'sample');

describe.runIf(!missingBrowser)('evidence that is loaded when asked for', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  /** The page of a cell at its address, with the files that a site has, and what was asked for. */
  async function open(isEvidenceServed: boolean) {
    const { results, evidence } = sample();
    for (const seen of evidence.values()) seen.unconsumed.push(...hostileTexts);
    const model = sampleModel(results, { evidence: (c) => evidence.get(c.evidenceSha256 ?? '') });
    const evidenceFiles = isEvidenceServed ? [...cellEvidence(model)] : [];
    const files = new Map([
      [page, documentAt(page, cellPlans(model), model)],
      [paths.script, await pageScript()],
      [paths.style, ''],
      ...evidenceFiles.map(({ path, content }) => [path, content] as const),
    ]);
    const context = await browser.newContext();
    const tab = await context.newPage();
    const asked: string[] = [];
    const errors: string[] = [];
    tab.on('pageerror', (error) => errors.push(String(error)));
    await context.route('**/*', (route) => {
      const path = route.request().url().slice(origin.length);
      asked.push(path);
      const body = files.get(path);
      const contentType = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html';
      return body === undefined ? route.abort() : route.fulfill({ body, contentType });
    });
    await tab.goto(`${origin}${page}`);
    const button = tab.locator('.conv button[data-case]').first();
    return { tab, asked, errors, button, shown: tab.locator('pre.seen'), close: () => context.close() };
  }

  it('is shown as text, hidden again, and loaded once', async () => {
    const { tab, asked, errors, button, shown, close } = await open(true);
    await button.click();
    await expect
      .poll(() => shown.textContent())
      .toContain('"case": "sample-anthropic/function-calling/call-parallel/complete"');
    const text = (await shown.textContent()) ?? '';
    expect(text).toContain('"content": "Weather?"');
    expect(text).toContain('<img src=x onerror=');
    expect(text).not.toContain('\u202e');
    expect(await tab.evaluate(() => 'pwned' in window)).toBe(false);
    await button.click();
    expect(await shown.count()).toBe(0);
    await button.click();
    expect(await shown.count()).toBe(1);
    expect(asked.filter((path) => path.startsWith('evidence/'))).toHaveLength(1);
    expect(errors).toEqual([]);
    await close();
  });

  it('says so where it cannot be loaded', async () => {
    const { button, shown, close } = await open(false);
    await button.click();
    await expect.poll(() => shown.textContent()).toMatch(/^The evidence cannot be shown: .* cannot be loaded$/);
    await close();
  });
});
