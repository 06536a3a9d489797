import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';

/** The standard block of a call to an MCP server says which of its tools is called. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  const message = await model.invoke('Ask the server.', {
    tools: [{ type: 'mcp_toolset', mcp_server_name: 'docs' }],
    mcp_servers: [{ type: 'url', name: 'docs', url: 'https://mcp.example' }],
  });
  const told = message.contentBlocks.filter(({ type }) => type === 'server_tool_call').map(({ name }) => name);
  const called = message.content.filter(({ type }) => type === 'mcp_tool_use').map(({ name }) => name);
  assert.deepEqual(told, called);
}
