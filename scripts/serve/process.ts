import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';

/** A port that cannot be listened at is the user's to change; anything else stays what it is. */
export const portProblem =
  (port = 0) =>
  (error: NodeJS.ErrnoException): never => {
    const { code, message } = error;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    throw new UserError(`cannot listen on port ${port}: ${message}`, { hint: 'leave out --port to use a free port' });
  };

/** The test CA's certificate as a file, for clients that are other programs; gone when the server is. */
export async function certificateFile(ca: string): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-tools-conformance-'));
  const path = join(folder, 'ca.pem');
  await writeFile(path, ca);
  return { path, remove: () => rm(folder, { recursive: true }) };
}

/** Returns when a signal is aborted. */
export const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
