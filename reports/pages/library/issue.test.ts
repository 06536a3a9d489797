import { expect, test } from 'vitest';
import { listed } from '../../fixtures/sample-issue.ts';
import { contestAddress } from './issue.ts';

test('the form has what is contested, and comes out as it went in', () => {
  const issue = listed({ title: 'Loses & drops "a" #1\nsecond line' });
  const url = new URL(contestAddress(issue, 'https://github.example/owner/name'));
  expect(url.pathname).toBe('/owner/name/issues/new');
  expect(url.searchParams.get('title')).toBe('Contested: sample-anthropic/citations-lost');
  expect(url.searchParams.get('body')).toContain(`${issue.place} says:\n> ${issue.title}\n`);
});
