/** What a provider keeps of the requests made so far — assistants, threads, runs —, and what each question asks with it. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { ChatMessage, ChatOptions, ChatRole, Content, Tool } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { serverSentEvents } from '../events.ts';
import { asArray, asCount, asObject, asString, jsonOf, otherMembers, remainingMembers } from '../json.ts';
import type { RemoteResource, RequestReading, WireReader } from '../reader.ts';
import { callsBy, type MemberReader, type MemberReading, readMembers, responseFormatOf } from '../requests.ts';

/** A body, and its place where it stands in the call that is read. */
interface Placed {
  readonly body: JsonObject;
  readonly path: string | undefined;
}

interface Thread {
  readonly id: string | undefined;
  /** Whether an earlier call made it, or somebody else. */
  readonly isKept: boolean;
  /** What no earlier call had answered. */
  said: readonly Said[];
  resources: readonly Json[];
  /** What runs were told beside the assistant's own instructions. */
  additional: string | undefined;
}

interface Run {
  readonly options: ChatOptions;
  readonly paths: ReadonlyMap<object, string>;
  /** Declarations of tools that an earlier call made. */
  readonly kept: ReadonlyMap<object, Json>;
  readonly thread: Thread;
}

/** Ids in the path of a request: `/threads/{thread}/runs/{run}`. */
export function idIn({ request }: Exchange, collection: 'assistants' | 'threads' | 'runs'): string | undefined {
  const [, id] = new RegExp(`/${collection}/([^/?]+)`).exec(request.url) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

/** Of what an answer made: its id, and that of its thread where it is a run. */
export function madeBy({ response, transport }: Exchange): { readonly id?: string; readonly thread?: string } {
  const body = transport === 'json' ? asObject(jsonOf(response.body)) : firstRun(response.body.text);
  const [id, thread] = [asString(body?.id), asString(body?.thread_id)];
  return { ...(id === undefined ? {} : { id }), ...(thread === undefined ? {} : { thread }) };
}

function firstRun(stream: string): JsonObject | undefined {
  const data = serverSentEvents(stream).map(({ json }) => asObject(json));
  return data.find((each) => each?.object === 'thread.run');
}

class Kept {
  readonly #dialect: Dialect;
  readonly #assistants = new Map<string, Placed>();
  readonly #threads = new Map<string, Thread>();
  readonly #runs = new Map<string, Run>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /**
   * Takes note of a request; gives what it asks the model, where it does.
   *
   * @param exchange its place in the call that is read; absent of earlier calls
   */
  take(of: Exchange, exchange?: number): RequestReading | undefined {
    if (of.response.status >= 400) return undefined;
    const path = exchange === undefined ? undefined : `exchanges[${exchange}].request.body`;
    const read = asObject(jsonOf(of.request.body));
    const body = read ?? {};
    const unread: Unrecognized[] =
      of.request.body && !read && path !== undefined ? [{ path, what: 'body that is not a JSON object' }] : [];
    switch (of.operation) {
      case 'assistants.create':
        this.#assistants.set(madeBy(of).id ?? '', { body, path });
        return undefined;
      case 'assistants.update': {
        const id = idIn(of, 'assistants') ?? '';
        this.#assistants.set(id, { body: { ...this.#assistants.get(id)?.body, ...body }, path });
        return undefined;
      }
      case 'threads.create':
        this.#create(madeBy(of).id, body, path);
        return undefined;
      case 'threads.update':
        this.#thread(of).resources = asObject(body.tool_resources) ? [body.tool_resources ?? null] : [];
        return undefined;
      case 'messages.create':
        this.#say(this.#thread(of), messageSaid(body, path));
        return undefined;
      case 'runs.create':
        return this.#ask(of, this.#thread(of), body, path, exchange, unread);
      case 'threads.createAndRun': {
        const thread = this.#create(madeBy(of).thread, asObject(body.thread) ?? {}, path && `${path}.thread`);
        return this.#ask(of, thread, body, path, exchange, unread);
      }
      case 'runs.submitToolOutputs':
        return this.#submit(of, body, path, exchange, unread);
      default:
        return undefined;
    }
  }

  #create(id: string | undefined, body: JsonObject, path: string | undefined): Thread {
    const resources = asObject(body.tool_resources) ? [body.tool_resources ?? null] : [];
    const thread: Thread = { id, isKept: path === undefined, said: [], resources, additional: undefined };
    this.#sayAll(thread, body.messages, path && `${path}.messages`);
    if (id !== undefined) this.#threads.set(id, thread);
    return thread;
  }

  /** The thread that a path names; one that nobody here has made is somebody else's. */
  #thread(of: Exchange): Thread {
    const id = idIn(of, 'threads') ?? '';
    const known = this.#threads.get(id);
    if (known) return known;
    const thread: Thread = { id, isKept: true, said: [], resources: [], additional: undefined };
    this.#threads.set(id, thread);
    return thread;
  }

  #say(thread: Thread, said: Said): void {
    thread.said = [...thread.said, said];
  }

  #sayAll(thread: Thread, messages: Json | undefined, path: string | undefined): void {
    for (const [i, message] of (asArray(messages) ?? []).entries()) {
      const at = path === undefined ? undefined : `${path}[${i}]`;
      this.#say(thread, messageSaid(asObject(message) ?? {}, at));
    }
  }

  #ask(
    of: Exchange,
    thread: Thread,
    body: JsonObject,
    path: string | undefined,
    exchange: number | undefined,
    unread: readonly Unrecognized[],
  ): RequestReading | undefined {
    const assistant = this.#assistants.get(asString(body.assistant_id) ?? '') ?? { body: {}, path: undefined };
    const additional = asString(body.additional_instructions);
    if (additional !== undefined && additional !== thread.additional) {
      const content = { type: 'text', text: additional } as const;
      const said = oneMessage('system', [{ content, path: path && `${path}.additional_instructions` }]);
      // What holds for the whole run stands before what is said in it.
      thread.said = [said, ...thread.said];
    }
    thread.additional = additional;
    this.#sayAll(thread, body.additional_messages, path && `${path}.additional_messages`);
    const declared = this.#declared(assistant, { body, path }, thread);
    const options: ChatOptions = { ...declared.tools, ...optionsOf(assistant.body, body) };
    const run: Run = { options, paths: declared.paths, kept: declared.kept, thread };
    const { id } = madeBy(of);
    if (id !== undefined) this.#runs.set(id, run);
    const quiet = assistant.path === undefined ? [] : ignoredMembers(assistant.body);
    return this.#question(run, exchange, [
      ...unread,
      ...declared.unread,
      ...quiet.map((name) => ({ path: `${assistant.path}.${name}`, what: `assistant.${name}` })),
    ]);
  }

  /** The tools of the run where it names any, else those of its assistant. */
  #declared(assistant: Placed, run: Placed, thread: Thread) {
    const paths = new Map<object, string>();
    const kept = new Map<object, Json>();
    const unread: Unrecognized[] = [];
    const { body, path } = asArray(run.body.tools) ? run : assistant;
    const resources = merged([assistant.body.tool_resources, ...thread.resources, run.body.tool_resources]);
    const tools = asArray(body.tools)?.map((value, i): Tool => {
      const at = `${path}.tools[${i}]`;
      const reading = this.#dialect.toolOf(asObject(value) ?? {}, resources, at);
      if (path === undefined) {
        kept.set(reading.tool, value);
      } else {
        paths.set(reading.tool, at);
        unread.push(...reading.unread);
      }
      return reading.tool;
    });
    return { tools: tools ? { tools } : {}, paths, kept, unread };
  }

  #submit(
    of: Exchange,
    body: JsonObject,
    path: string | undefined,
    exchange: number | undefined,
    unread: readonly Unrecognized[],
  ): RequestReading | undefined {
    const known = this.#runs.get(idIn(of, 'runs') ?? '');
    const run = known ?? { options: {}, paths: new Map(), kept: new Map(), thread: this.#thread(of) };
    this.#say(run.thread, submissionSaid(body, path));
    return this.#question(run, exchange, unread);
  }

  #question(
    { options, paths: declared, kept, thread }: Run,
    exchange: number | undefined,
    unread: readonly Unrecognized[],
  ): RequestReading | undefined {
    const { said } = thread;
    if (exchange === undefined) {
      thread.said = [];
      return undefined;
    }
    return {
      exchange,
      messages: said.map(({ message }) => message),
      options: thread.isKept && thread.id !== undefined ? { ...options, conversationId: thread.id } : options,
      paths: new Map([...declared, ...said.flatMap(({ paths }) => [...paths])]),
      kept,
      unread: [...unread, ...said.flatMap((each) => each.unread)],
    };
  }
}

