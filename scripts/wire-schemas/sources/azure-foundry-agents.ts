import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { type AzureBody, definitionsFromAzure } from '../from-azure.ts';
import type { Definitions, WireSchemaSource } from '../source.ts';

const sdk = '@azure/ai-agents';
const models = 'dist/esm/models/models';
const api = 'dist/esm/api';

const reference = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` });
const listOf = (name: string): JsonObject => ({ type: 'array', items: reference(name) });
const text = { type: 'string' };

/** Where the SDK sends a body: the folder of its operation, its function, and the type of its options. */
const sent = (folder: string, send: string, options: string, parameters: Record<string, JsonObject>): AzureBody => ({
  operations: `${api}${folder}/operations`,
  send,
  options: [`${api}${folder}/options`, options],
  parameters,
});

const bodies: Readonly<Record<string, AzureBody>> = {
  CreateAgent: sent('', '_createAgentSend', 'CreateAgentOptionalParams', { model: text }),
  UpdateAgent: sent('', '_updateAgentSend', 'UpdateAgentOptionalParams', {}),
  CreateThread: sent('/threads', '_createThreadSend', 'ThreadsCreateThreadOptionalParams', {}),
  UpdateThread: sent('/threads', '_updateThreadSend', 'ThreadsUpdateThreadOptionalParams', {}),
  CreateMessage: sent('/messages', '_createMessageSend', 'MessagesCreateMessageOptionalParams', {
    role: reference('MessageRole'),
    content: reference('MessageInputContent'),
  }),
  CreateRun: sent('/runs', '_createRunSend', 'RunsCreateRunOptionalParams', { assistant_id: text }),
  CreateThreadAndRun: sent('', '_createThreadAndRunSend', 'CreateThreadAndRunOptionalParams', { assistant_id: text }),
  SubmitToolOutputs: sent('/runs', '_submitToolOutputsToRunSend', 'RunsSubmitToolOutputsToRunOptionalParams', {
    tool_outputs: listOf('ToolOutput'),
  }),
};

/** What an event of a stream holds, by how its name begins. Source: `AgentEventStreamData`, and the texts of `…StreamEvent`. */
const events: readonly (readonly [events: string, data: JsonObject])[] = [
  ['ThreadStreamEvent', reference('AgentThread')],
  ['RunStreamEvent', reference('ThreadRun')],
  ['RunStepStreamEvent', reference('RunStep')],
  ['MessageStreamEvent', reference('ThreadMessage')],
  ['ErrorEvent', reference('AgentV1Error')],
  ['DoneEvent', text],
];

const deltas: Readonly<Record<string, JsonObject>> = {
  'thread.run.step.delta': reference('RunStepDeltaChunk'),
  'thread.message.delta': reference('MessageDeltaChunk'),
};

/** Agents, threads and runs, as `@azure/ai-agents` turns its types into the wire. */
export const azureFoundryAgents: WireSchemaSource = {
  id: 'azure-foundry-agents',
  title: 'Azure AI Foundry Agent Service',
  packages: [sdk],
  roots: [
    ...Object.keys(bodies),
    'Agent',
    'AgentThread',
    'ThreadMessage',
    'ThreadRun',
    '_AgentsPagedResultRunStep',
    '_AgentsPagedResultThreadMessage',
    'AgentDeletionStatus',
    'ThreadDeletionStatus',
    'AgentEvent',
    'AgentV1Error',
  ],
  read: async () => {
    const types = [
      'Agent',
      'AgentThread',
      'ThreadMessage',
      'ThreadRun',
      'RunStep',
      'RunStepDeltaChunk',
      'MessageDeltaChunk',
      'AgentDeletionStatus',
      'ThreadDeletionStatus',
      'AgentV1Error',
      'ToolOutput',
      'MessageRole',
      'MessageInputContent',
      '_AgentsPagedResultRunStep',
      '_AgentsPagedResultThreadMessage',
      ...events.map(([name]) => name),
    ];
    const read = await definitionsFromAzure({ package: sdk, models, types, bodies });
    return { ...read, AgentEvent: eventOf(read) };
  },
};

/** `{ event, data }`, one branch for each name: the name says what the data is. */
function eventOf(definitions: Definitions): JsonObject {
  const branches = events.flatMap(([name, data]) =>
    valuesOf(definitions[name]).map(
      (event): JsonObject => ({
        type: 'object',
        properties: { event: { type: 'string', const: event }, data: deltas[event as string] ?? data },
        required: ['event', 'data'],
        additionalProperties: false,
      }),
    ),
  );
  return { anyOf: branches };
}

const valuesOf = (schema: JsonObject = {}): readonly Json[] =>
  (schema.enum as readonly Json[] | undefined) ?? (schema.const === undefined ? [] : [schema.const]);
