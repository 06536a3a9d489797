import assert from 'node:assert/strict';
import { ChatBedrockConverse } from '@langchain/aws';
import { HumanMessage } from '@langchain/core/messages';

/** A file goes out under a name that Converse takes: letters, digits, single spaces, hyphens and brackets. */
export default async function reproduce() {
  let sent;
  const client = {
    send: async ({ input }) => {
      sent = input;
      return { output: { message: { role: 'assistant', content: [{ text: 'At noon.' }] } }, stopReason: 'end_turn' };
    },
  };
  const model = new ChatBedrockConverse({ model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1', client });
  const file = { type: 'file', source_type: 'base64', mime_type: 'application/pdf', data: 'JVBERi0=' };
  await model.invoke([new HumanMessage({ content: [{ ...file, metadata: { filename: 'tides.pdf' } }] })]);
  assert.match(sent.messages[0].content[0].document.name, /^[A-Za-z0-9 ()[\]-]+$/);
}
