/**
 * Functions, and HTTP APIs and functions that Azure AI Foundry itself calls. Source: Azure.AI.Agents, tools/models.tsp, and
 * `OpenApiTool`, `AzureFunctionTool` of `@azure/ai-projects`.
 */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import { InvalidToolError, type Tool } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;
type AzureFunction = Extract<Of<'stateful-function'>['target'], { type: 'azure-function' }>;

/** What OpenAI's models take as the name of a function. */
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** @throws InvalidToolError for a name that no model takes */
export function functionOf(name: unknown, description: string | undefined, parameters: JsonObject): JsonObject {
  return defined({ name: named(name), description, parameters });
}

function named(name: unknown): string {
  if (typeof name === 'string' && namePattern.test(name)) return name;
  throw new InvalidToolError(
    String(name),
    'Azure AI Foundry takes names of up to 64 letters A-Z and a-z, digits, underscores and hyphens.',
  );
}

/** What the two generations of the service call a connection that the project keeps. */
type Connection = 'connection' | 'project_connection';

/** Source: `OpenApiFunctionDefinition`. */
export function openApiToWire(tool: Of<'openapi'>, connection: Connection): JsonObject {
  const { name, description, specification, auth } = tool;
  return {
    type: 'openapi',
    openapi: defined({ name: named(name), description, spec: specification, auth: authOf(auth, connection) }),
  };
}

/** Source: `OpenApiAuthDetails`: all but the anonymous say by what. */
function authOf(auth: Of<'openapi'>['auth'], connection: Connection): JsonObject {
  switch (auth.type) {
    case 'anonymous':
      return { type: 'anonymous' };
    case 'connection':
      return { type: connection, security_scheme: { [`${connection}_id`]: auth.connectionId } };
    case 'managed-identity':
      return { type: 'managed_identity', security_scheme: { audience: auth.audience } };
  }
}

/** Source: `AzureFunctionDefinition`: work goes into one queue, and what came of it out of another. */
export function queuedFunctionToWire(tool: Of<'stateful-function'>, target: AzureFunction): JsonObject {
  const { inputQueue, outputQueue, queueServiceEndpoint } = target;
  const binding = (queue: string) => ({
    type: 'storage_queue',
    storage_queue: { queue_service_endpoint: queueServiceEndpoint, queue_name: queue },
  });
  return {
    type: 'azure_function',
    azure_function: {
      function: functionOf(tool.name, tool.description, tool.parameters),
      input_binding: binding(inputQueue),
      output_binding: binding(outputQueue),
    },
  };
}
