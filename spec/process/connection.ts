import type { Static, TSchema } from 'typebox';
import { isJsonObject, type Json } from '../../lib/canonical-json.ts';
import { explainSchemaErrors } from '../../lib/explain-schema-errors.ts';
import { after } from '../../lib/real-time.ts';
import { validatorFor } from '../../lib/validator.ts';
import { AbortedError } from '../contract/index.ts';
import { Child, type Command } from './child.ts';
import { type ProcessLimits, type ProtocolMessage, redacted, redactedLine, sizeOf } from './json-lines.ts';
import { AdapterProcessError, errorFrom, Failure, HostMessage, inFull, Result, Update } from './messages.ts';

type Asked = Extract<HostMessage, { id: number }>;
type ParamsOf<M extends Asked['method']> = Extract<Asked, { method: M }>['params'];

export interface CallOptions {
  /** Aborted, the process is told; it then has the limit `grace` to end the call in its own way. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds within which the answer has to come. */
  readonly limit?: number;
  readonly onUpdate?: (update: Json) => void;
}

interface Call {
  readonly method: Asked['method'];
  /** Bytes of the messages about it so far. */
  bytes: number;
  readonly onUpdate: ((update: Json) => void) | undefined;
  readonly resolve: (result: Json) => void;
  readonly reject: (error: Error) => void;
}

/** Longest excerpt of a line in an error, in characters. */
const longestExcerpt = 200;

/**
 * The conversation with one process, from its start to its end. A process that says what is no message is ended at once:
 * nothing that follows could be trusted.
 */
export class Connection {
  /** What of the settings may stand in no error. */
  readonly secrets = new Set<string>();
  readonly #calls = new Map<number, Call>();
  readonly #hurried = new Set<Promise<unknown>>();
  readonly #show: ((line: string) => void) | undefined;
  readonly #limits: ProcessLimits;
  #child: Child | undefined;
  #made = 0;
  #closing = false;
  #end: AdapterProcessError | undefined;
  #told = false;

  private constructor(limits: ProcessLimits, show: ((line: string) => void) | undefined) {
    this.#limits = limits;
    this.#show = show;
  }

  /**
   * @param show told of every message, as a line that may be printed; each is then held to the whole of its published shape
   * @throws what {@link Child.start} throws.
   */
  static async open(command: Command, limits: ProcessLimits, show?: (line: string) => void): Promise<Connection> {
    const connection = new Connection(limits, show);
    connection.#child = await Child.start(command, limits, {
      line: (text) => connection.#hear(text),
      ...(show ? { log: (text) => connection.#tellOf('·', text.trimEnd()) } : {}),
      unreadable: (reason) => connection.#fail(`wrote what cannot be read on its stdout: ${reason}`),
      ended: (how) => connection.#fail(how),
    });
    return connection;
  }

  /** Why it can no longer be used; `undefined` while it can. */
  get end(): AdapterProcessError | undefined {
    return this.#end;
  }

  /** True when it can no longer be used, and that has been reported. */
  get told(): boolean {
    return this.#told;
  }

  /** True when nothing was asked but whether it is ready. */
  get isFresh(): boolean {
    return this.#made <= 1;
  }

  /** Returns why it can no longer be used, unless that has been reported; from now on it has. */
  takeUntold(): AdapterProcessError | undefined {
    return this.#end && !this.#told ? this.#tell(this.#end) : undefined;
  }

