import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { concat } from '@langchain/core/utils/stream';

/** The output tokens of a stream are those that its last message_delta says: it says the sum. */
export default async function reproduce({ baseUrl }) {
  const came = [];
  const listening = async (...asked) => {
    const response = await fetch(...asked);
    came.push(response.clone().text());
    return response;
  };
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
    clientOptions: { fetch: listening },
  });
  let whole;
  for await (const chunk of await model.stream('Hello.')) whole = whole ? concat(whole, chunk) : chunk;
  const [, last] = [...(await came[0]).matchAll(/^data: ?(.*"message_delta".*)$/gm)].at(-1);
  assert.equal(whole.usage_metadata.output_tokens, JSON.parse(last).usage.output_tokens);
}
