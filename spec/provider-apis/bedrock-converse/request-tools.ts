/** Tools and tool choice of a request. Source: `Tool`, `ToolChoice` of `@aws-sdk/client-bedrock-runtime`. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Tool, ToolMode } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, otherMembers } from '../../wire/json.ts';
import { functionToolOf } from '../../wire/requests.ts';
import { inside, kindOf, memberOf } from './message.ts';

const systemTools: Readonly<Record<string, Tool>> = {
  nova_grounding: { type: 'web-search' },
  nova_code_interpreter: { type: 'code-interpreter' },
};

/** The tools of `toolConfig`, but for one that only stands there because the API demands some. */
export function readTools(body: JsonObject, paths: Map<object, string>, unread: Unrecognized[]): Tool[] | undefined {
  const declarations = asArray(asObject(body.toolConfig)?.tools)?.map((declaration) => asObject(declaration) ?? {});
  if (declarations?.length === 1 && isStandIn(declarations[0] ?? {}, body)) return undefined;
  return declarations?.map((declaration, i) => {
    const path = `request.body.toolConfig.tools[${i}]`;
    const tool = toolOf(declaration, path, unread);
    paths.set(tool, path);
    return tool;
  });
}

function toolOf(declaration: JsonObject, path: string, unread: Unrecognized[]): Tool {
  const [kind = '', value = null] = memberOf(declaration) ?? [];
  const members = inside(value);
  const note = (...known: string[]) => {
    for (const name of otherMembers(members, new Set(known))) {
      unread.push({ path: `${path}.${kind}.${name}`, what: `tool.${name}` });
    }
  };
  const raw: Tool = { type: 'raw', providerApi: 'bedrock-converse', declaration };
  if (kind === 'systemTool') {
    const name = asString(members.name) ?? '';
    const known = Object.hasOwn(systemTools, name) ? systemTools[name] : undefined;
    if (!known) return raw;
    note('name');
    return { ...known };
  }
  const { name, description, inputSchema, strict } = members;
  const parameters = inside(inputSchema).json;
  const tool = kind === 'toolSpec' ? functionToolOf({ name, description, parameters, strict }) : undefined;
  if (tool) note('name', 'description', 'inputSchema', 'strict');
  return tool ?? raw;
}

/**
 * True for a function that nobody can mean: without description and parameters, alone, never called, in a conversation with
 * calls and results. Converse refuses such a conversation without `toolConfig`, and a `toolConfig` without tools, also where
 * there are none, or only such as have no place there.
 */
function isStandIn({ toolSpec }: JsonObject, { messages }: JsonObject): boolean {
  const { name, description, inputSchema } = inside(toolSpec);
  const { type, ...schema } = inside(inside(inputSchema).json);
  const hasParameters = Object.values(schema).some((value) => Object.keys(inside(value)).length > 0);
  if (description !== undefined || type !== 'object' || hasParameters) return false;
  const called = (asArray(messages) ?? [])
    .flatMap((message) => asArray(inside(message).content) ?? [])
    .flatMap((block) => inside(block).toolUse ?? []);
  return called.length > 0 && !called.some((call) => inside(call).name === name);
}

/** What a `toolChoice` says; `undefined` where it is of no known kind. */
export function toolModeOf(choice: JsonObject | undefined): ToolMode | undefined {
  const [kind, value = null] = memberOf(choice ?? {}) ?? [];
  const name = asString(inside(value).name);
  switch (kind) {
    case 'auto':
      return { type: 'auto' };
    case 'any':
      return { type: 'required' };
    case 'tool':
      return name === undefined ? undefined : { type: 'required', functionName: name };
    default:
      return undefined;
  }
}

/** Tools of Claude's own, and the members of the additional fields that they take up. */
interface BuiltIns {
  readonly tools: readonly Tool[];
  readonly read: readonly string[];
}

/** Read where the contract can say all of them: the fields are then said again by the tools alone. */
export function readBuiltIns(
  fields: JsonObject | undefined,
  paths: Map<object, string>,
  unread: Unrecognized[],
): BuiltIns {
  const declarations = (asArray(fields?.tools) ?? []).map((declaration) => asObject(declaration) ?? {});
  const betas = asArray(fields?.anthropic_beta) ?? [];
  const isComputerBeta = (beta: Json) => asString(beta)?.startsWith('computer-use-') === true;
  const readings = declarations.map((declaration) => builtInOf(declaration, betas.some(isComputerBeta)));
  if (declarations.length === 0 || !readings.every((reading) => reading !== undefined)) return { tools: [], read: [] };
  readings.forEach(({ tool, known }, i) => {
    const path = `request.body.additionalModelRequestFields.tools[${i}]`;
    paths.set(tool, path);
    for (const name of otherMembers(declarations[i] ?? {}, new Set(['type', 'name', ...known]))) {
      unread.push({ path: `${path}.${name}`, what: `tool.${name}` });
    }
  });
  // A beta that goes with the tools is theirs; any other is the caller's wish.
  return {
    tools: readings.map(({ tool }) => tool),
    read: betas.every(isComputerBeta) ? ['tools', 'anthropic_beta'] : ['tools'],
  };
}

/** @param hasBeta without which a computer is refused */
function builtInOf(declaration: JsonObject, hasBeta: boolean): { tool: Tool; known: readonly string[] } | undefined {
  switch (kindOf(declaration)) {
    case 'computer-use': {
      const displayWidth = asCount(declaration.display_width_px);
      const displayHeight = asCount(declaration.display_height_px);
      if (!displayWidth || !displayHeight || !hasBeta) return undefined;
      return {
        tool: { type: 'computer-use', displayWidth, displayHeight },
        known: ['display_width_px', 'display_height_px'],
      };
    }
    case 'text-editor': {
      const maximumCharacters = asCount(declaration.max_characters);
      const limit = maximumCharacters ? { maximumCharacters } : {};
      return { tool: { type: 'text-editor', ...limit }, known: ['max_characters'] };
    }
    case 'shell':
      return { tool: { type: 'shell' }, known: [] };
    default:
      return undefined;
  }
}
