import { writeFile } from 'node:fs/promises';
import { parseData, readText } from '../../../files/data-file.ts';
import { RevisionRequest, Versioned } from './schema.ts';
import { revisionFormatVersion } from './version.ts';

/**
 * Answers one request of another revision's gate. A request of another version gets this version alone: the gate then knows that
 * the two cannot be compared.
 *
 * @param requestFile where the request is
 * @param responseFile where the response is written
 * @throws {UserError} the request or a file of this project is malformed, or nothing could be run.
 */
export async function respond(requestFile: string, responseFile: string): Promise<void> {
  await writeFile(responseFile, JSON.stringify(await responseTo(readText(requestFile, 'request'), requestFile)));
}

async function responseTo(text: string, path: string): Promise<unknown> {
  const { version } = parseData(text, path, Versioned, 'request');
  if (version !== revisionFormatVersion) return { version: revisionFormatVersion };
  const { thorough, run } = parseData(text, path, RevisionRequest, 'request');
  if (!run) return (await import('./state.ts')).readState(thorough);
  return (await import('./outcomes.ts')).runForGate(run, thorough);
}
