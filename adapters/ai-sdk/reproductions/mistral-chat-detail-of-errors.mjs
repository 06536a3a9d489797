import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { generateText } from 'ai';

/** What of a request does not fit is told in Mistral's words. */
export default async function reproduce({ baseUrl }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const call = () => generateText({ model, prompt: 'Hi', maxRetries: 0 });
  await assert.rejects(call, /Input should be less than or equal to/);
}
