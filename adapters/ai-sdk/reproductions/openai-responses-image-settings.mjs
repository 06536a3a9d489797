import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** What a picture was made of is told. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { image_generation: openai.tools.imageGeneration({}) };
  const { finalStep } = await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 });
  assert.match(JSON.stringify(finalStep.content), /revised_?prompt/i);
}
