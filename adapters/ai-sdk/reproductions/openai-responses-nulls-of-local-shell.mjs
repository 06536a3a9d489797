import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, streamText } from 'ai';

/** A local_shell_call with "user": null, as OpenAI's own types allow it, is read. */
export default async function reproduce({ baseUrl, mode }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { local_shell: openai.tools.localShell({}) };
  const call = async () => {
    if (mode === 'complete') return generateText({ model, tools, prompt: 'Hi', maxRetries: 0 });
    const { stream } = streamText({ model, tools, prompt: 'Hi', maxRetries: 0, onError: () => {} });
    for await (const part of stream) if (part.type === 'error') throw part.error;
  };
  await assert.doesNotReject(call);
}
