import assert from 'node:assert/strict';
import { ChatMistralAI } from '@langchain/mistralai';

/** A stream that was given up before it was asked for is not asked for. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  await assert.rejects(async () => {
    for await (const _ of await model.stream('Hello.', { signal: AbortSignal.abort() }));
  });
  // The request may still be on its way.
  for (let turns = 0; turns < 200 && requests.length === 0; turns++) await new Promise((turn) => setTimeout(turn, 5));
  assert.equal(requests.length, 0);
}
