import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** No member is sent that the types of OpenAI's SDK do not have. */
export default async function reproduce({ baseUrl, requests }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { web_search: openai.tools.webSearch({ filters: { blockedDomains: ['rumours.example'] } }) };
  await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 });
  assert.ok(!('blocked_domains' in requests[0].tools[0].filters));
}
