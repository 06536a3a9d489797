import { expect, test } from 'vitest';
import type { ListedIssue, Results } from '../../../spec/results/schema.ts';
import { hostileTexts } from '../../fixtures/hostile.ts';
import { sample } from '../../fixtures/sample.ts';
import { listed } from '../../fixtures/sample-issue.ts';
import type { Newest } from '../../newest/newest.ts';
import { snapshotOf } from '../../snapshot/snapshot.ts';
import { documentAt, harmIn, readText, sampleModel } from '../fixtures/sample-model.ts';
import { issueAnchor, issuesOfAdapter, paths } from '../paths.ts';
import { libraryPlans } from './plans.ts';

const path = paths.library('sample');

function runWith(
  knownIssues: ListedIssue[],
  options: Results['run']['adapters'][number]['libraryOptions'] = [],
): Results {
  const { results } = sample();
  const adapters = results.run.adapters.map((adapter) => ({ ...adapter, libraryOptions: options }));
  return { ...results, run: { ...results.run, adapters, knownIssues } };
}

function pageOf(results: Results): string {
  const model = sampleModel(results);
  return documentAt(path, libraryPlans(model), model);
}

test('the words of offered cells add up, and each leads to its cell', () => {
  const page = pageOf(runWith([listed()]));
  const [, all, words = ''] = /(\d+) offered cells: ([^.]+)\./.exec(readText(page)) ?? [];
  const numbers = [...words.matchAll(/\d+/g)].map(Number);
  expect(numbers.reduce((sum, n) => sum + n, 0)).toBe(Number(all));
  expect(page).toContain('href="../cell/web-search/anthropic/sample.html"');
});

test('a known issue says what it rests on, how it is shown and where it is contested', () => {
  const issue = listed({
    seen_by_users: 'Sources are not shown.',
    reproduction: 'no-citations',
    impact_reason: 'They are rare.',
  });
  const page = pageOf(runWith([issue]));
  const text = readText(page);
  expect(page).toContain(`id="${issueAnchor('sample-anthropic/citations-lost')}"`);
  for (const part of [issue.title, 'Sources are not shown.', issue.cause, 'They are rare.', 'not told yet'])
    expect(text.split(part)).toHaveLength(2);
  expect(text).toContain('npm run --silent atc -- reproduce sample-anthropic/citations-lost > reproduction.mjs');
  expect(page).toContain('href="https://github.example/owner/name/issues/new?');
  expect(page).toContain(`href="${issue.evidence.source}"`);
});

