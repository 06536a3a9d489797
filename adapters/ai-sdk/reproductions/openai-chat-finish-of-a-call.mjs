import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, tool } from 'ai';

/** An answer that ends with a call of a function that was demanded has the finish reason "tool-calls". */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const call = {
    model: openai.chat('gpt-5.5'),
    tools: { get_time: tool({ inputSchema: jsonSchema({ type: 'object' }) }) },
    toolChoice: { type: 'tool', toolName: 'get_time' },
    prompt: 'What time is it in Lima?',
    maxRetries: 0,
  };
  const { toolCalls, finishReason } = await generateText(call);
  assert.equal(toolCalls.length, 1);
  assert.equal(finishReason, 'tool-calls');
}
