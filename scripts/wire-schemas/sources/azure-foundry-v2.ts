import type { JsonObject } from '../../../files/canonical-json.ts';
import { underPrefix, withBranches, withMembers } from '../edit.ts';
import { definitionsFromAzure } from '../from-azure.ts';
import type { Definitions, WireSchemaSource } from '../source.ts';
import { azureItems } from './azure-items.ts';
import { openAiResponses } from './openai.ts';

const sdk = '@azure/ai-projects';

/**
 * Agents by `@azure/ai-projects`, whose definitions begin with `Agents.`, and the Responses API as `openai` has it, with what Azure
 * adds to it: who answers, what every item says of that, the calls of its own tools, and the tools themselves.
 *
 * Source: `AgentReference`, `CreateResponse`, `Response` and `OutputItem` of
 * https://github.com/Azure/azure-rest-api-specs/tree/main/specification/ai-foundry/data-plane/Foundry/src/openai-responses
 */
export const azureFoundryV2: WireSchemaSource = {
  id: 'azure-foundry-v2',
  title: 'Azure AI Foundry: agents, and Responses that name one',
  packages: [sdk, ...openAiResponses.packages],
  widenedAs: [openAiResponses.id],
  roots: [
    'ResponseCreateParams',
    'Response',
    'ResponseStreamEvent',
    'Refusal',
    'Agents.CreateVersion',
    'Agents.AgentVersion',
    'Agents.DeleteAgentResponse',
    'Agents.DeleteAgentVersionResponse',
  ],
  read: async () => {
    const [responses, agents] = await Promise.all([openAiResponses.read(), readAgents()]);
    const all: Definitions = { ...responses, ...underPrefix(agents, 'Agents.'), ...azureItems };
    return {
      ...withAzureItems(withAgents(withBranches(all, 'Tool', [reference('Agents.ToolUnion')]))),
      // Each of the two services refuses in its own words.
      Refusal: { anyOf: [reference('ErrorResponse'), reference('Agents.ApiErrorResponse')] },
    };
  },
};

const readAgents = (): Promise<Definitions> =>
  definitionsFromAzure({
    package: sdk,
    models: 'dist/esm/models/models',
    types: ['AgentVersion', 'AgentReference', 'DeleteAgentResponse', 'DeleteAgentVersionResponse', 'ApiErrorResponse'],
    bodies: {
      CreateVersion: {
        operations: 'dist/esm/api/agents/operations',
        send: '_createVersionSend',
        options: ['dist/esm/api/agents/options', 'AgentsCreateVersionOptionalParams'],
        parameters: { definition: reference('AgentDefinitionUnion') },
      },
    },
  });

/** A request names who answers, and needs no model then; an answer says who did. */
function withAgents(definitions: Definitions): Definitions {
  const asked = { agent_reference: reference('Agents.AgentReference'), structured_inputs: { type: 'object' } };
  return [
    ['ResponseCreateParamsNonStreaming', asked],
    ['ResponseCreateParamsStreaming', asked],
    ['Response', { agent_reference: { anyOf: [reference('Agents.AgentReference'), { type: 'null' }] } }],
  ].reduce((all, [name, members]) => withMembers(all, name as string, members as JsonObject), definitions);
}

/** Every item of an answer says who made it, and in which response; the calls of Azure's tools are items too. */
function withAzureItems(definitions: Definitions): Definitions {
  const { anyOf } = definitions.ResponseOutputItem as { anyOf: readonly { $ref: string }[] };
  const items = anyOf.map(({ $ref }) => $ref.replace('#/$defs/', ''));
  const said = { agent_reference: reference('Agents.AgentReference'), response_id: { type: 'string' } };
  const told = items.reduce((all, name) => withMembers(all, name, said), definitions);
  return withBranches(told, 'ResponseOutputItem', Object.keys(azureItems).map(reference));
}

const reference = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` });
