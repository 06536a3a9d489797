/** For `every-adapter.test.ts`: how the provider API says "Hi.". */
import { type ExampleProvider, image, key, named, sse } from '../shared/example-providers.ts';
import { jsonAnswer } from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

const claude = {
  ...{ type: 'message', id: 'msg_1', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
  ...{ content: [{ type: 'text', text: 'Hi.' }], usage: { input_tokens: 3, output_tokens: 2 } },
};

export const example: ExampleProvider = {
  ...{ adapter, settings: key, lacks: image, before: [] },
  whole: [jsonAnswer(claude)],
  streamType: sse,
  stream: [
    named(
      { type: 'message_start', message: { ...claude, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } },
    ),
    named(
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
      { type: 'message_stop' },
    ),
  ],
};
