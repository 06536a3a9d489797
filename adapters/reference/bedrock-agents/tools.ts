/** The contract's tools as action groups and knowledge bases. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import {
  type FunctionTool,
  InvalidToolError,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { knowledgeBaseToWire } from './knowledge-bases.ts';
import { parametersToWire } from './parameters.ts';

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
  if (target.type !== 'aws-lambda') {
    throw new InvalidToolError(name, `Amazon Bedrock Agents calls "aws-lambda" alone; "target" is "${target.type}".`);
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
