import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText } from 'ai';

/** The settings of a tool are sent. */
export default async function reproduce({ baseUrl, requests }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const tools = { google_maps: google.tools.googleMaps({ enableWidget: true }) };
  await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 }).catch(() => {});
  assert.deepEqual(requests[0].tools, [{ googleMaps: { enableWidget: true } }]);
}
