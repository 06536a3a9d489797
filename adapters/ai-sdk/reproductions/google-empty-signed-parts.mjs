import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText } from 'ai';

/** A signature of a part without words is kept apart from those of other parts. */
export default async function reproduce({ baseUrl, requests }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const messages = [{ role: 'user', content: 'Hi' }];
  const { finalStep } = await generateText({ model, messages, maxRetries: 0, include: { responseBody: true } });
  const again = [...messages, ...finalStep.response.messages];
  await generateText({ model, messages: [...again, ...messages], maxRetries: 0 }).catch(() => {});
  const { parts } = finalStep.response.body.candidates[0].content;
  const signed = parts.filter(({ text, thoughtSignature }) => text === '' && thoughtSignature);
  const kept = (requests[1]?.contents ?? []).flatMap((content) => content.parts);
  const back = kept.filter(({ text, thoughtSignature }) => text === '' && thoughtSignature);
  assert.equal(back.length, signed.length);
}
