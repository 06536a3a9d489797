import assert from 'node:assert/strict';
import { ChatBedrockConverse } from '@langchain/aws';

const events = [
  { messageStart: { role: 'assistant' } },
  { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'It is sunny.' } } },
  { contentBlockStop: { contentBlockIndex: 0 } },
  { contentBlockStart: { contentBlockIndex: 1, start: { toolResult: { toolUseId: 'tooluse_1' } } } },
  { contentBlockStop: { contentBlockIndex: 1 } },
  { messageStop: { stopReason: 'end_turn' } },
];

/** A stream with a block that the library does not read gives the others. */
export default async function reproduce() {
  const client = { send: async () => ({ stream: ReadableStream.from(events) }) };
  const model = new ChatBedrockConverse({ model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1', client });
  await assert.doesNotReject(async () => {
    for await (const _ of await model.stream('How is the weather?'));
  });
}