/** What tools work with, wherever it was said: lists joined, members put together. */
function merged(resources: readonly (Json | undefined)[]): Json {
  const tools = new Map<string, Json>();
  for (const resource of resources) {
    for (const [tool, value] of Object.entries(asObject(resource) ?? {})) {
      const known = tools.get(tool);
      tools.set(tool, asObject(value) ? members(asObject(known) ?? {}, asObject(value) ?? {}) : joined(known, value));
    }
  }
  return Object.fromEntries(tools);
}

function members(known: JsonObject, more: JsonObject): JsonObject {
  return {
    ...known,
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, joined(known[name], value)])),
  };
}

const joined = (known: Json | undefined, value: Json): Json =>
  asArray(value) ? [...new Set([...(asArray(known) ?? []), ...(asArray(value) ?? [])])] : value;

// What requests say in a thread, in the words of the contract. Source: `MessageCreateParams`,
// `MessageContentPartParam`.

/** Something said, with the places of its parts where it was said in the call that is read. */
interface Said {
  readonly message: ChatMessage;
  readonly paths: ReadonlyMap<object, string>;
  readonly unread: readonly Unrecognized[];
}

/**
 * A message as requests write it. A file that is attached to it is a part of it.
 *
 * @param path its place; absent where it was said in an earlier call
 */
