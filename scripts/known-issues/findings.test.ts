import { expect, test } from 'vitest';
import { collectFindings, type Finding, findingsMarkdown } from './findings.ts';

const finding: Finding = {
  implementation: 'sample',
  claim: 'Nulls that the types allow are read.',
  reasons: ['The wire says <null>; the library [throws](javascript:x).'],
  sources: ['https://example.com/issues/1'],
  packages: ['sample@1.0.0'],
  reproduction: 'adapters/sample/anthropic/reproductions.mjs#nulls',
  cases: ['sample-anthropic/web-fetch/*/*'],
  example: 'sample-anthropic/web-fetch/page-domains-and-limit/complete',
  evidence: { recording: 'recordings/cassettes/a.json#json', grade: 'documented' },
};

test('a finding says what, where, on what evidence, and how it is reproduced', () => {
  const text = findingsMarkdown([finding]);
  expect(text).toContain('| [sample](#sample) | 1 | sample@1.0.0 |');
  expect(text).toContain('### Nulls that the types allow are read.');
  expect(text).toContain('Where: sample@1.0.0; <https://example.com/issues/1>');
  expect(text).toContain(
    'Evidence: `recordings/cassettes/a.json#json` (documented); listed for `sample-anthropic/web-fetch/*/*`',
  );
  expect(text).toContain('reproduce sample-anthropic/web-fetch/page-domains-and-limit/complete`');
});

test('what people write acts as no markup', () => {
  expect(findingsMarkdown([finding])).toContain('The wire says \\<null\\>; the library \\[throws\\](javascript:x).');
});

test('every known failure that is listed is a finding', async () => {
  expect((await collectFindings()).length).toBeGreaterThan(100);
});
