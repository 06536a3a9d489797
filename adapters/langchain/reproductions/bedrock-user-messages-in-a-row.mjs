import assert from 'node:assert/strict';
import { ChatBedrockConverse } from '@langchain/aws';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';

/** What the user says behind the results of functions is part of the same message: roles alternate, as Converse demands. */
export default async function reproduce() {
  let sent;
  const client = {
    send: async ({ input }) => {
      sent = input;
      return { output: { message: { role: 'assistant', content: [{ text: 'Sunny.' }] } }, stopReason: 'end_turn' };
    },
  };
  const model = new ChatBedrockConverse({ model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1', client });
  await model.invoke([
    new HumanMessage('How is the weather?'),
    new AIMessage({ content: '', tool_calls: [{ type: 'tool_call', id: 'tooluse_1', name: 'get_weather', args: {} }] }),
    new ToolMessage({ tool_call_id: 'tooluse_1', content: 'sunny' }),
    new HumanMessage('And be quick.'),
  ]);
  assert.deepEqual(
    sent.messages.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
}