function messageSaid(said: JsonObject, path: string | undefined): Said {
  const paths = new Map<object, string>();
  const unread: Unrecognized[] = [];
  const contents: Content[] = [];
  const message: ChatMessage = { role: said.role === 'assistant' ? 'assistant' : 'user', contents };
  const add = (content: Content, at: string) => {
    contents.push(content);
    if (path !== undefined) paths.set(content, `${path}${at}`);
  };
  if (path !== undefined) paths.set(message, path);
  if (typeof said.content === 'string') add({ type: 'text', text: said.content }, '.content');
  for (const [i, value] of (asArray(said.content) ?? []).entries()) {
    const part = asObject(value) ?? {};
    const content = contentOf(part);
    if (content) add(content, `.content[${i}]`);
    else if (path !== undefined) unread.push({ path: `${path}.content[${i}]`, what: `part ${asString(part.type)}` });
  }
  for (const [i, value] of (asArray(said.attachments) ?? []).entries()) {
    const fileId = asString(asObject(value)?.file_id);
    if (fileId !== undefined)
      add({ type: 'hosted-file', fileId, mediaType: 'application/octet-stream' }, `.attachments[${i}]`);
  }
  const others = otherMembers(said, new Set(['role', 'content', 'attachments']));
  if (path !== undefined) unread.push(...others.map((name) => ({ path: `${path}.${name}`, what: `message.${name}` })));
  return { message, paths, unread };
}

function contentOf(part: JsonObject): Content | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: asString(part.text) ?? '' };
    case 'image_file': {
      const fileId = asString(asObject(part.image_file)?.file_id);
      return fileId === undefined ? undefined : { type: 'hosted-file', fileId, mediaType: 'image/*' };
    }
    case 'image_url': {
      const uri = asString(asObject(part.image_url)?.url);
      return uri === undefined ? undefined : { type: 'uri', uri, mediaType: 'image/*' };
    }
    default:
      return undefined;
  }
}

/** A message that says one text, or holds contents that are members of a request elsewhere. */
function oneMessage(role: ChatRole, parts: readonly { content: Content; path: string | undefined }[]): Said {
  const message: ChatMessage = { role, contents: parts.map(({ content }) => content) };
  const paths = new Map<object, string>();
  for (const { content, path } of parts) if (path !== undefined) paths.set(content, path);
  const [first] = paths.values();
  if (first !== undefined) paths.set(message, first);
  return { message, paths, unread: [] };
}

/**
 * What a submission gives a run that waits: results of functions, and leave to call a tool. Source:
 * `RunSubmitToolOutputsParams.ToolOutput`; `ToolApproval` of Azure.AI.Agents.
 */
function submissionSaid({ tool_outputs: outputs, tool_approvals: approvals }: JsonObject, path?: string): Said {
  const parts = [
    ...listed(outputs, path && `${path}.tool_outputs`, (output) => ({
      type: 'function-result',
      callId: asString(output.tool_call_id) ?? '',
      result: output.output ?? '',
    })),
    ...listed(approvals, path && `${path}.tool_approvals`, (approval) => ({
      type: 'approval-response',
      requestId: asString(approval.tool_call_id) ?? '',
      approved: approval.approve === true,
    })),
  ];
  return oneMessage('tool', parts);
}

const listed = (values: Json | undefined, path: string | undefined, contentOf: (value: JsonObject) => Content) =>
  (asArray(values) ?? []).map((value, i) => ({
    content: contentOf(asObject(value) ?? {}),
    path: path === undefined ? undefined : `${path}[${i}]`,
  }));

// How a run is asked for, in the words of the contract: what the assistant says, and the run says over it.

const text =
  (name: 'modelId' | 'instructions'): MemberReader =>
  (value) =>
    typeof value === 'string' ? { options: { [name]: value } } : undefined;

