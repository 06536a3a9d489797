/**
 * Action groups and knowledge bases in the contract's words. Source: `AgentActionGroup`, `FunctionDefinition`, `KnowledgeBase` of
 * `@aws-sdk/client-bedrock-agent-runtime`.
 */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Tool } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asArray, asObject, asString, otherMembers, parseJson } from '../../wire/json.ts';

/** A tool with its place, and what is not understood of its declaration. */
export interface ToolReading {
  readonly tool: Tool;
  readonly path: string;
  readonly unread: readonly Unrecognized[];
}

/** A group of functions is several tools; what the contract has no word for, or not wholly, is raw. */
export function toolsOfGroup(group: JsonObject, path: string): ToolReading[] {
  return signed(group, path) ?? functions(group, path) ?? openApi(group, path) ?? [raw(group, path)];
}

export function toolOfKnowledgeBase(declared: JsonObject, path: string): ToolReading {
  const { knowledgeBaseId, description, retrievalConfiguration, ...rest } = declared;
  const search = asObject(asObject(retrievalConfiguration)?.vectorSearchConfiguration);
  const understood =
    retrievalConfiguration === undefined ||
    (search && Object.keys(asObject(retrievalConfiguration) ?? {}).length === 1);
  if (typeof knowledgeBaseId !== 'string' || !understood || Object.keys(rest).length > 0) return raw(declared, path);
  const settings: JsonObject = {
    knowledgeBaseId,
    ...(description === undefined ? {} : { description }),
    ...search,
  };
  return { tool: { type: 'provider-specific', name: 'knowledge-bases', settings }, path, unread: [] };
}

const raw = (declaration: JsonObject, path: string): ToolReading => ({
  tool: { type: 'raw', providerApi: 'bedrock-agents', declaration },
  path,
  unread: [],
});

const unreadMembers = (object: JsonObject, known: readonly string[], path: string): Unrecognized[] =>
  otherMembers(object, new Set(known)).map((member) => ({ path: `${path}.${member}`, what: `tool.${member}` }));

/** Groups that the provider, or the model's maker, defines. */
function signed(group: JsonObject, path: string): ToolReading[] | undefined {
  const parameters = asObject(group.parentActionGroupSignatureParams) ?? {};
  const tool = signedTool(group.parentActionGroupSignature, parameters);
  // Which version of a tool of the model's maker is meant stands among its parameters; without it none is.
  if (!tool || (tool.type !== 'code-interpreter' && !asString(parameters.type))) return undefined;
  const known = ['actionGroupName', 'parentActionGroupSignature', 'parentActionGroupSignatureParams'];
  return [{ tool, path, unread: unreadMembers(group, known, path) }];
}

function signedTool(signature: Json | undefined, parameters: JsonObject): Tool | undefined {
  switch (signature) {
    case 'AMAZON.CodeInterpreter':
      return { type: 'code-interpreter' };
    case 'ANTHROPIC.TextEditor':
      return { type: 'text-editor' };
    case 'ANTHROPIC.Bash':
      return { type: 'shell' };
    case 'ANTHROPIC.Computer': {
      const [displayWidth, displayHeight] = [parameters.display_width_px, parameters.display_height_px].map(pixels);
      return displayWidth && displayHeight ? { type: 'computer-use', displayWidth, displayHeight } : undefined;
    }
    default:
      return undefined;
  }
}

/** A number of pixels, written as text. */
function pixels(text: Json | undefined): number | undefined {
  return typeof text === 'string' && /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
}

const isReturnControl = (group: JsonObject): boolean =>
  asObject(group.actionGroupExecutor)?.customControl === 'RETURN_CONTROL';

/** Functions of the application, or the one function that a Lambda function stands for. */
function functions(group: JsonObject, path: string): ToolReading[] | undefined {
  const declared = asArray(asObject(group.functionSchema)?.functions)?.map((f) => asObject(f) ?? {});
  const lambda = asString(asObject(group.actionGroupExecutor)?.lambda);
  if (!declared || declared.length === 0) return undefined;
  if (!isReturnControl(group) && (lambda === undefined || declared.length > 1)) return undefined;
  const readings = declared.flatMap((definition, i) => {
    const { name, description } = definition;
    const parameters = schemaOf(asObject(definition.parameters) ?? {});
    if (typeof name !== 'string' || name === '' || !parameters) return [];
    const said = { name, ...(typeof description === 'string' ? { description } : {}), parameters };
    const tool: Tool =
      lambda === undefined
        ? { type: 'function', ...said }
        : { type: 'stateful-function', ...said, target: { type: 'aws-lambda-basic', functionArn: lambda } };
    const at = `${path}.functionSchema.functions[${i}]`;
    return [{ tool, path: at, unread: unreadMembers(definition, ['name', 'description', 'parameters'], at) }];
  });
  if (readings.length < declared.length) return undefined;
  const unread = unreadMembers(group, ['actionGroupName', 'actionGroupExecutor', 'functionSchema'], path);
  return readings.map((reading, i) => (i === 0 ? { ...reading, unread: [...unread, ...reading.unread] } : reading));
}

/** The object schema that a list of parameters stands for: these arguments, and no others. */
function schemaOf(parameters: JsonObject): JsonObject | undefined {
  const entries = Object.entries(parameters).map(([name, value]) => {
    const { required, ...schema } = asObject(value) ?? {};
    return { name, schema, required: required === true };
  });
  if (entries.some(({ schema }) => typeof schema.type !== 'string')) return undefined;
  const required = entries.filter((entry) => entry.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** An API that the application calls; nobody else logs in. */
function openApi(group: JsonObject, path: string): ToolReading[] | undefined {
  const { actionGroupName: name, description, apiSchema } = group;
  const payload = asString(asObject(apiSchema)?.payload);
  const specification = payload === undefined ? undefined : asObject(parseJson(payload));
  if (!isReturnControl(group) || typeof name !== 'string' || name === '' || !specification) return undefined;
  const tool: Tool = {
    type: 'openapi',
    name,
    ...(typeof description === 'string' ? { description } : {}),
    specification,
    auth: { type: 'anonymous' },
  };
  return [
    {
      tool,
      path,
      unread: unreadMembers(group, ['actionGroupName', 'description', 'actionGroupExecutor', 'apiSchema'], path),
    },
  ];
}
