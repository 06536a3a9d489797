/** Members of a declaration under the contract's names, as long as all of them have one. */
import type { Json, JsonObject } from '../../../../lib/canonical-json.ts';
import type { Tool } from '../../../contract/index.ts';
import { asArray, asObject, asString, otherMembers } from '../../../wire/json.ts';
import { functionToolOf } from '../../../wire/requests.ts';

/** Under the contract's names; `undefined` where a member has none, for then the declaration is not said by them. */
export function renamed(members: JsonObject, names: ReadonlyMap<string, string>): Record<string, Json> | undefined {
  const given = otherMembers(members, new Set());
  if (given.some((name) => !names.has(name))) return undefined;
  return Object.fromEntries(given.map((name) => [names.get(name) ?? name, members[name] ?? null]));
}

/** The only object of a list; `undefined` where there is another number of them. */
export function onlyOne(list: Json | undefined): JsonObject | undefined {
  const [first, ...more] = asArray(list) ?? [];
  return more.length === 0 ? asObject(first) : undefined;
}

// Tools that are somebody's HTTP API or function, called by Azure AI Foundry. Source: Azure.AI.Agents tools/models.tsp,
// and `OpenApiTool`, `AzureFunctionTool` of `@azure/ai-projects`.

type OpenApiTool = Extract<Tool, { type: 'openapi' }>;

/** What the two generations of the service call a connection that the project keeps. */
type Connection = 'connection' | 'project_connection';

/** Source: `OpenApiFunctionDefinition`; the service adds `functions` to what it echoes. */
export function openApiOf(declared: JsonObject, connection: Connection): Tool | undefined {
  const { name, description, spec, auth, ...others } = declared;
  const specification = asObject(spec);
  const way = authOf(asObject(auth) ?? {}, connection);
  if (typeof name !== 'string' || !specification || !way || otherMembers(others, new Set()).length > 0)
    return undefined;
  const described = typeof description === 'string' ? { description } : {};
  return { type: 'openapi', name, ...described, specification, auth: way };
}

/** Source: `OpenApiAuthDetails`. */
function authOf(
  { type, security_scheme: scheme }: JsonObject,
  connection: Connection,
): OpenApiTool['auth'] | undefined {
  const { [`${connection}_id`]: id, audience } = asObject(scheme) ?? {};
  if (type === 'anonymous') return { type };
  if (type === connection && typeof id === 'string') return { type: 'connection', connectionId: id };
  return type === 'managed_identity' && typeof audience === 'string'
    ? { type: 'managed-identity', audience }
    : undefined;
}

/** Source: `AzureFunctionDefinition`: a function that takes its work from one queue and leaves the result in another. */
export function queuedFunctionOf({ function: declared, input_binding: input, output_binding: output }: JsonObject) {
  const [taken, left] = [queueOf(asObject(input)), queueOf(asObject(output))];
  const { name, description, parameters } = asObject(declared) ?? {};
  const called = functionToolOf({ name, description, parameters, strict: undefined });
  // The contract knows one place for both queues.
  if (!called || !taken || !left || taken.endpoint !== left.endpoint) return undefined;
  const tool: Tool = {
    ...called,
    type: 'stateful-function',
    target: {
      type: 'azure-function-basic',
      inputQueue: taken.name,
      outputQueue: left.name,
      queueServiceEndpoint: taken.endpoint,
    },
  };
  return tool;
}

function queueOf(binding: JsonObject | undefined): { readonly name: string; readonly endpoint: string } | undefined {
  const queue = asObject(binding?.storage_queue);
  const [name, endpoint] = [asString(queue?.queue_name), asString(queue?.queue_service_endpoint)];
  return name === undefined || endpoint === undefined ? undefined : { name, endpoint };
}
