import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { streamText } from 'ai';

/** A stream with a part of an unknown kind is read as far as it is known. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { code_interpreter: openai.tools.codeInterpreter({}), computer: openai.tools.computer() };
  const { stream } = streamText({ model, tools, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  assert.ok(!parts.some(({ type }) => type === 'error'));
}
