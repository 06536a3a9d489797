import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Where a connection to a host really ended, and whether its certificate was vouched for. */
export interface ConnectionRecord {
  readonly address: string;
  readonly verified: boolean;
}

// On the global object: what was connected before is used again, whichever copy of this module asks.
const key = Symbol.for('agent-tools-conformance.reached');
const store = globalThis as { [key]?: Map<string, ConnectionRecord> };

/**
 * Notes from now on, for good, which address each host of this thread's connections turned out to be. A name may lead anywhere: to
 * this machine by its file of hosts, to a server that only a certificate of somebody's own vouches for.
 *
 * @returns what is known of a host; `undefined` where no connection to it was seen
 */
export function watchConnections(): (host: string) => ConnectionRecord | undefined {
  store[key] ??= watched();
  const reached = store[key];
  return (host) => reached.get(host.toLowerCase());
}

function watched(): Map<string, ConnectionRecord> {
  const reached = new Map<string, ConnectionRecord>();
  const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
  Socket.prototype.connect = function noting(this: Socket, ...args: unknown[]): Socket {
    const host = hostOf(args);
    const isTls = this instanceof TLSSocket;
    if (host !== undefined) {
      this.once(isTls ? 'secureConnect' : 'connect', () => {
        const verified = isTls && (this as TLSSocket).authorized;
        reached.set(host.toLowerCase(), { address: this.remoteAddress ?? '', verified });
      });
    }
    return connect.apply(this, args);
  } as typeof Socket.prototype.connect;
  return reached;
}

/** The host of a call of `connect`, which node:net calls with the list of its own arguments. */
function hostOf(args: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const host = typeof first === 'object' && first !== null ? (first as { host?: unknown }).host : second;
  return typeof host === 'string' ? host : undefined;
}
