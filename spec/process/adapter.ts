import type { Json } from '../../lib/canonical-json.ts';
import { validatorFor } from '../../lib/validator.ts';
import {
  AbortedError,
  type Adapter,
  type AdapterProcess,
  type ChatClient,
  type ChatOptions,
  type ChatResponse,
  type ChatResponseUpdate,
  type ClientSettings,
  contractVersion,
  ProviderError,
  type RejectionOrigin,
  Tool,
  UnsupportedToolError,
} from '../contract/index.ts';
import type { Command } from './child.ts';
import { Connection } from './connection.ts';
import { type ProcessLimits, usualLimits } from './json-lines.ts';
import { AdapterProcessError, Initialized, type ProcessSettings, understands } from './messages.ts';

/** An adapter, and how to start the process that is it. */
export interface ProcessAdapterOptions
  extends Pick<Adapter, 'id' | 'implementation' | 'providerApi' | 'capabilities'>,
    Command {
  /**
   * Told of every message in either direction, as one line of bounded length that may be printed: without secrets, and with nothing
   * that acts in a terminal. Each message is then held to the whole of its published shape, and one that does not fit ends the process.
   */
  readonly show?: ((line: string) => void) | undefined;
  /** Limits on the process, if not the usual ones: `{ ...usualLimits, start: 90_000 }` where importing a library takes long. */
  readonly limits?: ProcessLimits;
}

/**
 * The adapter that another process is, in whatever language: docs/external-adapters.md has the protocol. One process serves all
 * clients, and is started again when it has ended.
 *
 * Errors of the contract arrive as such. Where the process itself is at fault, calls throw {@link AdapterProcessError}; a
 * `TypeError`, where its base URL or an endpoint leads anywhere but to 127.0.0.1.
 */
export function processAdapter({
  id,
  implementation,
  providerApi,
  capabilities,
  show,
  limits = usualLimits,
  ...command
}: ProcessAdapterOptions): Adapter {
  const identity = { id, implementation, providerApi };
  const host = new Host(command, identity, limits, show);
  return {
    ...identity,
    ...(capabilities ? { capabilities } : {}),
    process: host,
    createClient: (settings) => createClient(host, settings),
  };
}

class Host implements AdapterProcess {
  readonly #command: Command;
  readonly #identity: Pick<Adapter, 'id' | 'implementation' | 'providerApi'>;
  readonly #show: ((line: string) => void) | undefined;
  readonly limits: ProcessLimits;
  #refused: ReadonlyMap<string, RejectionOrigin> = new Map();
  #connection: Promise<Connection> | undefined;
  /** The same, once it is open. */
  #current: Connection | undefined;
  #unreported: AdapterProcessError | undefined;

  constructor(
    command: Command,
    identity: Pick<Adapter, 'id' | 'implementation' | 'providerApi'>,
    limits: ProcessLimits,
    show: ((line: string) => void) | undefined,
  ) {
    this.#command = command;
    this.#identity = identity;
    this.limits = limits;
    this.#show = show;
  }

  async start(): Promise<void> {
    await this.connection();
  }

  async stop(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    this.#connection = undefined;
    this.#current = undefined;
    await connection?.close();
  }

  unreported(): string | undefined {
    const end = this.#unreported ?? this.#current?.takeUntold();
    this.#unreported = undefined;
    return end?.message;
  }

  noteUnreported(end: AdapterProcessError | undefined): void {
    this.#unreported ??= end;
  }

