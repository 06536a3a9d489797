import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Definitions,
  definitionsFromTypes,
  packageFolder,
  underPrefix,
  type WireSchemaSource,
  withBranches,
  withMembers,
} from '../definitions.ts';
import { openAiResponses } from './openai.ts';

/**
 * Definitions from an SDK of Azure. Its types are what a caller reads and writes; what goes over the wire say the functions that
 * it turns them with: `xSerializer` and `xDeserializer` for a type, `_xSend` for the body of an operation. From these come the
 * names of members, and what a time is.
 *
 * Source: the emitter of these SDKs, `@azure-tools/typespec-ts`.
 */

/** The body of an operation: options of a caller, and parameters that stand before them. */
export interface AzureBody {
  /** Below the package, without extension: `dist/esm/api/runs/operations`. */
  readonly operations: string;
  /** The function that sends it: `_createRunSend`. */
  readonly send: string;
  /** The file and the type of its options. */
  readonly options: readonly [file: string, type: string];
  /** Members that are parameters of their own: required, of these schemas, in which types of the SDK are referred to. */
  readonly parameters: Readonly<Record<string, JsonObject>>;
}

export interface AzureSdk {
  readonly package: string;
  /** The module of its types and what turns them, without extension. */
  readonly models: string;
  readonly types: readonly string[];
  /** By the name of the definition. */
  readonly bodies: Readonly<Record<string, AzureBody>>;
}

/** @throws {Error} what is named is not there */
export async function definitionsFromAzure(sdk: AzureSdk): Promise<Definitions> {
  const folder = packageFolder(sdk.package);
  const text = (path: string) => readFileSync(join(folder, path), 'utf8');
  const types: Record<string, string[]> = { [sdk.models]: [...sdk.types] };
  for (const { options } of Object.values(sdk.bodies)) {
    const listed = types[options[0]] ?? [];
    types[options[0]] = [...listed, options[1]];
  }
  const read = await definitionsFromTypes({ package: sdk.package, types });
  const names = namesOnTheWire(text(`${sdk.models}.js`), text(`${sdk.models}.d.ts`));
  const optionTypes = new Set(Object.values(sdk.bodies).map(({ options }) => options[1]));
  const bodies = Object.entries(sdk.bodies).map(([name, body]) => {
    const send = functionIn(text(`${body.operations}.js`), body.send);
    return [name, bodyOf(body, send, read[body.options[1]])] as const;
  });
  const known = Object.entries(read).flatMap(([name, schema]) => {
    const turned = optionTypes.has(name) ? undefined : asOnTheWire(name, schema, names.get(name));
    return turned ? [[name, turned] as const] : [];
  });
  return {
    ...Object.fromEntries(known),
    ...Object.fromEntries(bodies),
  };
}

/** By type, the members of the wire by those of the type. */
function namesOnTheWire(code: string, declarations: string): Map<string, Map<string, string>> {
  const names = new Map<string, Map<string, string>>();
  const declared = /^export declare function (\w+(?:Des|S)erializer)\(item: (\w+)\): (\w+);/gm;
  for (const [, turning = '', taken = '', given = ''] of declarations.matchAll(declared)) {
    const isReading = turning.endsWith('Deserializer');
    const type = isReading ? given : taken;
    const known = names.get(type) ?? new Map<string, string>();
    for (const [left, right] of pairsIn(functionIn(code, turning), 'item')) {
      if (isReading) known.set(left, right);
      else known.set(right, left);
    }
    names.set(type, known);
  }
  return names;
}

/** What stands between the braces of a function. */
function functionIn(code: string, name: string): string {
  const found = new RegExp(`^export (?:async )?function ${name}\\([\\s\\S]*?^\\}`, 'm').exec(code);
  if (!found) throw new Error(`the SDK has no function "${name}"`);
  return found[0];
}

