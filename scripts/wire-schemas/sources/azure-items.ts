/**
 * Items that Azure adds to those of the Responses API. No SDK for JavaScript has types of them; they stand in the API's own
 * specification.
 *
 * Source: https://github.com/Azure/azure-rest-api-specs/tree/main/specification/ai-foundry/data-plane/Foundry/src,
 * `tools/models.tsp` (`…ToolCall`, `…ToolCallOutput`) and `openai-responses/models.tsp` (the rest).
 */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Definitions } from '../source.ts';

const text = { type: 'string' };

function item(type: string, required: JsonObject, optional: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    properties: {
      type: { type: 'string', const: type },
      id: text,
      ...required,
      ...optional,
      agent_reference: { $ref: '#/$defs/Agents.AgentReference' },
      response_id: text,
    },
    required: ['type', 'id', ...Object.keys(required)],
    additionalProperties: false,
  };
}

const status = { type: 'string', enum: ['in_progress', 'completed', 'incomplete', 'failed'] };

/** Calls that say what is called, and those that need not: their tool is one thing. */
const calls = (type: string, name: JsonObject = {}): JsonObject =>
  item(type, { call_id: text, ...name, arguments: text, status });

const outputs = (type: string, name: JsonObject = {}): JsonObject =>
  item(type, { call_id: text, ...name, status }, { output: { type: ['object', 'string', 'array'] } });

const both = (stem: string, tool: string, name?: JsonObject): Definitions => ({
  [`Azure.${stem}Call`]: calls(`${tool}_call`, name),
  [`Azure.${stem}CallOutput`]: outputs(`${tool}_call_output`, name),
});

const named = { name: text };

/** By name. */
export const azureItems: Definitions = {
  ...both('A2A', 'a2a_preview', named),
  ...both('AISearch', 'azure_ai_search'),
  ...both('AzureFunction', 'azure_function', named),
  ...both('BingCustomSearch', 'bing_custom_search_preview'),
  ...both('BingGrounding', 'bing_grounding'),
  ...both('BrowserAutomation', 'browser_automation_preview'),
  ...both('FabricDataAgent', 'fabric_dataagent_preview'),
  ...both('OpenApi', 'openapi', named),
  ...both('SharepointGrounding', 'sharepoint_grounding_preview'),
  'Azure.MemoryCommandCall': calls('memory_command_preview_call'),
  'Azure.MemoryCommandCallOutput': item('memory_command_preview_call_output', { call_id: text, status }),
  'Azure.MemorySearchCall': item('memory_search_call', { status }, { memories: { type: ['array', 'null'] } }),
  'Azure.OAuthConsentRequest': item('oauth_consent_request', { consent_link: text, server_label: text }),
  'Azure.StructuredOutputs': item('structured_outputs', { output: {} }),
  'Azure.WorkflowAction': item(
    'workflow_action',
    {
      kind: text,
      action_id: text,
      status: { type: 'string', enum: ['completed', 'failed', 'in_progress', 'cancelled'] },
    },
    { parent_action_id: text, previous_action_id: text },
  ),
};