test('all issues are there, the first unfolded; the numbers of an impact add up', () => {
  const issues = Array.from({ length: 9 }, (_, i) =>
    listed({ id: `lost-${i}`, title: `Loss ${i}`, cause: `Cause ${i}` }),
  );
  const page = pageOf(runWith(issues));
  const text = readText(page);
  expect(text).toContain('9 issues: 9 lose');
  expect(text).toContain('3 more that lose information');
  for (const { id } of issues) expect(page).toContain(`id="issue-sample-anthropic-${id}"`);
  const [before = ''] = page.split('3 more that lose information');
  expect(before.match(/<li id="issue-/g)).toHaveLength(6);
});

test('what is said of several provider APIs is said once, and every address stays', () => {
  const same = listed({ cause: 'One reader for all.' });
  const page = pageOf(runWith([same, { ...same, adapter: 'sample-openai-responses' }]));
  const text = readText(page);
  expect(text).toContain('2 issues: 2 lose');
  expect(text).toContain('2 provider APIs');
  expect(text.split('One reader for all.')).toHaveLength(2);
  for (const adapter of ['sample-anthropic', 'sample-openai-responses'])
    expect(page.split(`id="issue-${adapter}-citations-lost"`)).toHaveLength(2);
});

test('unconfirmed and intended issues stand apart and count nowhere', () => {
  const page = pageOf(
    runWith([
      listed({ id: 'a', title: 'Perhaps', state: 'unconfirmed' }),
      listed({ id: 'b', title: 'Meant so', state: { by_design: 'https://example.org/by-design' } }),
    ]),
  );
  const [counted = '', apart = ''] = readText(page).split('Not counted');
  expect(counted).toContain('None is counted in this run.');
  expect(counted).not.toMatch(/Perhaps|Meant so/);
  expect(apart).toMatch(/Unconfirmed .* 1 finding .*Perhaps.*By design .* 1 finding .*Meant so/);
  expect(page).toContain('href="https://example.org/by-design"');
});

test('an option that all bridges choose is said once; what is not used says why', () => {
  const documentation = 'https://example.org/options';
  const text = readText(
    pageOf(
      runWith(
        [],
        [
          { option: 'outputVersion', value: 'v1', why: 'It has the content blocks.', documentation },
          { option: 'middleware', value: 'not used', why: 'It is code of the application.', documentation },
        ],
      ),
    ),
  );
  expect(text.split('It has the content blocks.')).toHaveLength(2);
  expect(text).toMatch(/Judged with these 1\..*outputVersion v1 .* all .*1 not used, and why.*middleware not used/);
});

test('where the newest releases were run, a note says which, how many known issues they fix, and which words move', () => {
  const results = runWith([listed()]);
  const newest = (adapter: string): Newest => ({
    version: 1,
    asOf: '2026-11-21',
    adapters: [
      {
        id: adapter,
        packages: [{ name: 'example-sdk', version: '2.0.0' }],
        states: { 'web-search': 'works' },
        fixed: ['citations-lost'],
        failing: [],
      },
    ],
  });
  const page = (ran: Newest) => {
    const model = sampleModel(results, { newest: ran });
    return documentAt(path, libraryPlans(model), model);
  };
  const text = readText(page(newest('sample-anthropic')));
  expect(text).toContain('On the newest releases (2026-11-21): example-sdk 2.0.0: 1 known issue fixed,');
  expect(text).toContain('Web Search on Anthropic Messages works (was: works, with gaps)');
  expect(readText(page(newest('other-anthropic')))).not.toContain('On the newest releases');
});

test('hostile text stays text', () => {
  for (const hostile of hostileTexts) {
    const issue = listed({
      title: hostile,
      cause: hostile,
      seen_by_users: hostile,
      evidence: { grade: 'traffic', source: hostile, note: hostile },
      versions: { seen: hostile, fixed: hostile },
      upstream: { url: hostile, state: 'open' },
    });
    const option = { option: hostile, value: hostile, why: hostile, documentation: hostile };
    const page = pageOf(runWith([issue], [option]));
    expect(harmIn(page)).toEqual([]);
  }
});

test('the list has each library with its words and their sum', () => {
  const model = sampleModel(runWith([listed()]));
  const text = readText(documentAt(paths.libraries, libraryPlans(model), model));
  const [, numbers = ''] = /example-sdk 1\.2\.3\. ([\d ]+)/.exec(text) ?? [];
  const [apis, ...rest] = numbers.trim().split(' ').map(Number);
  const notTold = rest.pop();
  const issues = rest.pop();
  const offered = rest.pop();
  expect([apis, issues, notTold]).toEqual([2, 1, 1]);
  expect(rest.reduce((sum, n) => sum + n, 0)).toBe(offered);
});

test('the list of all known issues has those first that maintainers were not told of, and its numbers add up', () => {
  const upstream = { url: 'https://github.example/owner/name/issues/1', state: 'open' } as const;
  const told = listed({ id: 'told', title: 'Told', impact: 'breaks', upstream });
  const uncounted = listed({ id: 'unconfirmed', title: 'Unconfirmed', state: 'unconfirmed' });
  const model = sampleModel(runWith([told, listed({ title: 'Untold', impact: 'differs' }), uncounted]));
  const page = documentAt(paths.knownIssues, libraryPlans(model), model);
  const text = readText(page);
  expect(text).toContain('2 known issues count against a library. Maintainers were not told of 1 of 2 yet');
  expect(text).toContain('2 issues, 1 of 2 not told yet');
  expect(text.lastIndexOf('Untold')).toBeLessThan(text.lastIndexOf('Told'));
  expect(text).not.toContain('Unconfirmed');
  expect(page).toContain(`id="${issuesOfAdapter('sample', 'anthropic')}"`);
  expect(page).toContain(`href="library/sample.html#${issueAnchor('sample-anthropic/told')}"`);
});

test('what the decision record of a library says stands beside the words of its cells', () => {
  const record = 'adr-2025-06-23' as const;
  const { results } = sample();
  const snapshot = snapshotOf(
    results,
    new Map([['sample', { title: 'Sample', role: 'library', decisionRecord: record }]]),
    '1.2.3',
  );
  const model = sampleModel(results, { snapshot });
  const text = readText(documentAt(path, libraryPlans(model), model));
  const claims = model.matrix.providers
    .filter(({ id }) => snapshot.libraries.some(({ adapters }) => adapters.some((a) => a.providerApi === id)))
    .flatMap(({ id, cells }) =>
      Object.entries(cells).flatMap(([tool, cell]) => {
        const claim = cell.claims.find(({ by }) => by === record);
        return claim && model.lookup.word(tool, id, 'sample') ? [claim.support] : [];
      }),
    );
  const yes = claims.filter((said) => said === 'yes').length;
  expect(yes).toBeGreaterThan(0);
  expect(text).toContain(`The record says yes for ${yes} cells`);
  expect(text.match(/record: yes/g)).toHaveLength(yes);
  expect(pageOf(results)).not.toContain('decision-record');
});
