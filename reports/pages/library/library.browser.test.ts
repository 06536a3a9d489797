import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, missingBrowser, sayMissing } from '../../fixtures/browser.ts';
import { sample } from '../../fixtures/sample.ts';
import { listed } from '../../fixtures/sample-issue.ts';
import { documentAt, sampleModel } from '../fixtures/sample-model.ts';
import { issueAnchor, paths } from '../paths.ts';
import { libraryPlans } from './plans.ts';

sayMissing('the page of a library in a browser');

describe.skipIf(missingBrowser)('the page of a library in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test.for([
    ['beyond those that are shown', { id: 'lost-8' }],
    ['that is not counted', { id: 'lost-8', state: 'unconfirmed' as const }],
  ] as const)('the address of an issue %s unfolds it', async ([, over]) => {
    const { results } = sample();
    const issues = Array.from({ length: 9 }, (_, i) => listed({ id: `lost-${i}`, title: `Loss ${i}` }));
    const model = sampleModel({
      ...results,
      run: { ...results.run, knownIssues: [...issues.slice(0, 8), listed(over)] },
    });
    const page = documentAt(paths.library('sample'), libraryPlans(model), model);
    const id = issueAnchor('sample-anthropic/lost-8');
    const tab = await browser.newPage();
    await tab.route('**/*', (route) => route.fulfill({ body: page, contentType: 'text/html' }));
    await tab.goto(`https://site.example/library.html#${id}`);
    expect(await tab.locator(`#${id}`).isVisible()).toBe(true);
    expect(
      await tab
        .locator(`#${issueAnchor('sample-anthropic/lost-0')} p`)
        .first()
        .isVisible(),
    ).toBe(false);
    await tab.close();
  });
});
