/** What calls ask, where the provider keeps conversations: an appended entry is answered with the model and tools of the first. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { ChatOptions, ChatRole, Content, Tool } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { serverSentEvents } from '../../wire/events.ts';
import { asArray, asCount, asObject, asString, jsonOf } from '../../wire/json.ts';
import type { RequestReading, WireReader } from '../../wire/reader.ts';
import {
  type MemberReader,
  type MemberReading,
  readMembers,
  readTools,
  responseFormatOf,
  SaidMessages,
  textsOf,
} from '../../wire/requests.ts';
import { argumentsOf, callOf, chunksOf, thoughtOf } from './entries.ts';
import { mistralToolOf, urlContentOfKind } from './shared.ts';

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
  const unread: Unrecognized[] = read ? [] : [{ path: 'request.body', what: 'body that is not a JSON object' }];
  const said = new Said(new Map(), unread);
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
    options: { ...regressionsOf(begun?.options ?? {}, body), ...own, conversationId },
    paths: new Map([...declared.flatMap(([tool, { path }]) => (path ? [[tool, path] as const] : [])), ...absolute]),
    kept: new Map(declared.flatMap(([tool, { declaration, path }]) => (path ? [] : [[tool, declaration] as const]))),
  };
}

/** `completion_args` override those that the conversation began with; that they would be merged is not said. */
function regressionsOf({ modelId, instructions, tools, ...rest }: ChatOptions, body: JsonObject): ChatOptions {
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

// What a request asks for besides its inputs. Source: `ConversationRequest`, `CompletionArgs` of
// `@mistralai/mistralai`.

const text =
  (name: 'modelId' | 'instructions'): MemberReader =>
  (value) =>
    typeof value === 'string' ? { options: { [name]: value } } : undefined;

const argumentReaders: Readonly<Record<string, MemberReader>> = {
  max_tokens: (value) => (asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined),
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  stop: (value) => {
    const stopSequences = typeof value === 'string' ? [value] : textsOf(value);
    return stopSequences ? { options: { stopSequences } } : undefined;
  },
  reasoning_effort: (value) => {
    const effort = asString(value);
    const isKnown = effort === 'low' || effort === 'medium' || effort === 'high';
    return isKnown ? { options: { reasoning: { effort } } } : undefined;
  },
  tool_choice: toolChoiceOf,
  response_format: responseFormatOf,
};

/** "any" is the older word for "required". */
function toolChoiceOf(value: Json): MemberReading | undefined {
  if (value === 'auto' || value === 'none' || value === 'required') return { options: { toolMode: { type: value } } };
  return value === 'any' ? { options: { toolMode: { type: 'required' } } } : undefined;
}

const memberReaders: Readonly<Record<string, MemberReader>> = {
  model: text('modelId'),
  instructions: text('instructions'),
  store: (value) => (typeof value === 'boolean' ? { options: { store: value } } : undefined),
  completion_args: (value) => {
    const { rawRepresentation, ...options } = readMembers(asObject(value) ?? {}, argumentReaders, new Set());
    return { options, rest: rawRepresentation };
  },
};

const readElsewhere = new Set(['inputs', 'tools', 'tool_confirmations', 'stream']);

/** Members without a reader, `agent_id` say, stand in `rawRepresentation`. */
const readOptions = (body: JsonObject): ChatOptions => readMembers(body, memberReaders, readElsewhere);

// Entries that a request says, in the words of the contract. Source: `InputEntries` of `@mistralai/mistralai`.

/** What is said, message by message, with the places. */
class Said extends SaidMessages {
  inputs(inputs: Json | undefined, path: string): void {
    if (typeof inputs === 'string') this.message('user', inputs, path);
    for (const [i, input] of (asArray(inputs) ?? []).entries()) this.entry(asObject(input) ?? {}, `${path}[${i}]`);
  }

  confirmations(list: Json | undefined, path: string): void {
    for (const [i, value] of (asArray(list) ?? []).entries()) {
      const { tool_call_id: id, confirmation } = asObject(value) ?? {};
      const at = `${path}[${i}]`;
      if (confirmation !== 'allow' && confirmation !== 'deny') {
        this.unread.push({ path: at, what: `confirmation ${JSON.stringify(confirmation ?? null)}` });
        continue;
      }
      const approved = confirmation === 'allow';
      this.say('user', { type: 'approval-response', requestId: asString(id) ?? '', approved }, at);
    }
  }

  private entry(entry: JsonObject, path: string): void {
    // An entry with a role and a content is one of a message, with its type or without.
    const type = entry.type ?? (entry.role === undefined ? undefined : 'message.input');
    switch (type) {
      case 'message.input':
        // A role that the API does not know stays what it is: nobody said it.
        this.message(asString(entry.role) as ChatRole, entry.content ?? '', path);
        break;
      case 'message.output':
        this.message('assistant', entry.content ?? '', path);
        break;
      case 'function.result': {
        const callId = asString(entry.tool_call_id) ?? '';
        this.say('tool', { type: 'function-result', callId, result: entry.result ?? '' }, path);
        break;
      }
      case 'function.call':
        this.say('assistant', callContent(entry), path);
        break;
      case undefined:
        this.unread.push({ path, what: 'entry without a type' });
        break;
      default:
        for (const content of hostedContents(entry)) this.say('assistant', content, path);
    }
  }

  /** Each such entry begins a message. */
  private message(role: ChatRole, content: Json, path: string): void {
    this.begin(role, path);
    for (const [i, chunk] of chunksOf(content).entries()) {
      const at = typeof content === 'string' ? `${path}.content` : `${path}.content[${i}]`;
      const read = contentOfChunk(chunk);
      if (read) this.add(read, at);
      else this.unread.push({ path: at, what: asString(chunk.type) ?? 'chunk without a type' });
    }
  }
}

function contentOfChunk(chunk: JsonObject): Content | undefined {
  switch (chunk.type) {
    case 'text':
      return { type: 'text', text: asString(chunk.text) ?? '' };
    case 'image_url': {
      const url = asString(chunk.image_url) ?? asString(asObject(chunk.image_url)?.url);
      return url === undefined ? undefined : urlContentOfKind(url, 'image/*');
    }
    case 'document_url': {
      const url = asString(chunk.document_url);
      if (url === undefined) return undefined;
      const content = urlContentOfKind(url, 'application/octet-stream');
      const name = asString(chunk.document_name);
      return content.type === 'data' && name !== undefined ? { ...content, name } : content;
    }
    case 'tool_file': {
      const fileId = asString(chunk.file_id);
      return fileId === undefined ? undefined : { type: 'hosted-file', fileId, rawRepresentation: chunk };
    }
    case 'thinking': {
      const protectedData = asString(chunk.signature);
      const signed = protectedData === undefined ? {} : { protectedData };
      return { type: 'reasoning', text: thoughtOf(chunk), ...signed, rawRepresentation: chunk };
    }
    // Where an answer has its knowledge from goes back beside it.
    case 'tool_reference':
      return { type: 'text', text: '', rawRepresentation: { content: [chunk] } };
    default:
      return undefined;
  }
}

function callContent(entry: JsonObject): Content {
  const fact = callOf(entry);
  const asked = argumentsOf(entry.arguments);
  const [callId, name] = [asString(entry.tool_call_id) ?? '', asString(entry.name) ?? ''];
  if (fact.kind === 'call') {
    const parsed = asked === '' ? {} : asked;
    return isJsonObject(parsed)
      ? { type: 'function-call', callId, name, arguments: parsed }
      : { type: 'function-call', callId, name, argumentsText: asString(entry.arguments) ?? '' };
  }
  return fact.kind === 'approval-request'
    ? { type: 'approval-request', requestId: callId, tool: name, name, arguments: asked, rawRepresentation: entry }
    : { type: 'hosted-tool-call', callId, tool: name, name, arguments: asked, rawRepresentation: entry };
}

/** An execution with what came of it; of every other entry that it is there. */
function hostedContents(entry: JsonObject): Content[] {
  const id = asString(entry.id);
  const isExecution = entry.type === 'tool.execution';
  const tool = (isExecution ? asString(entry.name) : asString(entry.type)) ?? '';
  const result: Content = {
    type: 'hosted-tool-result',
    ...(id === undefined ? {} : { callId: id }),
    tool,
    outputs: [],
    rawRepresentation: entry,
  };
  if (!isExecution) return [result];
  const asked = argumentsOf(entry.arguments);
  const call: Content = {
    type: 'hosted-tool-call',
    callId: id ?? '',
    tool,
    name: tool,
    arguments: asked,
    rawRepresentation: entry,
  };
  return (entry.info ?? null) === null ? [call] : [call, result];
}