/** `left: … of["right"]` and `left: … of?.right`, however deep in a condition. */
function pairsIn(code: string, of: string): [left: string, right: string][] {
  const pattern = new RegExp(`\\b(\\w+):[^,;]*?\\b${of}(?:\\["(\\w+)"\\]|\\?\\.(\\w+))`, 'g');
  return [...code.matchAll(pattern)].map(([, left = '', quoted, plain]) => [left, quoted ?? plain ?? '']);
}

/** Nothing where no function says what a member is called on the wire: it is none of the wire's types. */
function asOnTheWire(
  name: string,
  schema: JsonObject,
  names: ReadonlyMap<string, string> | undefined,
): JsonObject | undefined {
  let isOfTheWire = true;
  const nameOf = (member: string): string => {
    const known = names?.get(member);
    if (known === undefined && /[A-Z]/.test(member)) isOfTheWire = false;
    return known ?? member;
  };
  const isUnion = name.endsWith('Union') && Array.isArray(schema.anyOf);
  const turned = renamed(opened(isUnion ? withoutBase(name, schema) : schema), nameOf);
  return isOfTheWire ? turned : undefined;
}

/** The last resort of a union is what all its types have: with it, everything of them would be allowed. */
function withoutBase(name: string, schema: JsonObject): JsonObject {
  const base = `#/$defs/${name.replace(/Union$/, '')}`;
  return { ...schema, anyOf: (schema.anyOf as readonly JsonObject[]).filter(({ $ref }) => $ref !== base) };
}

/** Members that a type does not name stand beside those that it does; the SDK keeps them in one of its own. */
function opened(schema: JsonObject): JsonObject {
  const { additionalProperties: others, ...properties } = (schema.properties ?? {}) as Record<string, JsonObject>;
  return others ? { ...schema, properties, additionalProperties: others.additionalProperties ?? {} } : schema;
}

function renamed(schema: JsonObject, nameOf: (member: string) => string): JsonObject {
  // The wire has seconds since 1970.
  if (schema.format === 'date-time') return { type: 'number' };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, Json] => {
      if (key === 'required') return [key, (value as readonly string[]).map(nameOf)];
      if (key === 'properties') {
        const members = Object.entries(value as JsonObject);
        return [key, Object.fromEntries(members.map(([member, of]) => [nameOf(member), inner(of, nameOf)]))];
      }
      return [key, inner(value, nameOf)];
    }),
  );
}

const inner = (value: Json, nameOf: (member: string) => string): Json => {
  if (Array.isArray(value)) return value.map((each) => inner(each, nameOf));
  return isJsonObject(value) ? renamed(value, nameOf) : value;
};

function bodyOf(body: AzureBody, send: string, options: JsonObject | undefined): JsonObject {
  const { properties = {} } = (options ?? {}) as { properties?: JsonObject };
  const sent = pairsIn(send.slice(send.indexOf('{', send.indexOf('body:')) + 1), 'options').map(
    ([wire, member]): [string, Json] => {
      const type = properties[member];
      if (type === undefined) throw new Error(`${body.options[1]} has no member "${member}"`);
      return [wire, type];
    },
  );
  return {
    type: 'object',
    properties: { ...body.parameters, ...Object.fromEntries(sent) },
    required: Object.keys(body.parameters),
    additionalProperties: false,
  };
}

const agentsSdk = '@azure/ai-agents';
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
  packages: [agentsSdk],
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
    const read = await definitionsFromAzure({ package: agentsSdk, models, types, bodies });
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

/**
 * Items that Azure adds to those of the Responses API. No SDK for JavaScript has types of them; they stand in the API's own
 * specification.
 *
 * Source: https://github.com/Azure/azure-rest-api-specs/tree/main/specification/ai-foundry/data-plane/Foundry/src,
 * `tools/models.tsp` (`…ToolCall`, `…ToolCallOutput`) and `openai-responses/models.tsp` (the rest).
 */

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
const azureItems: Definitions = {
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

const projectsSdk = '@azure/ai-projects';

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
  packages: [projectsSdk, ...openAiResponses.packages],
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
    package: projectsSdk,
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
