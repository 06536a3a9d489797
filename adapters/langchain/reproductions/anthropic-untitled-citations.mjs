import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';

/** A citation is told, whether its source has a title or not. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  const messages = [await model.invoke('When was it lit?'), await model.invoke('Go on.')];
  const cited = messages.flatMap(({ content }) => [content].flat()).flatMap(({ citations }) => citations ?? []);
  const told = messages.flatMap(({ contentBlocks }) => contentBlocks).flatMap(({ annotations }) => annotations ?? []);
  assert.equal(told.length, cited.length);
}
