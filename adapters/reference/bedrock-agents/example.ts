/** For `every-adapter.test.ts`: how the provider API says "Hi.". */
import { aws, type ExampleProvider, frames, image } from '../shared/example-providers.ts';
import { fakeEvent } from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

export const example: ExampleProvider = {
  ...{ adapter, settings: aws, keysAlone: true, lacks: image, before: [] },
  streamType: frames,
  stream: [
    fakeEvent('chunk', { bytes: Buffer.from('Hi').toString('base64') }),
    fakeEvent('chunk', { bytes: Buffer.from('.').toString('base64') }),
  ],
};
