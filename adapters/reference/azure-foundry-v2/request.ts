/** From the contract to what is sent for one call. Pure: nothing is sent here. */

import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  mergePatch,
  type Tool,
  type Warning,
} from '../../../spec/contract/index.ts';
import { membersOf, openApiToWire, queuedFunctionToWire } from '../shared/azure.ts';
import type { RequestContext } from '../shared/client.ts';
import { defined, jsonCopy, nonEmpty } from '../shared/json.ts';
import { resumed, unsupportedSettings } from '../shared/responses/client.ts';
import { conversation } from '../shared/responses/input.ts';
import { type Declaration, declarationIn, type ToolDialect, textOf, toolChoice } from '../shared/responses/tools.ts';
import type { AgentReference } from './agents.ts';

/** All that one call sends, in bodies. */
interface Plan {
  /** What the version of the agent is made of. */
  readonly definition: JsonObject;
  /** The request that the model answers, once there is an agent. */
  readonly requestTo: (agent: AgentReference) => JsonObject;
  readonly warnings: Warning[];
}

/**
 * Whatever a definition has a member for stands there: beside an agent the service refuses it ("Not allowed when agent is
 * specified"). `rawRepresentation` patches the request that the model answers.
 *
 * Source: `PromptAgentDefinition` of `@azure/ai-projects`, `ResponseCreateParams` of `openai`.
 *
 * @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API
 */
export function planCall(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Plan {
  const model = options.modelId ?? context.settings.model;
  const declared = declaration(options.tools ?? [], context.adapterId, model);
  const talk = conversation(messages, options.conversationId !== undefined);
  const include = [...declared.include, ...(options.store === false ? ['reasoning.encrypted_content'] : [])];
  const definition: JsonObject = defined({
    kind: 'prompt',
    model,
    instructions: options.instructions || undefined,
    temperature: options.temperature,
    text: textOf(options),
    reasoning: options.reasoning?.effort === undefined ? undefined : { effort: options.reasoning.effort },
    tools: nonEmpty(declared.tools),
    tool_choice: toolChoice(options),
  });
  // What cannot be written fails here, before an agent is made for it.
  const body: JsonObject = jsonCopy(
    defined({
      input: talk.input,
      ...resumed(options.conversationId),
      store: options.store,
      include: nonEmpty(include),
      parallel_tool_calls: options.allowMultipleToolCalls,
      max_tool_calls: declared.maxToolCalls,
      max_output_tokens: options.maxOutputTokens,
    }),
  );
  const patch = options.rawRepresentation && jsonCopy(options.rawRepresentation);
  return {
    definition: jsonCopy(definition),
    requestTo: (agent) => {
      const asked = { agent_reference: { ...agent }, ...body };
      const patched = patch ? mergePatch(asked, patch) : asked;
      return mergePatch(patched, { stream: context.stream ? true : null });
    },
    warnings: [...declared.warnings, ...talk.warnings, ...unsupportedSettings(options)],
  };
}

// What Azure AI Foundry takes of the contract's tools: those of OpenAI's API, and its own. Source: `ToolUnion`.

/** See {@link declarationIn}. */
const declaration = (tools: readonly Tool[], adapterId: string, model: string): Declaration =>
  declarationIn(dialect, tools, adapterId, model);

// Tools that Azure AI Foundry alone has (Option 2), with the settings that each takes.

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
  ['bing-grounding-basic', { type: 'bing_grounding', list: 'search_configurations', members: bing }],
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

const specificToolNames: readonly string[] = [...specific.keys()];

const dialect: ToolDialect = {
  providerApi: 'azure-foundry-v2',
  lacksOfSearch: ['blockedDomains'],
  own: {
    openapi: (tool) => openApiToWire(tool, 'project_connection'),
    'stateful-function': (tool) =>
      tool.target.type === 'azure-function-basic' ? queuedFunctionToWire(tool, tool.target) : undefined,
    'provider-specific': specificToWire,
  },
  ownNames: ['openapi', 'stateful-function (target "azure-function-basic")', ...specificToolNames],
};

/**
 * @returns `undefined` for a tool that this provider does not have
 * @throws InvalidToolError for settings that the tool does not have, or without those that it needs
 */
function specificToWire({ name, settings }: ProviderSpecificTool): JsonObject | undefined {
  const tool = specific.get(name);
  return tool && { type: tool.type, [tool.type]: { [tool.list]: [membersOf(name, tool.members, settings)] } };
}
