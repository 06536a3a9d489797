import assert from 'node:assert/strict';
import { ChatBedrockConverse } from '@langchain/aws';
import { HumanMessage } from '@langchain/core/messages';

/** A film of the registered type video/quicktime goes out as Converse calls it, and a picture of image/jpg as what it is. */
export default async function reproduce() {
  let sent;
  const client = {
    send: async ({ input }) => {
      sent = input;
      return { output: { message: { role: 'assistant', content: [{ text: 'Windy.' }] } }, stopReason: 'end_turn' };
    },
  };
  const model = new ChatBedrockConverse({ model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1', client });
  const film = { type: 'video', mimeType: 'video/quicktime', data: 'AAAAFGZ0eXBxdCAg' };
  await model.invoke([new HumanMessage({ content: [film] })]);
  assert.equal(sent.messages[0].content[0].video.format, 'mov');
  const picture = { type: 'image', source_type: 'base64', mime_type: 'image/jpg', data: '/9j/4AAQSkZJRgABAQ==' };
  await assert.doesNotReject(() => model.invoke([new HumanMessage({ content: [picture] })]));
}
