import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';

/** An answer that is one text has its citations. */
export default async function reproduce({ baseUrl }) {
  const came = [];
  const listening = async (...asked) => {
    const response = await fetch(...asked);
    came.push(response.clone().json());
    return response;
  };
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
    clientOptions: { fetch: listening },
  });
  // The first answer calls a tool, the second is the text.
  await model.invoke('Is it open?');
  const message = await model.invoke('Go on.');
  const { content } = await came[1];
  const told = message.contentBlocks.flatMap(({ annotations = [] }) => annotations);
  assert.equal(told.length, content.flatMap(({ citations }) => citations ?? []).length);
}
