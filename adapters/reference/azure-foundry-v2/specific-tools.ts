/** Tools that Azure AI Foundry alone has (Option 2), with the settings that each takes. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Tool } from '../../../spec/contract/index.ts';
import { membersOf } from '../shared/azure/settings.ts';

type ProviderSpecificTool = Extract<Tool, { type: 'provider-specific' }>;

interface SpecificTool {
  /** Its type on the wire, and the member that holds what it works with: a list of one. */
  readonly type: string;
  readonly list: string;
  /** Members on the wire by settings. */
  readonly members: Readonly<Record<string, string>>;
}

const connection = { connectionId: 'project_connection_id' };
const bing = { ...connection, market: 'market', setLang: 'set_lang', count: 'count', freshness: 'freshness' };

/**
 * By the contract's name. Source: `AISearchIndexResource`, `BingGroundingSearchConfiguration`, `BingCustomSearchConfiguration`,
 * `FabricDataAgentToolParameters` of `@azure/ai-projects`.
 */
const specific: ReadonlyMap<string, SpecificTool> = new Map<string, SpecificTool>([
  [
    'azure-ai-search',
    {
      type: 'azure_ai_search',
      list: 'indexes',
      members: { ...connection, indexName: 'index_name', queryType: 'query_type', topK: 'top_k', filter: 'filter' },
    },
  ],
  ['bing-grounding', { type: 'bing_grounding', list: 'search_configurations', members: bing }],
  [
    'bing-custom-search',
    {
      type: 'bing_custom_search_preview',
      list: 'search_configurations',
      members: { ...bing, instanceName: 'instance_name' },
    },
  ],
  ['microsoft-fabric', { type: 'fabric_dataagent_preview', list: 'project_connections', members: connection }],
]);

export const specificToolNames: readonly string[] = [...specific.keys()];

/**
 * @returns `undefined` for a tool that this provider does not have
 * @throws InvalidToolError for settings that the tool does not have, or without those that it needs
 */
export function specificToWire({ name, settings }: ProviderSpecificTool): JsonObject | undefined {
  const tool = specific.get(name);
  return tool && { type: tool.type, [tool.type]: { [tool.list]: [membersOf(name, tool.members, settings)] } };
}
