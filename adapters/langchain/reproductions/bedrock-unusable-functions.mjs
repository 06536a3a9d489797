import assert from 'node:assert/strict';
import { ChatBedrockConverse } from '@langchain/aws';

/** A function that Amazon Bedrock takes under no circumstances is refused before anything is sent. */
export default async function reproduce() {
  let requests = 0;
  const client = {
    send: async () => {
      requests += 1;
      return { output: { message: { role: 'assistant', content: [{ text: 'Sunny.' }] } }, stopReason: 'end_turn' };
    },
  };
  const model = new ChatBedrockConverse({ model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1', client });
  const toolSpec = { name: 'get weather!', inputSchema: { json: { type: 'string' } } };
  const call = async () => model.bindTools([{ toolSpec }]).invoke('How is the weather?');
  await call().catch(() => {});
  assert.equal(requests, 0);
}
