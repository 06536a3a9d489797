import assert from 'node:assert/strict';
import { ChatBedrockConverse } from '@langchain/aws';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';

/** A conversation with calls and results goes out with a toolConfig, which Converse demands, also where no function is bound. */
export default async function reproduce() {
  let sent;
  const client = {
    send: async ({ input }) => {
      sent = input;
      return {
        output: { message: { role: 'assistant', content: [{ text: 'There are 12.' }] } },
        stopReason: 'end_turn',
      };
    },
  };
  const model = new ChatBedrockConverse({
    model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    region: 'us-east-1',
    additionalModelRequestFields: { tools: [{ type: 'bash_20250124', name: 'bash' }] },
    client,
  });
  await model.invoke([
    new HumanMessage('How many files are in the folder?'),
    new AIMessage({
      content: '',
      tool_calls: [{ type: 'tool_call', id: 'tooluse_1', name: 'bash', args: { command: 'ls | wc -l' } }],
    }),
    new ToolMessage({ tool_call_id: 'tooluse_1', content: '12' }),
  ]);
  assert.ok(sent.toolConfig);
}
