import type { TransportKind } from '../../recordings/transport/transport-kinds.ts';
import type { Adapter } from '../contract/index.ts';

/** Why nothing can be said of an adapter here; a verdict of its own, and never a pass. */
export class NotTestable extends Error {}

/**
 * How requests of an adapter reach a recording: as asked, or else in-process, or over a server where it is another process.
 *
 * @throws {NotTestable} it is another process, and its requests are to be caught in this one.
 */
export function transportFor(adapter: Adapter, asked?: TransportKind): TransportKind {
  if (!adapter.process) return asked ?? 'in-process';
  if (asked !== 'in-process') return asked ?? 'server';
  throw new NotTestable(
    'an external adapter cannot use this transport: leave out --transport, or use --transport server or server-tls',
  );
}

/**
 * Starts the process of an adapter that has one.
 *
 * @throws {NotTestable} this machine lacks what it takes.
 * @throws whatever keeps it from starting.
 */
export async function startProcess(adapter: Adapter): Promise<void> {
  try {
    await adapter.process?.start();
  } catch (error) {
    // By name: an adapter need not share a class with the suite.
    if ((error as Error).name !== 'MissingPrerequisiteError') throw error;
    throw new NotTestable(`cannot run the adapter: ${(error as Error).message}`);
  }
}
