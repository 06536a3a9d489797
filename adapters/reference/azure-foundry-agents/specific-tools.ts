/** Tools that Azure AI Foundry alone has (Option 2), with the settings that each takes. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Tool } from '../../../spec/contract/index.ts';
import { membersOf } from '../shared/azure/settings.ts';

type ProviderSpecificTool = Extract<Tool, { type: 'provider-specific' }>;

interface SpecificTool {
  /** Its type on the wire. */
  readonly type: string;
  /** Members on the wire by settings; `connectionId` is always needed. */
  readonly members: Readonly<Record<string, string>>;
  /** Where they stand: a list of one in the tool itself, or in what the agent's tools work with. */
  readonly list: string;
  readonly inResources?: true;
  readonly previewOnly?: true;
}

const bing = {
  connectionId: 'connection_id',
  market: 'market',
  setLang: 'set_lang',
  count: 'count',
  freshness: 'freshness',
};

/**
 * By the contract's name. Source: `AISearchIndexResource`, `BingGroundingSearchConfiguration`, `BingCustomSearchConfiguration`,
 * `ToolConnectionList` of Azure.AI.Agents.
 */
const specific: ReadonlyMap<string, SpecificTool> = new Map<string, SpecificTool>([
  [
    'azure-ai-search',
    {
      type: 'azure_ai_search',
      list: 'indexes',
      inResources: true,
      members: {
        connectionId: 'index_connection_id',
        indexName: 'index_name',
        queryType: 'query_type',
        topK: 'top_k',
        filter: 'filter',
      },
    },
  ],
  ['bing-grounding', { type: 'bing_grounding', list: 'search_configurations', members: bing }],
  [
    'bing-custom-search',
    {
      type: 'bing_custom_search',
      list: 'search_configurations',
      previewOnly: true,
      members: { ...bing, instanceName: 'instance_name' },
    },
  ],
  [
    'microsoft-fabric',
    { type: 'fabric_dataagent', list: 'connections', previewOnly: true, members: { connectionId: 'connection_id' } },
  ],
]);

/** Their names, for whoever asked for another. */
export const specificTools: readonly string[] = [...specific].map(([name, { previewOnly }]) =>
  previewOnly ? `${name} (surface "preview")` : name,
);

/**
 * @returns `undefined` for a tool that this version of the API does not have
 * @throws InvalidToolError for settings that the tool does not have, or without those that it needs
 */
export function specificToWire({ name, settings }: ProviderSpecificTool, surface: string): JsonObject | undefined {
  const tool = specific.get(name);
  if (!tool || (tool.previewOnly && surface !== 'preview')) return undefined;
  const one = membersOf(name, tool.members, settings);
  return tool.inResources ? { type: tool.type } : { type: tool.type, [tool.type]: { [tool.list]: [one] } };
}

/** What it works with, where that stands beside the tool. */
export function specificResources({ name, settings }: ProviderSpecificTool): JsonObject {
  const tool = specific.get(name);
  return tool?.inResources ? { [tool.type]: { [tool.list]: [membersOf(name, tool.members, settings)] } } : {};
}
