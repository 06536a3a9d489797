/** For `every-adapter.test.ts`: how the provider API says "Hi.". */
import { chunks, type ExampleProvider, key, shell, sse } from '../shared/example-providers.ts';
import { jsonAnswer } from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

const generated = (text: string, end: object = {}) => ({
  ...{ responseId: 'r', candidates: [{ content: { role: 'model', parts: [{ text }] }, ...end }] },
});

export const example: ExampleProvider = {
  ...{ adapter, settings: key, keysAlone: true, lacks: shell, before: [] },
  whole: [jsonAnswer(generated('Hi.', { finishReason: 'STOP' }))],
  streamType: sse,
  stream: [chunks(generated('Hi')), chunks(generated('.', { finishReason: 'STOP' }))],
};
