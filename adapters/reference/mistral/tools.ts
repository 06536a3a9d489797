/** The contract's tools and tool mode as members of the request body. Source: `ConversationRequestTool` of `@mistralai/mistralai`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatOptions,
  type FunctionTool,
  InvalidToolError,
  type RawTool,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { objectSchema } from '../shared/object-schema.ts';
import { hostedToWire, specificNames, wishes } from './hosted-tools.ts';

const providerApi = 'mistral';

/** What this adapter can declare. */
const supportedTools = [
  ...['function', 'code-interpreter', 'file-search', 'web-search', 'image-generation'],
  ...specificNames.map((name) => `provider-specific "${name}"`),
  'raw',
];

/** Source: the API's own validation message for names of functions. */
const namePattern = /^[a-zA-Z0-9_-]+$/;

/** Members of the body that declare tools. */
export interface Declaration {
  readonly tools: readonly JsonObject[];
  readonly warnings: readonly Warning[];
}

/**
 * @param adapterId named in a refusal
 * @throws UnsupportedToolError for a tool that the API does not have
 * @throws InvalidToolError for a name, a schema or a setting that it does not take
 */
export function declaration(tools: readonly Tool[], adapterId: string): Declaration {
  return {
    tools: tools.map((tool) => toolToWire(tool, adapterId)),
    warnings: tools.flatMap((tool) =>
      wishes(tool).map((member) => ({
        code: 'unsupported-setting',
        message: `${member} of ${tool.type} was not sent: Mistral has no member for it.`,
      })),
    ),
  };
}

function toolToWire(tool: Tool, adapterId: string): JsonObject {
  switch (tool.type) {
    case 'function':
      return functionToWire(tool);
    case 'raw':
      return rawToWire(tool);
    default: {
      const hosted = hostedToWire(tool);
      if (hosted) return hosted;
      const name = tool.type === 'provider-specific' ? tool.name : tool.type;
      throw new UnsupportedToolError(name, adapterId, supportedTools);
    }
  }
}

function functionToWire(tool: FunctionTool): JsonObject {
  const { name, description, strict } = tool;
  if (typeof name !== 'string' || !namePattern.test(name)) {
    throw new InvalidToolError(
      String(name),
      'Mistral takes names of letters A-Z and a-z, digits, underscores and hyphens.',
    );
  }
  return {
    type: 'function',
    function: defined({ name, description, strict, parameters: objectSchema(tool, 'Mistral') }),
  };
}

function rawToWire(tool: RawTool): JsonObject {
  if (tool.providerApi === providerApi) return tool.declaration;
  throw new InvalidToolError(
    'raw',
    `its declaration is in the words of "${tool.providerApi}"; this adapter passes on those of "${providerApi}".`,
  );
}

/** `tool_choice`, or `undefined` where there is nothing to say. */
export const toolChoice = ({ toolMode }: ChatOptions): string | undefined => toolMode?.type;
