/** How long the requests of this process are caught: while a conversation is played, or from one to the next. */
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

/** What catches the requests of this process, and how it is taken down again. */
interface Connected<Use> {
  /** Whose requests they are: of the conversation that is played, or was played last. */
  use: Use;
  readonly disconnect: () => Promise<void>;
  /** Whether requests still come to it: a conversation may have put something else in its place. */
  readonly isThere: () => boolean;
}

// On the global object, because it changes the process: under vitest a module may be loaded twice in one.
const key = Symbol.for('agent-tools-conformance.connection');
const holder = globalThis as {
  [key]?: { keepers: number; connected?: Connected<unknown> | undefined; readonly changes: Map<string, () => void> };
};
holder[key] ??= { keepers: 0, changes: new Map() };
const state = holder[key];

/**
 * From here on what catches requests stays where it is between one conversation and the next: to put it there and to take it away takes
 * as long as a short conversation. What is asked in between belongs to the conversation before.
 *
 * @returns what ends that: afterwards this process is as it was
 */
export function keepConnected(): () => Promise<void> {
  state.keepers += 1;
  return async () => {
    state.keepers -= 1;
    if (state.keepers > 0) return;
    await disconnected();
    for (const undo of state.changes.values()) undo();
    state.changes.clear();
  };
}

/**
 * Changes this process for a use. While what catches requests is kept, the change is kept too: made once, undone with the rest.
 *
 * @param change makes it, and returns what undoes it
 * @returns what ends that use
 */
export function changedFor(name: string, change: () => () => void): () => void {
  const undo = state.changes.get(name) ?? change();
  if (state.keepers === 0) return undo;
  state.changes.set(name, undo);
  return () => {};
}

/**
 * Has requests caught for a use.
 *
 * @param connect puts there what catches them, each for the use that `current` tells, and returns what takes it away
 * @returns what ends that use
 */
export async function connectedFor<Use>(
  use: Use,
  connect: (current: () => Use) => Promise<() => Promise<void>>,
): Promise<() => Promise<void>> {
  if (state.connected?.isThere()) state.connected.use = use;
  else {
    await disconnected();
    const connected = { use };
    const disconnect = await connect(() => connected.use);
    const put = ways();
    const isThere = () => ways().every((way, i) => way === put[i]);
    state.connected = Object.assign(connected, { disconnect, isThere });
    syncBuiltinESMExports();
  }
  return async () => {
    if (state.keepers === 0) await disconnected();
  };
}

/** By what requests are made in this process. */
const ways = (): unknown[] => [globalThis.fetch, globalThis.Request, http.ClientRequest, http.request, https.request];

/** Takes away what catches requests, also where it is kept: they are to go another way. */
export async function disconnected(): Promise<void> {
  const { connected } = state;
  if (!connected) return;
  state.connected = undefined;
  await connected.disconnect();
  syncBuiltinESMExports();
}
