/** Tools of an agent in the words of the contract. Source: `ToolUnion` of `@azure/ai-projects`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Tool } from '../../contract/index.ts';
import { onlyOne, renamed } from '../azure/declared.ts';
import { openApiOf, queuedFunctionOf } from '../azure/remote-functions.ts';
import { asObject, asString } from '../json.ts';
import { unreadOfTool } from '../members.ts';
import { toolOf as openAiToolOf, type ToolReading } from '../responses/request-tools.ts';

const connectionNames: readonly (readonly [string, string])[] = [['project_connection_id', 'connectionId']];

const bingNames = new Map([
  ...connectionNames,
  ['instance_name', 'instanceName'],
  ['market', 'market'],
  ['set_lang', 'setLang'],
  ['count', 'count'],
  ['freshness', 'freshness'],
]);

const indexNames = new Map([
  ...connectionNames,
  ['index_name', 'indexName'],
  ['query_type', 'queryType'],
  ['top_k', 'topK'],
  ['filter', 'filter'],
  ['index_asset_id', 'indexAssetId'],
]);

/** Azure's own, by type: from the member of the same name to the tool, or `undefined` where the contract cannot say all of it. */
const readers: ReadonlyMap<string, (own: JsonObject) => Tool | undefined> = new Map([
  ['azure_ai_search', specific('azure-ai-search', 'indexes', indexNames)],
  ['bing_grounding', specific('bing-grounding', 'search_configurations', bingNames)],
  ['bing_custom_search_preview', specific('bing-custom-search', 'search_configurations', bingNames)],
  ['fabric_dataagent_preview', specific('microsoft-fabric', 'project_connections', new Map(connectionNames))],
  ['openapi', (own: JsonObject) => openApiOf(own, 'project_connection')],
  ['azure_function', queuedFunctionOf],
]);

/** A tool of OpenAI's API or of Azure's own; what the contract cannot say is raw. */
export function toolOf(declaration: JsonObject, path: string): ToolReading {
  const type = asString(declaration.type) ?? '';
  const tool = readers.get(type)?.(asObject(declaration[type]) ?? {});
  if (tool) return { tool, unread: unreadOfTool(declaration, new Set(['type', type]), path) };
  return openAiToolOf(declaration, path, 'azure-foundry-v2');
}

function specific(name: string, list: string, names: ReadonlyMap<string, string>) {
  return (own: JsonObject): Tool | undefined => {
    const only = Object.keys(own).every((member) => member === list) ? onlyOne(own[list]) : undefined;
    const settings = only && renamed(only, names);
    return settings && { type: 'provider-specific', name, settings };
  };
}
