import assert from 'node:assert/strict';
import { ChatBedrockConverse } from '@langchain/aws';

const toolUse = { toolUseId: 'tooluse_1', name: 'nova_grounding', input: { query: 'tides' }, type: 'server_tool_use' };
const toolResult = { toolUseId: 'tooluse_1', type: 'nova_grounding_result', content: [{ text: 'At noon.' }] };
const content = [{ toolUse }, { toolResult }, { text: 'High water is at noon.' }];

/** A call that the provider made and answered itself is none of the application's. */
export default async function reproduce() {
  const client = {
    send: async () => ({ output: { message: { role: 'assistant', content } }, stopReason: 'end_turn' }),
  };
  const model = new ChatBedrockConverse({ model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1', client });
  const answer = await model.invoke('When is high water?');
  assert.deepEqual(answer.tool_calls, []);
}
