import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { streamText } from 'ai';

/** The arguments of a call to an MCP server are those that were streamed. */
export default async function reproduce({ baseUrl }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const { toolCalls } = streamText({
    model: anthropic('claude-sonnet-5-5'),
    providerOptions: { anthropic: { mcpServers: [{ type: 'url', name: 'docs', url: 'https://docs.example/mcp' }] } },
    prompt: 'What do the documents say?',
    maxRetries: 0,
  });
  const [{ input }] = await toolCalls;
  assert.notDeepEqual(input, {});
}
