/** A request in the words of the contract: what is alike for several provider APIs. */

import type { Json, JsonObject } from '../../lib/canonical-json.ts';
import type { Exchange, HttpRequest } from '../../recordings/format/exchange.ts';
import type {
  ActionResultContent,
  ChatMessage,
  ChatOptions,
  ChatRole,
  Content,
  FunctionResultContent,
  FunctionTool,
  Tool,
  WebSearchTool,
} from '../contract/index.ts';
import type { Unrecognized } from '../facts/fact.ts';
import { asArray, asObject, asString, otherMembers, remainingMembers } from './json.ts';
import type { RequestReading, WireReader } from './reader.ts';

/** One request, with paths that begin at its exchange: `request.body.messages[0]`. */
export type SingleRequestReading = Omit<RequestReading, 'exchange'>;

/** The readings of an API whose every request is whole in itself. */
export const eachRequest =
  (read: (request: HttpRequest) => SingleRequestReading): WireReader['readRequests'] =>
  (exchanges) =>
    exchanges.map(({ request }, exchange) => inCall(read(request), exchange));

/** The same with paths that begin at the client call: `exchanges[0].request.body.messages[0]`. */
function inCall({ paths, unread, ...rest }: SingleRequestReading, exchange: number): RequestReading {
  const prefix = `exchanges[${exchange}].`;
  return {
    exchange,
    ...rest,
    paths: new Map([...paths].map(([object, path]) => [object, `${prefix}${path}`])),
    unread: unread.map((u) => ({ ...u, path: `${prefix}${u.path}` })),
  };
}

// A request's body, member by member, in the words of the contract: what is alike for every provider.

/** Messages put together content by content, with the places of all, and of what is not understood. */
export class SaidMessages {
  readonly messages: (ChatMessage & { contents: Content[] })[] = [];
  readonly paths: Map<object, string>;
  readonly unread: Unrecognized[];

  constructor(paths = new Map<object, string>(), unread: Unrecognized[] = []) {
    this.paths = paths;
    this.unread = unread;
  }

  begin(role: ChatRole, path: string): void {
    const message = { role, contents: [] };
    this.messages.push(message);
    this.paths.set(message, path);
  }

  /** Adds to the last message, where it has this role; begins one where not. */
  say(role: ChatRole, content: Content, path: string, messagePath = path): void {
    if (this.messages.at(-1)?.role !== role) this.begin(role, messagePath);
    this.add(content, path);
  }

  /** Adds to the last message. */
  add(content: Content, path: string): void {
    this.messages.at(-1)?.contents.push(content);
    this.paths.set(content, path);
  }
}

/** Outputs of a function as parts of its result; nothing where they are texts alone, or something that the contract has no content for. */
export function functionOutputs(parts: readonly (Content | undefined)[]): Pick<FunctionResultContent, 'outputs'> {
  const outputs = parts.filter(
    (part) => part?.type === 'text' || part?.type === 'data' || part?.type === 'uri' || part?.type === 'hosted-file',
  );
  return outputs.length < parts.length || outputs.every(({ type }) => type === 'text') ? {} : { outputs };
}

/** Whose message a content belongs into where it stands in one of this role: results are of role `tool`. */
export const roleOfContent = ({ type }: Content, role: ChatRole): ChatRole =>
  type === 'function-result' || type === 'action-result' ? 'tool' : role;

/**
 * Bytes where a URL holds them (RFC 2397), else the URL.
 *
 * @param kind what it is known to be
 */
export function urlContent(url: string, kind?: string): Extract<Content, { type: 'data' | 'uri' }> {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  if (head === undefined || mediaType === undefined) {
    return { type: 'uri', uri: url, ...(kind === undefined ? {} : { mediaType: kind }) };
  }
  return { type: 'data', data: url.slice(head.length), mediaType };
}

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
  toolOf: (declaration: JsonObject, path: string) => { tool: Tool; unread: Unrecognized[] },
  paths: Map<object, string>,
  unread: Unrecognized[],
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
export const unreadOfTool = (declaration: JsonObject, known: ReadonlySet<string>, path: string): Unrecognized[] =>
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

// What several providers say alike of a web search.

/** A list of texts; `undefined` where it is none. */
export function textsOf(value: Json | undefined): string[] | undefined {
  const texts = asArray(value)?.filter((text) => typeof text === 'string');
  return texts?.length === asArray(value)?.length ? texts : undefined;
}

/** `{ type: "approximate", city, region, country, timezone }`; `undefined` where nothing of it is said. */
export function userLocationOf(value: Json | undefined): WebSearchTool['userLocation'] {
  const location = asObject(value);
  const said = (['city', 'region', 'country', 'timezone'] as const).flatMap((name) => {
    const text = asString(location?.[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** In whichever words: `exit code: 2`, `[exited with status 2]`, `Command exited with code 2`. */
const exitLine =
  /(?:^|\n)\W*(?:(?:the )?(?:command|process) )?exit(?:ed)?(?: with)?(?: code| status)?\W{1,3}?(-?\d+)\W*$/i;

/**
 * The exit code of a command and what was printed before it was told, where an API has no member for it: then it can only stand
 * in words, as the last line. `undefined` where it does not.
 */
export function exitCodeIn(
  outputs: ActionResultContent['outputs'],
): Pick<ActionResultContent, 'outputs' | 'exitCode'> | undefined {
  const last = outputs.at(-1);
  const found = last?.type === 'text' ? exitLine.exec(last.text) : null;
  if (last?.type !== 'text' || !found) return undefined;
  const printed = last.text.slice(0, found.index);
  const before = outputs.slice(0, -1);
  return { outputs: printed === '' ? before : [...before, { ...last, text: printed }], exitCode: Number(found[1]) };
}

/**
 * How exchanges fall into calls of a client: all that it says before it asks, the question, and all that it looks at afterwards.
 *
 * @param saying operations that say something: after a question, with them the next call begins
 * @param asking operations that make the model answer
 */
export const callsBy =
  (saying: ReadonlySet<string>, asking: ReadonlySet<string>) =>
  (exchanges: readonly Exchange[]): Exchange[][] => {
    const calls: Exchange[][] = [];
    let asked = true;
    for (const exchange of exchanges) {
      const last = calls.at(-1);
      if (!last || (asked && saying.has(exchange.operation))) {
        calls.push([exchange]);
        asked = false;
      } else {
        last.push(exchange);
      }
      asked ||= asking.has(exchange.operation);
    }
    return calls;
  };

/** A format of the answer, as OpenAI writes it and others after it; `schema` and `name` may stand in a member of their own. */
export function responseFormatOf(value: Json | undefined): MemberReading | undefined {
  const format = asObject(value);
  if (format?.type === 'text' || format?.type === 'json_object') {
    const type = format.type === 'text' ? 'text' : 'json';
    return { options: { responseFormat: { type } }, rest: remainingMembers(format, ['type']) };
  }
  const own = asObject(format?.json_schema) ?? format;
  const schema = asObject(own?.schema);
  if (format?.type !== 'json_schema' || !own || !schema) return undefined;
  const name = asString(own.name);
  return {
    options: { responseFormat: { type: 'json', schema, ...(name === undefined ? {} : { name }) } },
    rest: remainingMembers(own, ['type', 'schema', 'name']),
  };
}
