import assert from 'node:assert/strict';
import { ChatBedrockConverse } from '@langchain/aws';

const piece = (redactedContent) => ({
  contentBlockDelta: {
    contentBlockIndex: 0,
    delta: { reasoningContent: { redactedContent: Buffer.from(redactedContent) } },
  },
});
const events = [
  { messageStart: { role: 'assistant' } },
  piece('one-'),
  piece('block'),
  { contentBlockStop: { contentBlockIndex: 0 } },
  { messageStop: { stopReason: 'end_turn' } },
];

/** The pieces of one block of redacted reasoning make one block when the chunks are joined, as those of readable reasoning do. */
export default async function reproduce() {
  const client = { send: async () => ({ stream: ReadableStream.from(events) }) };
  const model = new ChatBedrockConverse({ model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1', client });
  let answer;
  for await (const chunk of await model.stream('Think.')) answer = answer?.concat(chunk) ?? chunk;
  assert.equal(answer.content.length, 1);
}
