import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** That a server of tools could not be reached is told. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { docs: openai.tools.mcp({ serverLabel: 'docs', serverUrl: 'https://mcp.example/mcp' }) };
  const { finalStep } = await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 });
  assert.match(JSON.stringify([finalStep.content, finalStep.warnings]), /Error retrieving tool list/);
}
