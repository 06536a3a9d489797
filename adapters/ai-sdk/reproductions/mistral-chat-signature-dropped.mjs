import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { generateText } from 'ai';

/** The signature of a thought is kept, so that it can go back. */
export default async function reproduce({ baseUrl }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const { finalStep } = await generateText({ model, prompt: 'Hi', maxRetries: 0 });
  assert.match(JSON.stringify(finalStep.content), /c2VhbGVkLWJ5LW1pc3RyYWw=/);
}
