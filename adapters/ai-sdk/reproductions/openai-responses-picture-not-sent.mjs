import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** With store: false, a picture that was made goes back. */
export default async function reproduce({ baseUrl, requests }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { image_generation: openai.tools.imageGeneration({}) };
  const options = { model, tools, maxRetries: 0, providerOptions: { openai: { store: false } } };
  const messages = [{ role: 'user', content: 'Hi' }];
  const { finalStep } = await generateText({ ...options, messages });
  await generateText({ ...options, messages: [...messages, ...finalStep.response.messages, ...messages] });
  const types = requests[1].input.map(({ type = 'message' }) => type);
  assert.ok(types.includes('image_generation_call'), types.join(', '));
}
