/** For `every-adapter.test.ts`: how the provider API says "Hi.". */
import { type ExampleProvider, responses, secret } from '../shared/example-providers.ts';
import { jsonAnswer } from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

export const example: ExampleProvider = {
  ...{ adapter, lacks: { type: 'text-editor' }, path: '/api/projects/p' },
  settings: { credentials: { type: 'bearerToken', token: secret } },
  before: [jsonAnswer({ object: 'agent.version', id: 'a:1', name: 'a', version: '1' })],
  ...responses,
};
