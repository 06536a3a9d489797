import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** That a response is not kept is told, or there is no id to go on from it. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const { providerMetadata } = await generateText({ model, prompt: 'Hi', maxRetries: 0 });
  const { responseId, store } = providerMetadata.openai;
  assert.ok(responseId === undefined || store === false, JSON.stringify(providerMetadata));
}
