/** For `every-adapter.test.ts`: how the provider API says "Hi.". */
import { chunks, type ExampleProvider, key, shell, sse } from '../shared/example-providers.ts';
import { jsonAnswer } from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

const delta = (text: string) => ({ event_type: 'step.delta', index: 0, delta: { type: 'text', text } });
const completed = { id: 'v1_1', status: 'completed' };

export const example: ExampleProvider = {
  ...{ adapter, settings: key, keysAlone: true, lacks: shell, before: [] },
  whole: [jsonAnswer({ ...completed, steps: [{ type: 'model_output', content: [{ type: 'text', text: 'Hi.' }] }] })],
  streamType: sse,
  stream: [
    chunks({ event_type: 'step.start', index: 0, step: { type: 'model_output' } }, delta('Hi')),
    chunks(delta('.'), { event_type: 'interaction.completed', interaction: completed }),
  ],
};
