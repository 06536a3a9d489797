import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, streamText } from 'ai';

/** A member of the computer toolset goes back with the input that it came with. */
export default async function reproduce({ baseUrl, mode, requests }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const ask = mode === 'stream' ? streamText : generateText;
  const call = {
    model: anthropic('claude-sonnet-5-5'),
    tools: { computer: anthropic.tools.computerToolset_20260801({}) },
    maxRetries: 0,
  };
  const messages = [{ role: 'user', content: 'Look at the screen.' }];
  const first = await ask({ ...call, messages });
  const content = (await first.toolCalls).map(({ toolCallId, toolName }) => ({
    type: 'tool-result',
    toolCallId,
    toolName,
    output: { type: 'text', value: 'It is done.' },
  }));
  messages.push(...(await first.response).messages, { role: 'tool', content });
  const second = await ask({ ...call, messages });
  await second.text;
  const inputs = requests[1].messages[1].content.flatMap(({ input }) => input ?? []);
  assert.deepEqual(
    inputs.filter((input) => 'action' in input),
    [],
  );
}
