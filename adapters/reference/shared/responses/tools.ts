/** The contract's tools and tool mode as members of the request body. */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import {
  type ChatOptions,
  type FunctionTool,
  InvalidToolError,
  type RawTool,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import { objectSchema } from '../object-schema.ts';
import {
  codeInterpreterToWire,
  computerUseToWire,
  fileSearchToWire,
  imageGenerationToWire,
  includes,
  mcpServerToWire,
  shellToWire,
  unsaidOfComputer,
  webSearchToWire,
} from './hosted-tools.ts';

/** Whose words the tools are said in: the API is spoken by more than one provider. */
export interface ToolDialect {
  readonly providerApi: string;
  /** What its adapter can declare, named in refusals. */
  readonly supportedTools: readonly string[];
  /** Tools that this provider has and OpenAI has not; `undefined` for all others. */
  readonly ownTool?: (tool: Tool) => JsonObject | undefined;
}

/** Source: the API's own validation message for `tools[].name`. How long it may be depends on the model. */
const namePattern = /^[a-zA-Z0-9_-]+$/;

/** Members of the body that declare tools. */
export interface Declaration {
  readonly tools: readonly JsonObject[];
  /** For all tools that OpenAI runs, together. */
  readonly maxToolCalls?: number | undefined;
  /** What the response shall say of them beyond the default. */
  readonly include: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * @param adapterId named in a refusal
 * @param model decides which form of the computer is declared
 * @throws UnsupportedToolError for a tool of a type that this adapter cannot declare
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
export function declarationIn(
  dialect: ToolDialect,
  tools: readonly Tool[],
  adapterId: string,
  model: string,
): Declaration {
  const searches = tools.filter((tool) => tool.type === 'web-search');
  const most = searches.find(({ maximumUses }) => maximumUses !== undefined)?.maximumUses;
  // The limit of the API is one for all tools that it runs, so it says the same only where search is the only one.
  const sayable = searches.length === 1 && tools.every(({ type }) => type === 'web-search' || type === 'function');
  const include = tools.flatMap((tool) => includes[tool.type] ?? []);
  return {
    tools: tools.map((tool) => dialect.ownTool?.(tool) ?? toolToWire(tool, dialect, adapterId, model)),
    maxToolCalls: sayable ? most : undefined,
    include: [...new Set(include)],
    warnings: [
      ...(searches.some(({ blockedDomains }) => blockedDomains !== undefined) ? [unsaid.blockedDomains] : []),
      ...(most !== undefined && !sayable ? [unsaid.maximumUses] : []),
      ...tools
        .flatMap((tool) => (tool.type === 'computer-use' ? unsaidOfComputer(tool, model) : []))
        .map((member) => `${member} of computer-use was not sent: OpenAI reads it from the screenshots.`),
    ].map((message) => ({ code: 'unsupported-setting', message })),
  };
}

const unsaid = {
  blockedDomains: 'blockedDomains of web-search was not sent: OpenAI Responses can name allowed domains alone.',
  maximumUses:
    'maximumUses of web-search was not sent: OpenAI Responses has one limit for all tools that it runs, and others are declared.',
};

function toolToWire(tool: Tool, dialect: ToolDialect, adapterId: string, model: string): JsonObject {
  switch (tool.type) {
    case 'function':
      return functionToWire(tool);
    case 'code-interpreter':
      return codeInterpreterToWire(tool);
    case 'file-search':
      return fileSearchToWire(tool);
    case 'web-search':
      return webSearchToWire(tool);
    case 'mcp-server':
      return mcpServerToWire(tool);
    case 'computer-use':
      return computerUseToWire(tool, model);
    case 'image-generation':
      return imageGenerationToWire(tool);
    case 'shell':
      return shellToWire();
    case 'raw':
      return rawToWire(tool, dialect.providerApi);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, dialect.supportedTools);
  }
}

/** `strict` is always said: the API's own default makes schemas strict, and then refuses those that cannot be. */
function functionToWire(tool: FunctionTool): JsonObject {
  if (typeof tool.name !== 'string' || !namePattern.test(tool.name)) {
    throw new InvalidToolError(
      String(tool.name),
      'OpenAI takes names of letters A-Z and a-z, digits, underscores and hyphens.',
    );
  }
  return defined({
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: objectSchema(tool, 'OpenAI'),
    strict: tool.strict ?? false,
  });
}

function rawToWire(tool: RawTool, providerApi: string): JsonObject {
  if (tool.providerApi !== providerApi) {
    throw new InvalidToolError(
      'raw',
      `its declaration is in the words of "${tool.providerApi}"; this adapter passes on those of "${providerApi}".`,
    );
  }
  return tool.declaration;
}

/** `tool_choice`, or `undefined` where there is nothing to say. */
export function toolChoice({ toolMode }: ChatOptions): string | JsonObject | undefined {
  if (toolMode?.type !== 'required') return toolMode?.type;
  return toolMode.functionName === undefined ? 'required' : { type: 'function', name: toolMode.functionName };
}
