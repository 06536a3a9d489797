/** What a provider keeps of the requests made so far — assistants, threads, runs —, and what each question asks with it. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { ChatOptions, Tool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString, jsonOf } from '../json.ts';
import type { RequestReading } from '../reader.ts';
import { serverSentEvents } from '../sse.ts';
import type { Dialect } from './dialect.ts';
import { messageSaid, oneMessage, type Said, submissionSaid } from './messages.ts';
import { optionsOf, quietMembers } from './options.ts';

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

export class Kept {
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
    const unread: Unread[] =
      of.request.body && !read && path !== undefined ? [{ path, what: 'body that is no JSON object' }] : [];
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
    unread: readonly Unread[],
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
    const quiet = assistant.path === undefined ? [] : quietMembers(assistant.body);
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
    const unread: Unread[] = [];
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
    unread: readonly Unread[],
  ): RequestReading | undefined {
    const known = this.#runs.get(idIn(of, 'runs') ?? '');
    const run = known ?? { options: {}, paths: new Map(), kept: new Map(), thread: this.#thread(of) };
    this.#say(run.thread, submissionSaid(body, path));
    return this.#question(run, exchange, unread);
  }

  #question(
    { options, paths: declared, kept, thread }: Run,
    exchange: number | undefined,
    unread: readonly Unread[],
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
