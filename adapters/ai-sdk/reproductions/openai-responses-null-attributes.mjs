import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, streamText } from 'ai';

/** Results of a file search with what OpenAI's own types allow to be null or missing are read. */
export default async function reproduce({ baseUrl, mode }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { file_search: openai.tools.fileSearch({ vectorStoreIds: ['vs_1'] }) };
  const call = async () => {
    if (mode === 'complete') return generateText({ model, tools, prompt: 'Hi', maxRetries: 0 });
    const { stream } = streamText({ model, tools, prompt: 'Hi', maxRetries: 0, onError: () => {} });
    for await (const part of stream) if (part.type === 'error') throw part.error;
  };
  await assert.doesNotReject(call);
}
