/** For `every-adapter.test.ts`: how the provider API says "Hi.". */
import { aws, type ExampleProvider, frames, image } from '../shared/example-providers.ts';
import { fakeEvent, jsonAnswer } from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

export const example: ExampleProvider = {
  ...{ adapter, settings: aws, lacks: image, before: [] },
  whole: [
    jsonAnswer({ output: { message: { role: 'assistant', content: [{ text: 'Hi.' }] } }, stopReason: 'end_turn' }),
  ],
  streamType: frames,
  stream: [
    Buffer.concat([
      fakeEvent('messageStart', { role: 'assistant' }),
      fakeEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hi.' } }),
    ]),
    Buffer.concat([
      fakeEvent('contentBlockStop', { contentBlockIndex: 0 }),
      fakeEvent('messageStop', { stopReason: 'end_turn' }),
      fakeEvent('metadata', { usage: {} }),
    ]),
  ],
};
