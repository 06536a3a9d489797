/** The contract's tools as action groups and knowledge bases. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type FunctionTool,
  InvalidToolError,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined, objects, text } from '../shared/json.ts';

const providerApi = 'bedrock-agents';

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** What this adapter can declare; of provider-specific tools, `knowledge-bases`. */
const supportedTools = [
  'function',
  'code-interpreter',
  'computer-use',
  'openapi',
  'stateful-function',
  'text-editor',
  'shell',
  'provider-specific',
  'raw',
];

/** Source: pattern of `ResourceName` and `FunctionDefinition.name` in the API reference. */
const namePattern = /^([0-9a-zA-Z][_-]?){1,100}$/;

/** The action groups that this adapter names itself. Actions on the screen are told from functions by the group. */
export const ownGroups = {
  functions: 'application-functions',
  code: 'code-interpreter',
  computer: 'computer',
  editor: 'text-editor',
  shell: 'shell',
} as const;

/** The application acts, and not a Lambda function. */
const returnControl = { customControl: 'RETURN_CONTROL' };

/** Members of the body that declare tools. */
export interface Declaration {
  readonly actionGroups: readonly JsonObject[];
  readonly knowledgeBases: readonly JsonObject[];
  /** Whether there are tools that the caller hears of in traces alone. */
  readonly hosted: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * @param adapterId named in a refusal
 * @throws UnsupportedToolError for a tool of a type that this adapter cannot declare
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
export function declaration(tools: readonly Tool[], adapterId: string): Declaration {
  const functions: JsonObject[] = [];
  const others: JsonObject[] = [];
  const knowledgeBases: JsonObject[] = [];
  for (const tool of tools) {
    if (tool.type === 'function') functions.push(functionToWire(tool));
    else if (isKnowledgeBase(tool)) {
      knowledgeBases.push(tool.type === 'raw' ? rawToWire(tool) : knowledgeBaseToWire(tool));
    } else others.push(groupOf(tool, adapterId));
  }
  const own = {
    actionGroupName: ownGroups.functions,
    actionGroupExecutor: returnControl,
    functionSchema: { functions },
  };
  return {
    actionGroups: [...(functions.length > 0 ? [own] : []), ...others],
    knowledgeBases,
    hosted: tools.some(({ type }) => hostedTypes.has(type)),
    warnings: tools.some((tool) => tool.type === 'computer-use' && tool.environment !== undefined)
      ? [noEnvironment]
      : [],
  };
}

const noEnvironment: Warning = {
  code: 'unsupported-setting',
  message: 'environment of computer-use was not sent: ANTHROPIC.Computer knows the size of the screen alone.',
};

const hostedTypes = new Set<Tool['type']>(['code-interpreter', 'stateful-function', 'provider-specific', 'raw']);

/** A raw declaration is one of a knowledge base where it names one, and of an action group otherwise. */
function isKnowledgeBase(tool: Tool): tool is Of<'provider-specific'> | Of<'raw'> {
  if (tool.type === 'raw') return 'knowledgeBaseId' in tool.declaration;
  return tool.type === 'provider-specific' && tool.name === 'knowledge-bases';
}

function groupOf(tool: Tool, adapterId: string): JsonObject {
  switch (tool.type) {
    case 'code-interpreter':
      refuseFiles(tool);
      return { actionGroupName: ownGroups.code, parentActionGroupSignature: 'AMAZON.CodeInterpreter' };
    case 'computer-use':
      return computerToWire(tool);
    case 'text-editor':
      if (tool.maximumCharacters !== undefined) cannotSay(tool.type, 'maximumCharacters');
      return anthropicGroup(ownGroups.editor, 'ANTHROPIC.TextEditor', { type: 'text_editor_20250124' });
    case 'shell':
      return anthropicGroup(ownGroups.shell, 'ANTHROPIC.Bash', { type: 'bash_20250124' });
    case 'openapi':
      return openApiToWire(tool);
    case 'stateful-function':
      return statefulToWire(tool);
    case 'raw':
      return rawToWire(tool);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supportedTools);
  }
}

