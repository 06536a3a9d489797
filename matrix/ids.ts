/** Identifiers of the rows (tools) and columns (provider APIs) of the availability table, in the table's order. */

/**
 * The rows. The first twelve are those of the Agent Tools ADR (microsoft/agent-framework ADR 0002, 2025-06-23) in
 * its own order; `shell` and `web-fetch` follow.
 */
export const toolIds = [
  'function-calling',
  'code-interpreter',
  'search-and-retrieval',
  'web-search',
  'remote-mcp',
  'computer-use',
  'openapi',
  'stateful-functions',
  'text-editor',
  'azure-logic-apps',
  'microsoft-fabric',
  'image-generation',
  'shell',
  'web-fetch',
] as const;

/** The columns: one HTTP API each. The first seven are the ADR's, in its own order. */
export const providerApiIds = [
  'azure-foundry-agents',
  'openai-assistants',
  'openai-chat',
  'openai-responses',
  'bedrock-agents',
  'google',
  'anthropic',
  'azure-foundry-v2',
  'bedrock-converse',
  'mistral',
  'mistral-chat',
] as const;

/** One abstract tool: a row of the matrix. */
export type ToolId = (typeof toolIds)[number];

/** One HTTP API: a column of the matrix. */
export type ProviderApiId = (typeof providerApiIds)[number];
