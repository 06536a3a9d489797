import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { generateText } from 'ai';

/** An answer with a part of an unknown type is read as far as it is known. */
export default async function reproduce({ baseUrl }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  await assert.doesNotReject(() => generateText({ model, prompt: 'Hi', maxRetries: 0 }));
}
