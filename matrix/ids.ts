/** Identifiers of the rows (tools), in the order of the availability table, and of its columns (provider APIs). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The rows. The first twelve are those of the Agent Tools ADR (microsoft/agent-framework ADR 0002, 2025-06-23) in
 * its own order; those that came later follow.
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
  'custom-tools',
  'tool-search',
  'apply-patch',
  'memory',
  'programmatic-tool-calling',
  'maps-grounding',
  'browser-automation',
] as const;

/** The columns: one HTTP API each, found by the files in `provider-apis/`, by name. Their place in tables is the `order` that each says. */
export const providerApiIds: readonly string[] = readdirSync(join(import.meta.dirname, 'provider-apis'))
  .flatMap((name) => (name.endsWith('.json') ? name.slice(0, -'.json'.length) : []))
  .sort();

/** One abstract tool: a row of the matrix. */
export type ToolId = (typeof toolIds)[number];

/** One HTTP API: a column of the matrix. Any text for the compiler, for columns are found by their files. */
export type ProviderApiId = string;
