import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { HumanMessage } from '@langchain/core/messages';

/** What a tool of the provider gave goes back with the message that it came in. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  const tools = [{ type: 'web_fetch_20260318', name: 'web_fetch' }];
  const messages = [new HumanMessage('Read the page.')];
  const answer = await model.invoke(messages, { tools });
  await model.invoke([...messages, answer, new HumanMessage('Go on.')], { tools });
  const kept = requests[1].messages[1].content.map(({ type }) => type);
  assert.deepEqual(
    kept,
    answer.content.map(({ type }) => type),
  );
}
