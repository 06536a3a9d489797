/** For `every-adapter.test.ts`: how the provider API says "Hi.". */
import { type ExampleProvider, runs, secret, shell } from '../shared/example-providers.ts';
import { adapter } from './adapter.ts';

export const example: ExampleProvider = {
  ...{ adapter, lacks: shell, path: '/api/projects/p' },
  settings: { credentials: { type: 'bearerToken', token: secret } },
  ...runs,
};
