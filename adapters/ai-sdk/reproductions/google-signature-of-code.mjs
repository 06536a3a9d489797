import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText, streamText } from 'ai';

/** The signature of a part with code is kept. */
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
  const calls = (await contents()).filter(({ type }) => type === 'tool-call');
  assert.match(JSON.stringify(calls), /thoughtSignature/);
}
