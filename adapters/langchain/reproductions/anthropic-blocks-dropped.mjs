import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { HumanMessage } from '@langchain/core/messages';

/** What the user shows is sent, or refused: it is not left out. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  const sound = { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' };
  await model.invoke([new HumanMessage({ content: [{ type: 'text', text: 'What is this?' }, sound] })]).catch(() => {});
  assert.ok(
    requests.length === 0 || requests[0].messages[0].content.length === 2,
    'the sound is neither sent nor refused',
  );
}
