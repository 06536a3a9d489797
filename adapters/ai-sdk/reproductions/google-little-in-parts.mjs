import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText, streamText } from 'ai';

/** An answer of which the wire says little is read as far as it goes. */
export default async function reproduce({ baseUrl, mode }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const call = async () => {
    if (mode === 'complete') return generateText({ model, prompt: 'Hi', maxRetries: 0 });
    const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
    for await (const part of stream) if (part.type === 'error') throw part.error;
  };
  await assert.doesNotReject(call);
}
