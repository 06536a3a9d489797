import assert from 'node:assert/strict';
import { ChatBedrockConverse } from '@langchain/aws';

const call = { toolUseId: 'tooluse_1', name: 'get_weather' };
const events = [
  { messageStart: { role: 'assistant' } },
  { contentBlockStart: { contentBlockIndex: 0, start: { toolUse: call } } },
  { contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input: '"Alta"' } } } },
  { contentBlockStop: { contentBlockIndex: 0 } },
  { messageStop: { stopReason: 'tool_use' } },
];

/** A call whose input is no object is told as an invalid one, and goes back with the message that holds it. */
export default async function reproduce({ mode }) {
  let sent;
  const content = [{ toolUse: { ...call, input: 'Alta' } }];
  const client = {
    send: async ({ input }) => {
      sent = input;
      return {
        output: { message: { role: 'assistant', content } },
        stream: ReadableStream.from(events),
        stopReason: 'tool_use',
      };
    },
  };
  const model = new ChatBedrockConverse({ model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1', client });
  if (mode === 'complete') {
    const answer = await model.invoke('How is the weather in Alta?');
    assert.equal([...answer.tool_calls, ...answer.invalid_tool_calls].length, 1);
  } else {
    let answer;
    for await (const chunk of await model.stream('How is the weather in Alta?'))
      answer = answer?.concat(chunk) ?? chunk;
    await model.invoke(['How is the weather in Alta?', answer]);
    assert.equal(sent.messages[1].content[0]?.toolUse.toolUseId, 'tooluse_1');
  }
}
