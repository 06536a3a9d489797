/** Environments of programs in Python: each has one of its own, which `npm run setup:python` makes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const repositoryFolder = join(import.meta.dirname, '../..');

/** The folder of an environment. */
export const environmentOf = (name: string): string => join(repositoryFolder, '.python', name);

/** Its interpreter. */
export const interpreterOf = (name: string): string =>
  join(environmentOf(name), ...(process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']));

/** What an environment is made of: the file that its stamp is of. */
export const requirementsOf = (folder: string): string => join(folder, 'requirements.txt');

/** Tells an environment of these requirements from any other. */
export const stampOf = (folder: string): string =>
  createHash('sha256')
    .update(readFileSync(requirementsOf(folder)))
    .digest('hex');

/** The command that makes an environment. */
export const setupCommand = (name: string): string => `npm run setup:python -- ${name}`;