function functionToWire(tool: FunctionTool | Of<'stateful-function'>): JsonObject {
  demandName(tool.name);
  if ('strict' in tool && tool.strict) cannotSay(tool.name, 'strict');
  const { parameters } = tool;
  if (!isJsonObject(parameters)) throw new InvalidToolError(tool.name, 'its parameters must be a JSON Schema.');
  return defined({
    name: tool.name,
    description: tool.description,
    parameters: parametersToWire(tool.name, parameters),
  });
}

/** All settings are texts. Source: `parentActionGroupSignatureParams`. */
function computerToWire({ displayWidth, displayHeight }: Of<'computer-use'>): JsonObject {
  return anthropicGroup(ownGroups.computer, 'ANTHROPIC.Computer', {
    type: 'computer_20250124',
    display_width_px: String(displayWidth),
    display_height_px: String(displayHeight),
    display_number: '1',
  });
}

function anthropicGroup(name: string, signature: string, parameters: JsonObject): JsonObject {
  return {
    actionGroupName: name,
    parentActionGroupSignature: signature,
    parentActionGroupSignatureParams: parameters,
  };
}

/** The application makes the calls, so logging in is its own affair. */
function openApiToWire({ name, description, specification, auth }: Of<'openapi'>): JsonObject {
  demandName(name);
  if (auth.type !== 'anonymous') {
    throw new InvalidToolError(
      name,
      `Amazon Bedrock Agents does not log in ("auth.type" is "${auth.type}"): control returns, and the application makes the call.`,
    );
  }
  return defined({
    actionGroupName: name,
    description,
    actionGroupExecutor: returnControl,
    apiSchema: { payload: JSON.stringify(specification) },
  });
}

function statefulToWire(tool: Of<'stateful-function'>): JsonObject {
  const { name, target } = tool;
  if (target.type !== 'aws-lambda-basic') {
    throw new InvalidToolError(
      name,
      `Amazon Bedrock Agents calls "aws-lambda-basic" alone; "target" is "${target.type}".`,
    );
  }
  return {
    actionGroupName: name,
    actionGroupExecutor: { lambda: target.functionArn },
    functionSchema: { functions: [functionToWire(tool)] },
  };
}

function rawToWire(tool: Of<'raw'>): JsonObject {
  if (tool.providerApi !== providerApi) {
    throw new InvalidToolError(
      'raw',
      `its declaration is in the words of "${tool.providerApi}"; this adapter passes on those of "${providerApi}".`,
    );
  }
  return tool.declaration;
}

function refuseFiles({ type, fileIds, containerId }: Of<'code-interpreter'>): void {
  if (containerId !== undefined) cannotSay(type, 'containerId');
  if (fileIds && fileIds.length > 0) {
    throw new InvalidToolError(
      type,
      '"fileIds": the API keeps no files; give them as data, or as an s3:// URI, in a message.',
    );
  }
}

function demandName(name: unknown): void {
  if (typeof name === 'string' && namePattern.test(name)) return;
  throw new InvalidToolError(
    String(name),
    'Amazon Bedrock Agents takes names of up to 100 letters and digits, each followed by at most one underscore or hyphen.',
  );
}

function cannotSay(tool: string, member: string): never {
  throw new InvalidToolError(tool, `Amazon Bedrock Agents has no member for "${member}".`);
}

// Knowledge bases, the one tool of this API that is typed here and not by the contract (Option 2).

const members = ['knowledgeBaseId', 'description', 'numberOfResults', 'overrideSearchType', 'filter'];

/**
 * The provider-specific tool `knowledge-bases`. Its settings are `knowledgeBaseId` and `description`, both demanded,
 * `numberOfResults`, `overrideSearchType` (`HYBRID` or `SEMANTIC`) and `filter`, a `RetrievalFilter` in the API's own words.
 *
 * Source: `KnowledgeBase` and `KnowledgeBaseVectorSearchConfiguration` of the SDK.
 *
 * @throws InvalidToolError for a setting that is missing or that there is not
 */
