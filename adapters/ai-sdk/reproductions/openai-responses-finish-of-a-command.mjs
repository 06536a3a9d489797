import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** An answer that ends with a command for the application has the finish reason "tool-calls". */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { shell: openai.tools.shell({ environment: { type: 'local' } }) };
  const { toolCalls, finishReason } = await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 });
  assert.ok(toolCalls.length > 0);
  assert.equal(finishReason, 'tool-calls');
}
