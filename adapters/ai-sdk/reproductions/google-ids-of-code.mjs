import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText, streamText } from 'ai';

/** Code keeps the id that Google gave it. */
export default async function reproduce({ baseUrl, mode }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const tools = { code_execution: google.tools.codeExecution({}) };
  const contents = async () => {
    if (mode === 'complete')
      return (await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 })).finalStep.content;
    const { stream, finalStep } = streamText({ model, tools, prompt: 'Hi', maxRetries: 0, onError: () => {} });
    for await (const _ of stream);
    return (await finalStep).content;
  };
  assert.match(JSON.stringify(await contents()), /exec-1|code-2/);
}