function knowledgeBaseToWire({ name, settings }: Extract<Tool, { type: 'provider-specific' }>): JsonObject {
  const unknown = Object.keys(settings).find((member) => !members.includes(member));
  if (unknown !== undefined) {
    throw new InvalidToolError(name, `there is no setting "${unknown}"; there are ${members.join(', ')}.`);
  }
  const demanded = (member: string) => {
    const value = settings[member];
    if (typeof value === 'string' && value !== '') return value;
    throw new InvalidToolError(name, `its setting "${member}" must be a text.`);
  };
  const { numberOfResults, overrideSearchType, filter } = settings;
  const vectorSearchConfiguration: JsonObject = defined({ numberOfResults, overrideSearchType, filter });
  return defined({
    knowledgeBaseId: demanded('knowledgeBaseId'),
    description: demanded('description'),
    retrievalConfiguration:
      Object.keys(vectorSearchConfiguration).length > 0 ? { vectorSearchConfiguration } : undefined,
  });
}

// Parameters of functions: a flat list of names and types, where other APIs have a JSON Schema.

/** Source: `ParameterType` of the SDK. */
const types = ['string', 'number', 'integer', 'boolean', 'array'];

/** What a schema of an object may say here. That there are no other arguments is how the API understands the list. */
const sayable = new Set(['type', 'properties', 'required', 'additionalProperties']);

/**
 * The parameters of a function as the API writes them: `{ <name>: { type, description?, required } }`.
 *
 * @throws {InvalidToolError} the schema says more than the API can; the error names the member.
 */
function parametersToWire(tool: string, schema: JsonObject): JsonObject {
  const refuse = (member: string, why = 'Amazon Bedrock Agents has no member for it') => {
    throw new InvalidToolError(
      tool,
      `${why}: "parameters.${member}". Parameters have a name, a type of ${types.join(', ')}, a description, and are required or not; a tool of type "openapi" can say more.`,
    );
  };
  if (schema.type !== undefined && schema.type !== 'object') refuse('type', 'the parameters must be an object');
  for (const member of Object.keys(schema)) if (!sayable.has(member)) refuse(member);
  const { additionalProperties = false, properties = {}, required = [] } = schema;
  if (additionalProperties !== false) refuse('additionalProperties', 'other arguments cannot be allowed');
  if (!isJsonObject(properties)) refuse('properties', 'it must be an object');
  const names = Array.isArray(required) ? required : [];
  const declared = isJsonObject(properties) ? properties : {};
  for (const name of names) {
    if (typeof name !== 'string' || !(name in declared)) refuse('required', 'it names what is no property');
  }
  return Object.fromEntries(
    Object.entries(declared).map(([name, property]) => [
      name,
      { ...parameterToWire(name, property, refuse), required: names.includes(name) },
    ]),
  );
}

function parameterToWire(name: string, property: Json, refuse: (member: string, why?: string) => void): JsonObject {
  const members = isJsonObject(property) ? property : {};
  for (const member of Object.keys(members)) {
    if (member !== 'type' && member !== 'description') refuse(`properties.${name}.${member}`);
  }
  if (!types.some((type) => type === members.type)) {
    refuse(`properties.${name}.type`, `there is no type ${JSON.stringify(members.type ?? null)}`);
  }
  return members;
}

/**
 * Arguments as the contract has them. On the wire every value is a text, whatever its type says; a text that is not of its type
 * stays as it is.
 *
 * @param list `[{ name, type, value }]`
 */
export function argumentsOf(list: Json | undefined): JsonObject {
  return Object.fromEntries(
    objects(list).map(({ name, type, value }) => [text(name) ?? '', converted(value ?? '', type)]),
  );
}

/** Types whose values are JSON, with what tells that a value is one. */
const isOfType = new Map<Json | undefined, (value: Json) => boolean>([
  ['number', (value) => typeof value === 'number'],
  ['integer', (value) => Number.isInteger(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['array', Array.isArray],
  ['object', isJsonObject],
]);

function converted(value: Json, type: Json | undefined): Json {
  if (typeof value !== 'string') return value;
  try {
    const parsed = JSON.parse(value) as Json;
    return isOfType.get(type)?.(parsed) ? parsed : value;
  } catch {
    return value;
  }
}
