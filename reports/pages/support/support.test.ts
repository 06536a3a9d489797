import { expect, test } from 'vitest';
import type { Limits } from '../../../matrix/limits.ts';
import { hostileSample } from '../../fixtures/hostile.ts';
import { sample } from '../../fixtures/sample.ts';
import { documentAt, harmIn, readText, sampleModel } from '../fixtures/sample-model.ts';
import type { PagesModel } from '../model.ts';
import { paths } from '../paths.ts';
import { supportPlans } from './plans.ts';

const model = sampleModel();
const plans = supportPlans(model);
const pageAt = (path: string) => documentAt(path, plans, model);

test('a provider API says what it offers on each surface, and leads to the best library', () => {
  const page = pageAt(paths.providerApi('anthropic'));
  const text = readText(page);
  expect(text).toContain('2 of 3 tools are offered.');
  expect(text).toMatch(
    /Web Search no yes works, with gaps Sample preview\. As First version, Second version \(unknown\)\. Works on one surface\./,
  );
  expect(text).toContain('Not offered, 1 of 3: Computer Use.');
  expect(page).toContain('href="../cell/web-search/anthropic/sample.html"');
  expect(text).toContain('Web Search: partial, 3 claims');
  expect(text).toContain('example-sdk 1.2.3');
});

test('a tool says the same by provider API, with a link to its claims there', () => {
  const page = pageAt(paths.tool('web-search'));
  const text = readText(page);
  expect(text).toContain('3 of 3 provider APIs offer it.');
  expect(text).toMatch(/Anthropic Messages no Stable yes Beta works, with gaps Sample/);
  expect(text).toMatch(/Mistral generateConversations unknown not judged no adapter/);
  expect(page).toContain('href="../provider-api/anthropic.html#claims-web-search"');
});

test('the words of the list add up to what is offered', () => {
  const text = readText(pageAt(paths.providerApis));
  const rows = [...text.matchAll(/(\d) of 3 ((?:\d (?:[a-z][a-z ]*?)(?:, (?=\d))?)+) (?:example-sdk|functions)/g)];
  expect(rows.length).toBeGreaterThan(0);
  for (const [, offered, words = ''] of rows) {
    const numbers = [...words.matchAll(/\d/g)].map(Number);
    expect(numbers.reduce((sum, n) => sum + n, 0)).toBe(Number(offered));
  }
});

test('hostile text stays text', () => {
  const hostile = sampleModel(hostileSample(sample()).results);
  for (const { path } of supportPlans(hostile)) {
    const page = documentAt(path, supportPlans(hostile), hostile);
    expect(harmIn(page)).toEqual([]);
  }
});

test('limits stand with where they hold, what they say and their source, and hostile text of theirs stays text', () => {
  const hostile = '</td><script>alert(1)</script>';
  const limits: Limits = {
    sources: { s: { title: `Source ${hostile}`, date: '2026-08-01', url: 'https://example.org' } },
    models: [{ id: 'new', title: 'New models', vendor: 'V', begins: ['new'] }],
    modifiers: { strict: { title: 'Strict schemas', description: 'D' } },
    limits: {
      anthropic: [
        {
          of: ['web-search', 'strict'],
          limits: [
            { models: ['new'], since: '2026-02-01', when: hostile, effect: 'rejected', says: hostile, source: 's' },
          ],
        },
      ],
    },
  };
  const limited: PagesModel = { ...model, matrix: { ...model.matrix, limits } };
  const page = documentAt(paths.providerApi('anthropic'), supportPlans(limited), limited);
  expect(readText(page)).toMatch(/Web Search beside Strict schemas New models, since 2026-02-01, when .* rejected/);
  expect(harmIn(page)).toEqual([]);
});
