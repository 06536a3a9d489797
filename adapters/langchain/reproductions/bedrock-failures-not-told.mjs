import assert from 'node:assert/strict';
import { ChatBedrockConverse } from '@langchain/aws';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';

/** That a function failed, as the status of its ToolMessage says, is the status of the toolResult. */
export default async function reproduce() {
  let sent;
  const client = {
    send: async ({ input }) => {
      sent = input;
      return { output: { message: { role: 'assistant', content: [{ text: 'It failed.' }] } }, stopReason: 'end_turn' };
    },
  };
  const model = new ChatBedrockConverse({ model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1', client });
  await model.invoke([
    new HumanMessage('How is the weather?'),
    new AIMessage({ content: '', tool_calls: [{ type: 'tool_call', id: 'tooluse_1', name: 'get_weather', args: {} }] }),
    new ToolMessage({ tool_call_id: 'tooluse_1', content: 'station offline', status: 'error' }),
  ]);
  assert.equal(sent.messages[2].content[0].toolResult.status, 'error');
}