/** How each member is read. Source: `RunCreateParamsBase` of `openai`, `resources/beta/threads/runs/runs.d.ts`. */
const memberReaders: Readonly<Record<string, MemberReader>> = {
  model: text('modelId'),
  instructions: text('instructions'),
  parallel_tool_calls: (value) =>
    typeof value === 'boolean' ? { options: { allowMultipleToolCalls: value } } : undefined,
  max_completion_tokens: (value) => (asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined),
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  reasoning_effort: (value) =>
    value === 'low' || value === 'medium' || value === 'high'
      ? { options: { reasoning: { effort: value } } }
      : undefined,
  tool_choice: toolChoiceOf,
  response_format: responseFormatOf,
};

/** Members that are read elsewhere, or that only say how the answer travels. */
const elsewhere = new Set([
  ...['assistant_id', 'thread', 'tools', 'tool_resources', 'additional_messages', 'additional_instructions', 'stream'],
]);

/** Members of an assistant that hold for its runs, unless they say otherwise. */
const inherited = ['model', 'instructions', 'temperature', 'top_p', 'response_format', 'reasoning_effort'];

/** Members of an assistant that stand elsewhere in a reading. */
const ofAssistant = new Set([...inherited, 'tools', 'tool_resources']);

/** What an assistant says of itself, and no model is asked. */
const ignoredMembers = (assistant: JsonObject): string[] =>
  Object.keys(assistant).filter((name) => !ofAssistant.has(name) && assistant[name] !== null);

function optionsOf(assistant: JsonObject, run: JsonObject): ChatOptions {
  const own = Object.entries(run).filter(([, value]) => value !== null);
  const kept = Object.entries(assistant).filter(([name, value]) => inherited.includes(name) && value !== null);
  return readMembers({ ...Object.fromEntries(kept), ...Object.fromEntries(own) }, memberReaders, elsewhere);
}

/** Source: `AssistantToolChoiceOption`. */
function toolChoiceOf(value: Json): MemberReading | undefined {
  if (value === 'auto' || value === 'none' || value === 'required') return { options: { toolMode: { type: value } } };
  const choice = asObject(value);
  const named = asObject(choice?.function);
  const name = asString(named?.name);
  if (choice?.type !== 'function' || !named || name === undefined) return undefined;
  const rest = remainingMembers(named, ['name']);
  return {
    options: { toolMode: { type: 'required', functionName: name } },
    ...(rest ? { rest: { function: rest } } : {}),
  };
}

/** In what the APIs differ that keep assistants (or agents), threads, runs and their steps. */
interface Dialect {
  /**
   * A declared tool in the words of the contract.
   *
   * @param resources what tools work with, of assistant, thread and run together: `{ file_search: { vector_store_ids } }`
   * @param path place of the declaration
   */
  readonly toolOf: (
    declaration: JsonObject,
    resources: Json | undefined,
    path: string,
  ) => { readonly tool: Tool; readonly unread: Unrecognized[] };
}

/** Operations that say something: after a question, with them the next call begins. */
const saying = new Set([
  ...['assistants.create', 'assistants.update', 'threads.create', 'threads.update', 'messages.create'],
  ...['runs.create', 'threads.createAndRun', 'runs.submitToolOutputs'],
]);

/** Operations that make the model answer. */
export const asking: ReadonlySet<string> = new Set(['runs.create', 'threads.createAndRun', 'runs.submitToolOutputs']);

export const splitIntoCalls = callsBy(saying, asking);

/** Assistants and threads that exchanges made. What was deleted before by somebody else is gone too. */
export function createdResources(exchanges: readonly Exchange[]): RemoteResource[] {
  const deleted = new Set(
    exchanges.flatMap((each) => {
      const [, kind] = /^(assistants|threads)\.delete$/.exec(each.operation) ?? [];
      const isGone = each.response.status < 400 || each.response.status === 404;
      return kind && isGone ? [`${kind} ${idIn(each, kind as 'assistants' | 'threads')}`] : [];
    }),
  );
  return exchanges.flatMap((each, i): RemoteResource[] => {
    const { id, thread } = each.response.status < 400 ? madeBy(each) : {};
    const resource = (kind: string, name: string | undefined) =>
      name === undefined
        ? []
        : [
            {
              what: `${kind.replace(/s$/, '')} "${name}"`,
              path: `exchanges[${i}]`,
              isDeleted: deleted.has(`${kind} ${name}`),
            },
          ];
    if (each.operation === 'assistants.create') return resource('assistants', id);
    if (each.operation === 'threads.create') return resource('threads', id);
    return each.operation === 'threads.createAndRun' ? resource('threads', thread) : [];
  });
}

/** What calls ask, where the provider keeps assistants, threads and runs. See {@link WireReader.readRequests}. */
export const requestsIn =
  (dialect: Dialect): WireReader['readRequests'] =>
  (exchanges, earlier = []) => {
    const kept = new Kept(dialect);
    for (const exchange of earlier) kept.take(exchange);
    return exchanges.flatMap((exchange, i) => kept.take(exchange, i) ?? []);
  };