  /** Returns when every call that has little time left has ended, one way or the other: the next is then heard alone. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#hurried);
  }

  /**
   * @returns the result, as it came
   * @throws {AdapterProcessError} the process ended, or did not keep to the protocol.
   * @throws {AbortedError} the signal was aborted before anything was said.
   * @throws the error that the process answered with.
   */
  async request<M extends Asked['method']>(
    method: M,
    params: ParamsOf<M>,
    { signal, limit, onUpdate }: CallOptions = {},
  ): Promise<Json> {
    if (signal?.aborted) throw new AbortedError('The call was aborted before it began.');
    if (this.#end) throw this.#tell(this.#end);
    const id = ++this.#made;
    const { promise, resolve, reject } = Promise.withResolvers<Json>();
    this.#calls.set(id, { method, bytes: 0, onUpdate, resolve, reject });
    let stopTimer = () => {};
    const hurry = (milliseconds: number, why: string) => {
      this.#hurried.add(promise);
      stopTimer();
      stopTimer = after(milliseconds, () => this.#fail(`did not answer "${method}" within ${milliseconds} ms${why}`));
    };
    const cancel = () => {
      this.#say({ jsonrpc: '2.0', method: 'cancel', params: { request: id } });
      hurry(this.#limits.grace, ' after it was cancelled');
    };
    signal?.addEventListener('abort', cancel, { once: true });
    if (limit !== undefined) hurry(limit, '');
    try {
      this.#say({ jsonrpc: '2.0', id, method, params } as Asked);
      return await promise;
    } finally {
      stopTimer();
      signal?.removeEventListener('abort', cancel);
      this.#hurried.delete(promise);
    }
  }

  /** Ends the process, at once where it still owes an answer; returns when it is gone. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#child?.endInput();
    if (this.#calls.size > 0) this.#child?.kill();
    const cancel = after(this.#limits.grace, () => this.#child?.kill());
    await this.#child?.gone;
    cancel();
  }

  #say(message: HostMessage): void {
    const line = asLine(message);
    this.#tellOf('→', line);
    try {
      if (this.#show) demand(HostMessage, message, 'a message to a process');
      this.#child?.send(line);
    } catch (error) {
      this.#fail(
        `was not asked: the suite ${(error as Error).message}, which is a defect of the suite: ${excerpt(line)}`,
      );
    }
  }

  #tellOf(said: ProtocolMessage, text: string): void {
    this.#show?.(redactedLine(said, text, this.secrets));
  }

  #hear(line: string): void {
    if (this.#end) return;
    this.#tellOf('←', line);
    try {
      this.#take(parse(line), line.length);
    } catch (error) {
      this.#fail(`${(error as Error).message}: ${excerpt(line)}`);
    }
  }

  /** @throws {AdapterProcessError} it is no message, or no answer to anything. */
  #take(message: Json, length: number): void {
    if (isJsonObject(message) && 'method' in message) {
      const { request, update } = demand(Update, message, 'an update').params;
      const call = this.#call(request);
      if (this.#show) demand(inFull.update, message, 'an update');
      call.bytes += length;
      if (call.bytes > this.#limits.answer) {
        throw new AdapterProcessError(`wrote more than ${sizeOf(this.#limits.answer)} of updates to one request`);
      }
      call.onUpdate?.(update);
    } else if (isJsonObject(message) && 'error' in message) {
      const { id, error } = demand(Failure, message, 'an error');
      const call = this.#call(id);
      const thrown = errorFrom(error);
      this.#calls.delete(id);
      call.reject(thrown);
    } else {
      const { id, result } = demand(Result, message, 'a result');
      const call = this.#call(id);
      if (this.#show) demand(inFull[call.method], message, `a result of "${call.method}"`);
      this.#calls.delete(id);
      call.resolve(result);
    }
  }

  #call(id: number): Call {
    const call = this.#calls.get(id);
    if (call) return call;
    const why = id <= this.#made ? 'which had been answered' : 'which was never made';
    throw new AdapterProcessError(`wrote a message about request ${id}, ${why}`);
  }

  /** Ends everything, for a reason that is told to every call that waits, and to every later one. */
  #fail(what: string): void {
    if (this.#end) return;
    const waiting = [...this.#calls.values()];
    const asked = waiting.at(-1)?.method;
    const during = asked === undefined || what.includes(`"${asked}"`) ? '' : ` while it was asked for "${asked}"`;
    const log = this.#child?.log ? `; the end of its log: ${this.#child.log}` : '';
    this.#end = new AdapterProcessError(redacted(`the adapter's process ${what}${during}${log}`, this.secrets));
    if (!this.#closing) this.#tellOf('✗', this.#end.message);
    this.#calls.clear();
    for (const call of waiting) call.reject(this.#tell(this.#end));
    this.#child?.kill();
  }

  #tell(end: AdapterProcessError): AdapterProcessError {
    this.#told = true;
    return end;
  }
}

/** One line, whatever a language takes for the end of one: some read lines at U+0085, U+2028 and U+2029 too. */
const asLine = (message: HostMessage): string =>
  JSON.stringify(message).replace(
    /[\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function parse(line: string): Json {
  try {
    return JSON.parse(line);
  } catch {
    throw new AdapterProcessError('wrote a line on its stdout that is no JSON (a log belongs on stderr)');
  }
}

/** @throws {AdapterProcessError} the message has another shape. */
function demand<S extends TSchema>(schema: S, message: Json, what: string): Static<S> {
  const validate = validatorFor(schema);
  if (validate(message)) return message as Static<S>;
  const [problem] = explainSchemaErrors(validate.errors ?? [], message);
  const place = problem?.pointer ? `its ${problem.pointer}` : 'it';
  throw new AdapterProcessError(`wrote a line that is not ${what}, for ${place} ${problem?.message}`);
}

const excerpt = (line: string): string =>
  JSON.stringify(line.length > longestExcerpt ? `${line.slice(0, longestExcerpt)}…` : line);
