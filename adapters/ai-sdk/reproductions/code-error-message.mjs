import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, streamText } from 'ai';

/** What went wrong within the sandbox is told in the provider's words, "error_message". */
export default async function reproduce({ baseUrl, mode }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const ask = mode === 'stream' ? streamText : generateText;
  const { content } = await ask({
    model: anthropic('claude-sonnet-5-5'),
    tools: { code_execution: anthropic.tools.codeExecution_20260120() },
    prompt: 'Divide 7 by 0.',
    maxRetries: 0,
  });
  const results = (await content).filter(({ type }) => type === 'tool-result' || type === 'tool-error');
  assert.match(JSON.stringify(results), /divide\.py does not exist/);
}
