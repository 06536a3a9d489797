/** For `every-adapter.test.ts`: how the provider API says "Hi.". */
import { type ExampleProvider, key, runs, shell } from '../shared/example-providers.ts';
import { adapter } from './adapter.ts';

export const example: ExampleProvider = { adapter, settings: key, lacks: shell, ...runs };
