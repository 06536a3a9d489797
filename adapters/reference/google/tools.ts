/** The contract's tools and tool mode as members of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatOptions,
  type FunctionTool,
  type Tool,
  type ToolMode,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { functionName, rawDeclaration } from '../shared/declared.ts';
import { defined } from '../shared/defined.ts';
import { withMembers } from '../shared/json.ts';
import { objectSchema } from '../shared/object-schema.ts';
import { hostedTool, supportedTools } from './hosted-tools.ts';
import type { Surface } from './sdk.ts';

const providerApi = 'google';

/** Source: `FunctionDeclaration.name`. */
const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const nameRule =
  'Google takes names of 1 to 128 letters A-Z and a-z, digits, underscores, dots, colons and hyphens that begin with a letter or an underscore.';

/** Members of the body that declare tools. */
export interface Declaration {
  readonly tools: readonly JsonObject[];
  /** True where the answer may hold images. */
  readonly images: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * Functions stand together, every other tool alone.
 *
 * @param adapterId named in a refusal
 * @throws UnsupportedToolError for a tool that this surface of the API lacks
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
export function declaration(tools: readonly Tool[], adapterId: string, surface: Surface): Declaration {
  const functions: JsonObject[] = [];
  const others: JsonObject[] = [];
  const warnings: Warning[] = [];
  for (const tool of tools) {
    switch (tool.type) {
      case 'function':
        functions.push(functionToWire(tool, warnings));
        break;
      case 'raw':
        others.push(rawDeclaration(tool, providerApi));
        break;
      case 'image-generation':
        warnings.push(...unsaid(tool, ['size', 'outputMediaType', 'partialImageCount']));
        break;
      default: {
        const hosted = hostedTool(tool, surface);
        if (!hosted) {
          throw new UnsupportedToolError(tool.type, `${adapterId} on ${surface}`, supportedTools(surface));
        }
        others.push(hosted.declaration);
        warnings.push(...unsaid(tool, hosted.unsaid));
      }
    }
  }
  return {
    tools: [...(functions.length > 0 ? [{ functionDeclarations: functions }] : []), ...others],
    images: tools.some(({ type }) => type === 'image-generation'),
    warnings,
  };
}

/** Wishes that the API has no member for. */
function unsaid(tool: Tool, members: readonly string[]): Warning[] {
  const given = new Map<string, unknown>(Object.entries(tool));
  return members
    .filter((member) => given.get(member) !== undefined)
    .map((member) => ({
      code: 'unsupported-setting',
      message: `${member} of ${tool.type} was not sent: Google has no member for it.`,
    }));
}

/** JSON Schema has a member of its own; `parameters` is a subset of OpenAPI. */
function functionToWire(tool: FunctionTool, warnings: Warning[]): JsonObject {
  warnings.push(...unsaid(tool, ['strict']));
  return defined({
    name: functionName(tool, namePattern, nameRule),
    description: tool.description,
    parametersJsonSchema: objectSchema(tool, 'Google'),
  });
}

/**
 * `functionCallingConfig`, and leave to call tools of both kinds; `undefined` where there is nothing to say. The Gemini API takes
 * functions beside tools of its own only where it may tell of the calls of these; Vertex AI does not know that member.
 *
 * @param tools as they are declared
 */
export function toolConfig({ toolMode }: ChatOptions, tools: readonly JsonObject[], surface: Surface) {
  const has = (names: readonly string[]) => tools.some((tool) => names.some((name) => name in tool));
  const isMixed = surface === 'gemini-api' && has(['functionDeclarations']) && has(toldApart);
  const config: JsonObject = defined({
    functionCallingConfig: toolMode && callingConfig(toolMode),
    includeServerSideToolInvocations: isMixed || undefined,
  });
  return withMembers(config);
}

/** Source: ai.google.dev, "Combine built-in tools and function calling". */
const toldApart = ['googleSearch', 'urlContext', 'fileSearch', 'googleMaps'];

function callingConfig(mode: ToolMode): JsonObject {
  switch (mode.type) {
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return mode.functionName === undefined
        ? { mode: 'ANY' }
        : { mode: 'ANY', allowedFunctionNames: [mode.functionName] };
    default:
      return { mode: 'AUTO' };
  }
}
