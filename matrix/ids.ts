/** Identifiers of the rows (tools) and columns (provider APIs) of the availability table, in the table's order. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

const columns = join(import.meta.dirname, 'provider-apis');

/** The place of a column in the table. One that cannot be read comes last: whoever loads it says what is wrong with it. */
function orderOf(id: string): number {
  try {
    const { order } = JSON.parse(readFileSync(join(columns, `${id}.json`), 'utf8'));
    return typeof order === 'number' ? order : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * The columns: one HTTP API each, found by the files in `provider-apis/`, in the `order` that these say. The first seven are the ADR's, in
 * its own order.
 */
export const providerApiIds: readonly string[] = readdirSync(columns)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
  .sort()
  .map((id) => ({ id, order: orderOf(id) }))
  .sort((a, b) => (a.order === b.order ? 0 : a.order - b.order))
  .map(({ id }) => id);

/** One abstract tool: a row of the matrix. */
export type ToolId = (typeof toolIds)[number];

/** One HTTP API: a column of the matrix. Any text for the compiler, for columns are found by their files. */
export type ProviderApiId = string;
