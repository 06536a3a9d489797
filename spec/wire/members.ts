/** A request's body, member by member, in the words of the contract: what is alike for every provider. */
import type { Json, JsonObject } from '../../files/canonical-json.ts';
import type { ChatOptions, FunctionTool, Tool } from '../contract/index.ts';
import type { Unread } from '../facts/fact.ts';
import { asArray, asObject, otherMembers } from './json.ts';

/** One member of the body in the words of the contract, and what of it these words do not say. */
export interface MemberReading {
  readonly options: ChatOptions;
  /** As a merge patch, which the member makes together with the options. */
  readonly rest?: Json | undefined;
}

/** How a member is read; `undefined` where it says something that the options cannot. */
export type MemberReader = (value: Json) => MemberReading | undefined;

/**
 * The options that a body's members say. Members without a reader stand in `rawRepresentation`, as the merge patch that
 * would say them again.
 *
 * @param elsewhere members that are read elsewhere, or that only say how the answer travels.
 */
export function readMembers(
  body: JsonObject,
  readers: Readonly<Record<string, MemberReader>>,
  elsewhere: ReadonlySet<string>,
): ChatOptions {
  const options: ChatOptions = {};
  const raw: Record<string, Json> = {};
  for (const name of otherMembers(body, elsewhere)) {
    const value = body[name] ?? null;
    const reading = Object.hasOwn(readers, name) ? readers[name]?.(value) : undefined;
    const rest = reading ? reading.rest : value;
    if (rest !== undefined) raw[name] = rest;
    const { reasoning } = options;
    Object.assign(options, reading?.options);
    if (reasoning && options.reasoning) options.reasoning = { ...reasoning, ...options.reasoning };
  }
  if (Object.keys(raw).length > 0) options.rawRepresentation = raw;
  return options;
}

/** The body's tools; their paths go to `paths`, what is not understood of them to `unread`. */
export function readTools(
  value: Json | undefined,
  toolOf: (declaration: JsonObject, path: string) => { tool: Tool; unread: Unread[] },
  paths: Map<object, string>,
  unread: Unread[],
): { tools?: Tool[] } {
  const tools = asArray(value)?.map((declaration, i) => {
    const path = `request.body.tools[${i}]`;
    const reading = toolOf(asObject(declaration) ?? {}, path);
    paths.set(reading.tool, path);
    unread.push(...reading.unread);
    return reading.tool;
  });
  return tools ? { tools } : {};
}

/** Members of a tool's declaration that nothing reads. */
export const unreadOfTool = (declaration: JsonObject, known: ReadonlySet<string>, path: string): Unread[] =>
  otherMembers(declaration, known).map((member) => ({ path: `${path}.${member}`, what: `tool.${member}` }));

/** A function as requests declare it, or `undefined` where the contract cannot say it: no name, or no object schema. */
export function functionToolOf(declared: {
  readonly name: Json | undefined;
  readonly description: Json | undefined;
  readonly parameters: Json | undefined;
  readonly strict: Json | undefined;
}): FunctionTool | undefined {
  const { name, description, strict } = declared;
  const parameters = asObject(declared.parameters);
  if (typeof name !== 'string' || name === '' || parameters?.type !== 'object') return undefined;
  return {
    type: 'function',
    name,
    ...(typeof description === 'string' ? { description } : {}),
    parameters,
    ...(typeof strict === 'boolean' ? { strict } : {}),
  };
}
