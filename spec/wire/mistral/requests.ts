/** What calls ask, where the provider keeps conversations: an appended entry is answered with the model and tools of the first. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { ChatOptions, Tool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString, jsonOf } from '../json.ts';
import { readTools } from '../members.ts';
import { mistralToolOf } from '../mistral-tools.ts';
import type { RequestReading, WireReader } from '../reader.ts';
import { serverSentEvents } from '../sse.ts';
import { Said } from './request-entries.ts';
import { readOptions } from './request-options.ts';

/** See {@link WireReader.readRequests}. */
export const readRequests: WireReader['readRequests'] = (exchanges, earlier = []) => {
  const kept: Kept = new Map();
  for (const exchange of earlier) take(exchange, kept);
  return exchanges.map((exchange, i) => take(exchange, kept, i));
};

/** How a conversation began. */
interface Beginning {
  readonly options: ChatOptions;
  /** Its tools as they were declared, and where, if that was in the call that is read. */
  readonly declared: ReadonlyMap<Tool, { readonly declaration: Json; readonly path?: string }>;
}

type Kept = Map<string, Beginning>;

const toolOf = (declaration: JsonObject, path: string) => mistralToolOf(declaration, path, 'mistral');

/** @param place among the exchanges of the call that is read; absent of earlier ones */
function take(exchange: Exchange, kept: Kept, place?: number): RequestReading {
  const prefix = `exchanges[${place ?? 0}].`;
  const read = asObject(jsonOf(exchange.request.body));
  const body = read ?? {};
  const unread: Unread[] = read ? [] : [{ path: 'request.body', what: 'body that is no JSON object' }];
  const said = new Said(unread);
  said.inputs(body.inputs, 'request.body.inputs');
  said.confirmations(body.tool_confirmations, 'request.body.tool_confirmations');
  const paths = new Map(said.paths);
  const { tools } = readTools(body.tools, toolOf, paths, unread);
  const own: ChatOptions = { ...(tools ? { tools } : {}), ...readOptions(body) };
  const absolute = new Map([...paths].map(([object, path]) => [object, `${prefix}${path}`]));
  const reading = {
    exchange: place ?? 0,
    messages: said.messages,
    paths: absolute,
    unread: unread.map((each) => ({ ...each, path: `${prefix}${each.path}` })),
  };
  const conversationId = idInPath(exchange);
  if (conversationId === undefined) {
    const id = body.store === false ? undefined : idInAnswer(exchange);
    if (id !== undefined) kept.set(id, beginning(own, tools ?? [], body, place === undefined ? undefined : absolute));
    return { ...reading, options: own };
  }
  const begun = kept.get(conversationId);
  const declared = [...(begun?.declared ?? [])];
  return {
    ...reading,
    options: { ...keptOf(begun?.options ?? {}, body), ...own, conversationId },
    paths: new Map([...declared.flatMap(([tool, { path }]) => (path ? [[tool, path] as const] : [])), ...absolute]),
    kept: new Map(declared.flatMap(([tool, { declaration, path }]) => (path ? [] : [[tool, declaration] as const]))),
  };
}

/** `completion_args` override those that the conversation began with; that they would be merged is not said. */
function keptOf({ modelId, instructions, tools, ...rest }: ChatOptions, body: JsonObject): ChatOptions {
  const said = Object.entries({ modelId, instructions, tools }).filter(([, value]) => value !== undefined);
  return { ...(asObject(body.completion_args) ? {} : rest), ...Object.fromEntries(said) };
}

/** Whether an answer is stored is said anew with each request; what break-glass said belongs to the request that said it. */
function beginning(
  { store: _, rawRepresentation: __, ...options }: ChatOptions,
  tools: readonly Tool[],
  body: JsonObject,
  paths: ReadonlyMap<object, string> | undefined,
): Beginning {
  const declarations = asArray(body.tools) ?? [];
  const declared = tools.map((tool, i) => {
    const path = paths?.get(tool);
    return [tool, { declaration: declarations[i] ?? null, ...(path === undefined ? {} : { path }) }] as const;
  });
  return { options, declared: new Map(declared) };
}

/** The conversation that a request appends to: `/v1/conversations/{id}`. */
export function idInPath({ request }: Exchange): string | undefined {
  const [, id] = /\/conversations\/([^/?#]+)/.exec(request.url) ?? [];
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return id;
  }
}

export function idInAnswer({ response, transport }: Exchange): string | undefined {
  if (response.status >= 400) return undefined;
  if (transport === 'json') return asString(asObject(jsonOf(response.body))?.conversation_id);
  const data = serverSentEvents(response.body.text).map(({ json }) => asObject(json));
  return asString(data.find((each) => each?.type === 'conversation.response.started')?.conversation_id);
}
