import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText, streamText } from 'ai';

/** What an answer is grounded in is handed on as it came. */
export default async function reproduce({ baseUrl, mode }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const came = async () => {
    if (mode === 'complete') {
      const { finalStep } = await generateText({ model, prompt: 'Hi', maxRetries: 0, include: { responseBody: true } });
      return [finalStep.response.body.candidates[0].groundingMetadata, finalStep.providerMetadata];
    }
    const { stream, finalStep } = streamText({ model, prompt: 'Hi', maxRetries: 0, include: { rawChunks: true } });
    const raw = [];
    for await (const part of stream)
      if (part.type === 'raw') raw.push(part.rawValue.candidates?.[0]?.groundingMetadata);
    return [raw.filter((each) => each !== undefined).at(-1), (await finalStep).providerMetadata];
  };
  const [wire, { google: told }] = await came();
  assert.deepEqual(told.groundingMetadata, wire);
}