  /** @throws {UnsupportedToolError} a tool that the program has declared as one that it lacks. */
  assertSupported({ tools = [] }: ChatOptions): void {
    for (const tool of tools) {
      const name = tool.type === 'provider-specific' ? tool.name : tool.type;
      const origin = this.#refused.get(name);
      if (!origin) continue;
      const supported = toolTypes.filter((type) => !this.#refused.has(type));
      throw new UnsupportedToolError(name, this.#identity.id, supported, origin);
    }
  }

  /** The process that runs, or a new one; who asks waits for who asked before. */
  connection(): Promise<Connection> {
    this.#connection = this.#after(this.#connection);
    return this.#connection;
  }

  async #after(before: Promise<Connection> | undefined): Promise<Connection> {
    const current = await before?.catch(() => undefined);
    await current?.settled();
    if (!current?.end) return current ?? this.#begin();
    await current.close();
    this.noteUnreported(current.takeUntold());
    return this.#begin();
  }

  async #begin(): Promise<Connection> {
    const connection = await Connection.open(this.#command, this.limits, this.#show);
    this.#current = connection;
    try {
      const params = { contractVersion, adapter: this.#identity };
      const answer = await connection.request('initialize', params, { limit: this.limits.start });
      if (!validatorFor(Initialized)(answer)) {
        throw new AdapterProcessError('the adapter’s process did not say which "contractVersion" it speaks');
      }
      const { contractVersion: theirs, unsupportedTools = [] } = answer as Initialized;
      this.#refused = new Map(unsupportedTools.map(({ tool, ...origin }) => [tool, origin]));
      if (understands(contractVersion, theirs)) return connection;
      throw new AdapterProcessError(
        `the adapter's process speaks version ${JSON.stringify(theirs)} of the contract, and this suite ${contractVersion}: ` +
          'bring the adapter up to it, or use the suite of its version',
      );
    } catch (error) {
      await connection.close();
      throw error;
    }
  }
}

/** Types of all tools. */
const toolTypes = (Tool as unknown as { oneOf: { properties: { type: { const: string } } }[] }).oneOf.map(
  ({ properties }) => properties.type.const,
);

let clients = 0;

function createClient(host: Host, settings: ClientSettings): ChatClient {
  const client = `client-${++clients}`;
  let opened: Promise<Connection> | undefined;
  let closed: Promise<void> | undefined;
  const open = (): Promise<Connection> => {
    opened ??= make();
    return opened;
  };
  const make = async (): Promise<Connection> => {
    const connection = await host.connection();
    const { isFresh } = connection;
    const plain = await plainSettings(settings);
    demandLoopback(plain);
    for (const secret of secretsOf(plain)) if (secret !== '') connection.secrets.add(secret);
    try {
      await connection.request('createClient', { client, settings: plain }, { limit: host.limits.start });
      return connection;
    } catch (error) {
      // A process that served others may have ended before it read this.
      if (isFresh || error !== connection.end) throw error;
      host.noteUnreported(connection.end);
      return make();
    }
  };
  return {
    async getResponse(messages, options = {}, { signal } = {}) {
      const connection = await open();
      host.assertSupported(options);
      const params = { client, messages: [...messages], options };
      return (await connection.request('getResponse', params, { signal })) as unknown as ChatResponse;
    },

    async *getStreamingResponse(messages, options = {}, { signal } = {}) {
      const connection = await open();
      host.assertSupported(options);
      const left = new AbortController();
      const updates = new UpdateQueue<Json>();
      const params = { client, messages: [...messages], options };
      const ended = connection
        .request('getStreamingResponse', params, {
          signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal,
          onUpdate: (update) => updates.push(update),
        })
        .then(
          () => updates.end(),
          (error: Error) => updates.end(error),
        );
      try {
        let isLate = false;
        for await (const update of updates) {
          // What the process had said by then, before it heard that nobody listens any more. How it ends the call is still to be heard.
          isLate ||= signal?.aborted ?? false;
          if (!isLate) yield update as unknown as ChatResponseUpdate;
        }
        if (isLate) throw new AbortedError('The caller aborted the call.');
      } finally {
        // Who leaves early no longer wants the rest.
        left.abort();
        await ended;
      }
    },

    close() {
      // A process is told once: it knows nothing of a client that is closed.
      closed ??= close();
      return closed;
    },
  };

  async function close(): Promise<void> {
    const connection = await opened?.catch(() => undefined);
    // A process that has ended keeps nothing.
    if (!connection || connection.told) return;
    await connection.request('close', { client }, { limit: host.limits.grace });
  }
}

/** No guard reaches another process: what it is not told, it cannot call by mistake. */
function demandLoopback({ baseUrl, endpoints = {} }: ProcessSettings): void {
  const elsewhere = [baseUrl, ...Object.values(endpoints)].find(
    (url) => !/^https?:\/\/127\.0\.0\.1(:\d+)?(\/|$)/.test(url),
  );
  if (elsewhere === undefined) return;
  throw new TypeError(`an adapter in another process is sent to a server at 127.0.0.1 alone, not to ${elsewhere}`);
}

async function plainSettings({ wait: _, credentials, ...settings }: ClientSettings): Promise<ProcessSettings> {
  if (credentials.type !== 'tokenProvider') return { ...settings, credentials };
  const token = await credentials.getToken().catch(() => {
    // What the giver said may hold a secret.
    throw new ProviderError('The token provider gave no token.', { code: 'authentication_error', retryable: false });
  });
  return { ...settings, credentials: { type: 'bearerToken', token } };
}

/** What of its settings a client must keep to itself. */
function secretsOf({ credentials }: ProcessSettings): string[] {
  switch (credentials.type) {
    case 'apiKey':
      return [credentials.apiKey];
    case 'bearerToken':
      return [credentials.token];
    case 'awsKeys':
      return [credentials.secretAccessKey, ...(credentials.sessionToken ? [credentials.sessionToken] : [])];
  }
}

/** Pieces of an answer between who brings them and who reads them. Those that came before an error are read before it. */
class UpdateQueue<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #ended: { readonly error: Error | undefined } | undefined;
  #arrived = Promise.withResolvers<void>();

  push(piece: T): void {
    this.#waiting.push(piece);
    this.#arrived.resolve();
  }

  /** Nothing more will come. */
  end(error?: Error): void {
    this.#ended = { error };
    this.#arrived.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) yield next;
      if (this.#ended?.error) throw this.#ended.error;
      if (this.#ended) return;
      this.#arrived = Promise.withResolvers();
      await this.#arrived.promise;
    }
  }
}
