/** For `every-adapter.test.ts`: how the provider API says "Hi.". */
import { type ExampleProvider, key, responses } from '../shared/example-providers.ts';
import { adapter } from './adapter.ts';

export const example: ExampleProvider = {
  adapter,
  settings: key,
  lacks: { type: 'text-editor' },
  before: [],
  ...responses,
};
