import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, streamText } from 'ai';

/** Citations go back without "file_id", which a request has no member for: "Extra inputs are not permitted". */
export default async function reproduce({ baseUrl, mode, requests }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const ask = mode === 'stream' ? streamText : generateText;
  const call = { model: anthropic('claude-sonnet-5-5'), maxRetries: 0 };
  const messages = [{ role: 'user', content: 'What happened to the pier in 1921?' }];
  const { response } = await ask({ ...call, messages });
  messages.push(...(await response).messages, { role: 'user', content: 'And who built the new one?' });
  const { text } = await ask({ ...call, messages });
  await text;
  const citations = requests[1].messages[1].content.flatMap((block) => block.citations ?? []);
  assert.deepEqual(
    citations.filter((citation) => 'file_id' in citation),
    [],
  );
}
