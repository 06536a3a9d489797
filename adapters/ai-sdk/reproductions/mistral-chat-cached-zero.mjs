import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { generateText } from 'ai';

/** That nothing came from a cache is told as 0. */
export default async function reproduce({ baseUrl }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const { usage } = await generateText({ model, prompt: 'Hi', maxRetries: 0 });
  assert.equal(usage.inputTokenDetails.cacheReadTokens, 0);
}
