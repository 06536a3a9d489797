import { expect, test } from 'vitest';
import { repositoryOf } from './repository.ts';

const repository = 'https://github.example/owner/name';

test.for<[env: NodeJS.ProcessEnv, found: string | undefined]>([
  [{ GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'owner/name' }, repository],
  [{ GITHUB_SERVER_URL: 'https://github.example' }, undefined],
  [{ GITHUB_REPOSITORY: 'owner/name' }, undefined],
  [{ GITHUB_SERVER_URL: 'javascript:', GITHUB_REPOSITORY: 'owner/name' }, undefined],
  [{}, undefined],
])('the repository of %j', ([env, found]) => expect(repositoryOf(env)).toBe(found));
