/** What the two generations of Azure AI Foundry have in common: credentials, and declarations of tools. */
import type { AccessToken, TokenCredential } from '@azure/core-auth';
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import { type Credentials, InvalidToolError, type Tool } from '../../../spec/contract/index.ts';
import { defined } from './json.ts';
import { bearer, bearerFrom, type SecretInUse } from './settings.ts';

/** A credential that knows by itself what it is for, and always gives a token. */
export interface Credential extends TokenCredential {
  getToken(): Promise<AccessToken>;
}

/**
 * The caller's credentials as SDKs of Azure take them. A token is asked for as often as the SDK wants to send one; a static one
 * never ends.
 *
 * @param inUse is kept up to date
 * @throws TypeError when they are of a kind that Azure AI Foundry does not take, or cannot be sent
 */
export function credentialOf(credentials: Credentials, inUse: SecretInUse): Credential {
  switch (credentials.type) {
    case 'bearerToken': {
      const token = bearer(credentials.token, inUse);
      return { getToken: async () => ({ token, expiresOnTimestamp: Number.MAX_SAFE_INTEGER }) };
    }
    case 'tokenProvider':
      return {
        getToken: async () => ({
          token: await bearerFrom(credentials.getToken, inUse),
          expiresOnTimestamp: Date.now(),
        }),
      };
    default:
      throw new TypeError(
        `Azure AI Foundry takes credentials of type "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}

// Functions, and HTTP APIs and functions that Azure AI Foundry itself calls. Source: Azure.AI.Agents, tools/models.tsp, and
// `OpenApiTool`, `AzureFunctionTool` of `@azure/ai-projects`.

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;
type AzureFunction = Extract<Of<'stateful-function'>['target'], { type: 'azure-function-basic' }>;

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

// Settings of tools that Azure AI Foundry alone has, as members on the wire.

/**
 * @param members on the wire by setting; `connectionId` is always needed
 * @throws InvalidToolError for settings that the tool does not have, or without a connection
 */
export function membersOf(name: string, members: Readonly<Record<string, string>>, settings: JsonObject): JsonObject {
  if (typeof settings.connectionId !== 'string') {
    throw new InvalidToolError(name, 'its settings need a "connectionId", the id of a connection of the project.');
  }
  const known = new Map(Object.entries(members));
  const said = Object.entries(settings).map(([setting, value]): [string, Json] => {
    const member = known.get(setting);
    if (member !== undefined) return [member, value];
    const takes = [...known.keys()].join(', ');
    throw new InvalidToolError(name, `it has no setting ${JSON.stringify(setting)}; it takes ${takes}.`);
  });
  return Object.fromEntries(said);
}
