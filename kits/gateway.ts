/** Any gateway with an OpenAI-compatible base URL: what other repositories import as `agent-tools-conformance/gateway`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { adapterWith } from '../adapters/reference/openai-chat/adapter.ts';
import { defined } from '../adapters/reference/shared/json.ts';
import { realTime } from '../lib/real-time.ts';
import { UserError } from '../lib/user-error.ts';
import type { Adapter, AdapterProcess } from '../spec/contract/index.ts';
import type { Conformance } from './conformance.ts';
import { functionsAlone, onFirstSurface } from './settings.ts';

/** A gateway that takes requests of OpenAI Chat Completions and passes them to a provider that speaks the same. */
export interface GatewayUnderTest {
  /** Its name in results. */
  readonly name: string;
  /** Where it listens, without a version: `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  /** The port that it takes for the provider: its configuration says `http://127.0.0.1:<port>/v1`. Recordings are served there. */
  readonly upstreamPort: number;
  /** Starts it: the program and its arguments. It runs already, where absent. */
  readonly command?: readonly [program: string, ...arguments: string[]];
  /** Variables of its environment, beside `PATH` and `HOME`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Headers that it needs of each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What it means to pass on; function calling, where absent. */
  readonly capabilities?: Adapter['capabilities'];
}

const wire = 'openai-chat';

/**
 * The adapter of a gateway: the reference client of this project in front of it, which passes every case, and the recordings behind
 * it. What fails, the gateway changed on the way there or back.
 */
export function adapterOf({
  name,
  baseUrl,
  headers,
  capabilities = functionsAlone,
  ...gateway
}: GatewayUnderTest): Adapter {
  const client = adapterWith({ defaultHeaders: { ...headers } });
  const process = new Gateway({ name, baseUrl, ...gateway });
  return {
    id: `${name}-${wire}`,
    implementation: name,
    providerApi: wire,
    capabilities,
    process,
    createClient(settings) {
      process.upstream = settings.baseUrl;
      return client.createClient({ ...settings, baseUrl });
    },
  };
}

type Started = Pick<GatewayUnderTest, 'name' | 'baseUrl' | 'upstreamPort' | 'command' | 'environment'>;

/** The gateway as a process, and the port behind it, which leads to the recordings of each case in turn. */
class Gateway implements AdapterProcess {
  readonly #started: Started;
  #child: ChildProcess | undefined;
  #relay: Server | undefined;
  upstream = '';

  constructor(started: Started) {
    this.#started = started;
  }

  async start(): Promise<void> {
    if (this.#relay) return;
    const { upstreamPort, command, environment, baseUrl, name } = this.#started;
    this.#relay = await this.#listen(upstreamPort);
    if (command) {
      const [program, ...words] = command;
      const { PATH, HOME } = process.env;
      const env = { ...(PATH ? { PATH } : {}), ...(HOME ? { HOME } : {}), ...environment };
      // A group of its own: starters such as npx have children.
      this.#child = spawn(program, words, { env, stdio: 'ignore', detached: true });
      this.#child.on('error', () => {});
    }
    if (await this.#isReady()) return;
    await this.stop();
    throw new UserError(`nothing listens at ${baseUrl}`, {
      where: name,
      hint: 'start the gateway, or give the command that does',
    });
  }

  /** It may be installed first: starters such as npx take their time. */
  async #isReady(): Promise<boolean> {
    const { hostname, port } = new URL(this.#started.baseUrl);
    for (let tries = 0; tries < (this.#child ? 600 : 1); tries++) {
      if (await answers(hostname, Number(port))) return true;
      if (this.#child && this.#child.exitCode !== null) return false;
      await realTime.sleep(100);
    }
    return false;
  }

  async stop(): Promise<void> {
    const pid = this.#child?.exitCode === null ? this.#child.pid : undefined;
    if (pid !== undefined) {
      try {
        process.kill(-pid);
      } catch {
        // It has ended meanwhile.
      }
    }
    this.#child = undefined;
    this.#relay?.closeAllConnections();
    this.#relay?.close();
    this.#relay = undefined;
  }

  /** Passes bytes on as they are, and breaks off where the recordings do. */
  #listen(port: number): Promise<Server> {
    const server = createServer((asked, answer) => {
      const url = new URL(`${this.upstream.replace(/\/$/, '')}${asked.url}`);
      const headers = { ...asked.headers, host: url.host };
      const onward = request(url, { method: asked.method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.on('error', () => answer.destroy()).pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      asked.pipe(onward);
    });
    return new Promise((resolve, reject) => {
      server.once('error', (error) =>
        reject(new UserError(`port ${port} cannot be used: ${error.message}`, { hint: 'set another upstreamPort' })),
      );
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  }
}

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

/**
 * Declares the generated suite of a gateway in a test file of vitest: function calling of OpenAI Chat Completions, unless `capabilities` say
 * otherwise. The package `openai` is the client.
 *
 * ```ts
 * import { testGateway } from 'agent-tools-conformance/gateway';
 *
 * await testGateway({
 *   name: 'my-gateway',
 *   baseUrl: 'http://127.0.0.1:8787',
 *   upstreamPort: 8788,
 *   command: ['node', 'server.js'],
 *   environment: { OPENAI_BASE_URL: 'http://127.0.0.1:8788/v1' },
 * });
 * ```
 *
 * @throws {Error} the known issues are malformed, the recordings are not installed, or no case fits.
 */
export async function testGateway({
  name,
  baseUrl,
  upstreamPort,
  command,
  environment,
  headers,
  capabilities,
  ...given
}: GatewayUnderTest & Omit<Conformance, 'adapter'>): Promise<void> {
  const adapter = adapterOf(
    defined({ name, baseUrl, upstreamPort, command, environment, headers, capabilities }) as GatewayUnderTest,
  );
  // Whoever plays the adapter with another runner has no vitest.
  const { describeConformance } = await import('./vitest.ts');
  await describeConformance({ ...(await onFirstSurface(wire)), ...given, adapter });
}
