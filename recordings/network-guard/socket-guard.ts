import { Socket } from 'node:net';
import { isLoopback } from './loopback.ts';

/**
 * The proof that no network was touched: every TCP or TLS connection of this process goes through
 * `net.Socket.prototype.connect`, and only loopback gets through it. The name is judged before it would be looked up, so a
 * refused attempt sends no packet, not even to a name server. Child processes are not reached.
 */

/** What the guard saw since it was installed. */
export interface GuardReport {
  /** Connections that were tried, loopback included, but to servers that are a transport's own. */
  readonly attempts: number;
  /** `host:port` of those that were refused. */
  readonly refused: readonly string[];
}

interface Guard {
  attempts: number;
  readonly refused: string[];
  readonly own: Set<string>;
}

// On the global object: under vitest without isolation, a module may be loaded again in the same process.
const key = Symbol.for('agent-tools-conformance.socket-guard');
const store = globalThis as { [key]?: Guard };

/** Installs the guard in this process, for good. A second call changes nothing. */
export function installGuard(): void {
  if (store[key]) return;
  const guard: Guard = { attempts: 0, refused: [], own: new Set() };
  store[key] = guard;
  const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]): Socket {
    const target = targetOf(args);
    if (target?.host === '127.0.0.1' && guard.own.has(target.port)) return connect.apply(this, args);
    guard.attempts += 1;
    if (target && !isLoopback(target.host)) {
      const shown = `${target.host}:${target.port}`;
      guard.refused.push(shown);
      throw Object.assign(new Error(`the socket guard refused a connection to ${shown}: only loopback is allowed`), {
        code: 'ENETUNREACH',
      });
    }
    return connect.apply(this, args);
  } as typeof Socket.prototype.connect;
}

/** What the guard saw. @throws {Error} it is not installed: a count of zero would prove nothing. */
export function guardReport(): GuardReport {
  const guard = store[key];
  if (!guard) throw new Error('the socket guard is not installed in this process');
  return { attempts: guard.attempts, refused: [...guard.refused] };
}

/**
 * A server at 127.0.0.1 is a transport's own: what connects to it is not beside the transport. That stays so when it has
 * closed, or a client that leaked would be counted in a later case. Without a guard, nothing happens.
 */
export function isTransport(port: number): void {
  store[key]?.own.add(String(port));
}

interface Target {
  readonly host: string;
  readonly port: string;
}

/** Where a call of `connect` leads; `undefined` for a path, which is no network. */
function targetOf(args: readonly unknown[]): Target | undefined {
  // node:net calls itself with one argument: the list of the arguments it was called with.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first !== null) {
    const { path, host, port } = first as { path?: string | null; host?: string | null; port?: unknown };
    return path ? undefined : { host: host || 'localhost', port: String(port) };
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return undefined;
  return { host: typeof second === 'string' ? second : 'localhost', port: String(first) };
}
