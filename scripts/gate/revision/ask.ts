import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { parseData } from '../../../files/data-file.ts';
import { UserError } from '../../../files/user-error.ts';
import { environmentFor } from '../../review/player.ts';
import { runToEnd } from '../child.ts';
import { type RevisionRequest, Versioned } from './schema.ts';
import { revisionFormatVersion } from './version.ts';

/** The code of a revision and this gate have no format in common. */
export class IncomparableError extends UserError {
  constructor(what: string) {
    super(`the base cannot be compared: its code ${what}`, {
      hint: 'compare with results instead: run the cases at the base, then gate --base <its results.json>',
    });
  }
}

/**
 * Asks the code of a revision, in a process of its own.
 *
 * @param project the folder of the project at the revision, with packages
 * @param signal ends the process
 * @throws {IncomparableError} it knows no request of this kind, or another version of it.
 * @throws {UserError} it cannot read its own files, cannot run the cases, or the user ended it.
 */
export async function ask<T extends TSchema>(
  project: string,
  request: Omit<RevisionRequest, 'version'>,
  response: T,
  signal?: AbortSignal,
): Promise<Static<T>> {
  const folder = await mkdtemp(join(tmpdir(), `atc-base-${process.pid}-`));
  try {
    const [asked, answered] = [join(folder, 'request.json'), join(folder, 'response.json')];
    await writeFile(asked, JSON.stringify({ version: revisionFormatVersion, ...request }));
    // A compile cache would be of no use: the folder is another one each time.
    const env = { ...environmentFor(process.env), NODE_DISABLE_COMPILE_CACHE: '1' };
    const command = ['scripts/atc.js', '__revision', asked, answered];
    const { complaints } = await runToEnd(process.execPath, command, { cwd: project, env, signal });
    if (!existsSync(answered)) throw unanswered(complaints, existsSync(join(project, command[0] ?? '')));
    return parsed(await readFile(answered, 'utf8'), answered, response);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function parsed<T extends TSchema>(text: string, path: string, response: T): Static<T> {
  const { version } = parseData(text, path, Versioned, 'response of the base');
  if (version === revisionFormatVersion) return parseData(text, path, response, 'response of the base');
  throw new IncomparableError(
    `answers in version ${version} of the gate's format, and this gate reads version ${revisionFormatVersion}`,
  );
}

function unanswered(complaints: string, hasCommandLine: boolean): UserError {
  if (!hasCommandLine || complaints.includes("unknown command '__revision'")) {
    return new IncomparableError(`is older than the gate's format (version ${revisionFormatVersion})`);
  }
  const [first] = complaints
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  return new UserError(`the base cannot be read: ${first || 'its process ended without a response'}`, {
    hint: 'give a results.json of a run at the base instead of its revision',
  });
}
