import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** That code did not run to its end is told. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { code_interpreter: openai.tools.codeInterpreter({}) };
  const { finalStep } = await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 });
  assert.match(JSON.stringify(finalStep.content), /failed|incomplete|tool-error/);
}
