import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { Tool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asObject, jsonOf } from '../json.ts';
import type { RequestReading } from '../reader.ts';
import { readInput } from '../responses/request.ts';
import { readOptions } from '../responses/request-options.ts';
import { type AgentVersion, versionAsked, versionMadeBy } from './agents.ts';
import { toolOf } from './tools.ts';

/**
 * What each request for a response asks, with the version of the agent that it names: model, instructions and tools stand there.
 * Members of either that the options have no word for stand in `options.rawRepresentation`.
 */
export function readRequests(exchanges: readonly Exchange[], earlier: readonly Exchange[] = []): RequestReading[] {
  const versions = earlier.flatMap((exchange) => versionMadeBy(exchange) ?? []);
  return exchanges.flatMap((exchange, i) => {
    const path = `exchanges[${i}].request.body`;
    const made = versionMadeBy(exchange, path);
    if (made) versions.push(made);
    return exchange.operation === 'responses.create' ? [readRequest(exchange, i, path, versions)] : [];
  });
}

function readRequest(
  { request }: Exchange,
  place: number,
  path: string,
  versions: readonly AgentVersion[],
): RequestReading {
  const body = asObject(request.body && jsonOf(request.body));
  const { messages, paths, unread } = readInput(body?.input, `${path}.input`);
  if (!body) unread.push({ path, what: 'body that is no JSON object' });
  const agent = versionAsked(body ?? {}, versions);
  if (body && !agent) unread.push({ path: `${path}.agent_reference`, what: 'agent that nobody here has made' });
  // Tools beside an agent are refused by the service; they are read all the same.
  const declared = [
    ...toolsOf(body?.tools, `${path}.tools`),
    ...toolsOf(agent?.definition.tools, agent?.path && `${agent.path}.tools`),
  ];
  const kept = new Map<object, Json>();
  for (const { tool, declaration, at, unread: unreadOfTool } of declared) {
    if (at === undefined) {
      kept.set(tool, declaration);
    } else {
      paths.set(tool, at);
      unread.push(...unreadOfTool);
    }
  }
  const tools = body?.tools === undefined && agent?.definition.tools === undefined ? undefined : declared;
  const members = { ...agent?.definition, ...body };
  const options = readOptions(
    members,
    tools?.map(({ tool }) => tool),
    readElsewhere,
  );
  return { exchange: place, messages, options, paths, kept, unread };
}

/** Who answers, and what kind of agent that is. */
const readElsewhere = ['agent_reference', 'kind'];

interface Declared {
  readonly tool: Tool;
  readonly declaration: Json;
  readonly at: string | undefined;
  readonly unread: readonly Unread[];
}

function toolsOf(declarations: Json | undefined, path: string | undefined): Declared[] {
  return (asArray(declarations) ?? []).map((value, i) => {
    const declaration: JsonObject = asObject(value) ?? {};
    const at = path && `${path}[${i}]`;
    return { ...toolOf(declaration, at ?? ''), declaration, at };
  });
}
