import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { streamText } from 'ai';

/** The result of a tool that was not declared is marked as dynamic, as its call is, and as generateText() marks it. */
export default async function reproduce({ baseUrl }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const { content } = streamText({
    model: anthropic('claude-sonnet-5-5'),
    tools: { web_search: anthropic.tools.webSearch_20260318() },
    prompt: 'Which lighthouse is the oldest?',
    maxRetries: 0,
  });
  const parts = (await content).filter(({ toolName }) => toolName === 'code_execution');
  assert.deepEqual(
    parts.map(({ type, dynamic }) => ({ type, dynamic })),
    [
      { type: 'tool-call', dynamic: true },
      { type: 'tool-result', dynamic: true },
    ],
  );
}
