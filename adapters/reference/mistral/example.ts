/** For `every-adapter.test.ts`: how the provider API says "Hi.". */
import { type ExampleProvider, key, named, shell, sse } from '../shared/example-providers.ts';
import { jsonAnswer } from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

export const example: ExampleProvider = {
  ...{ adapter, settings: key, lacks: shell, before: [] },
  whole: [
    jsonAnswer({
      ...{ object: 'conversation.response', conversation_id: 'conv_1', usage: {} },
      outputs: [{ object: 'entry', type: 'message.output', id: 'msg_1', role: 'assistant', content: 'Hi.' }],
    }),
  ],
  streamType: sse,
  stream: [
    named(
      { type: 'conversation.response.started', conversation_id: 'conv_1' },
      { type: 'message.output.delta', output_index: 0, content_index: 0, id: 'msg_1', content: 'Hi.' },
    ),
    named({ type: 'conversation.response.done', usage: {} }),
  ],
};
