import { expect, test } from 'vitest';
import { listed } from '../html/fixtures/sample-issue.ts';
import { contestAddress, repositoryOf } from './contest.ts';

const repository = 'https://github.example/owner/name';

test('the form has what is contested, and comes out as it went in', () => {
  const issue = listed({ title: 'Loses & drops "a" #1\nsecond line' });
  const url = new URL(contestAddress(issue, repository, 'https://pages.example/adapter/x.html#issue-x-y'));
  expect(url.href.startsWith(`${repository}/issues/new?`)).toBe(true);
  expect(url.searchParams.get('title')).toBe(`Contested: ${issue.adapter}/${issue.id}`);
  const body = url.searchParams.get('body');
  for (const part of [
    issue.title,
    issue.cause,
    issue.evidence.source,
    'https://pages.example/adapter/x.html#issue-x-y',
  ])
    expect(body).toContain(part);
});

test.for<[env: NodeJS.ProcessEnv, found: string | undefined]>([
  [{ GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'owner/name' }, repository],
  [{ GITHUB_SERVER_URL: 'https://github.example' }, undefined],
  [{ GITHUB_REPOSITORY: 'owner/name' }, undefined],
  [{ GITHUB_SERVER_URL: 'javascript:', GITHUB_REPOSITORY: 'owner/name' }, undefined],
  [{}, undefined],
])('the repository of %j', ([env, found]) => expect(repositoryOf(env)).toBe(found));
