/** Environments of programs in Python: each has one of its own, which `npm run setup:python` makes. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

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

/** True where an environment is there, of just these requirements. */
export function isSetUp(name: string, folder: string): boolean {
  const stamp = join(environmentOf(name), 'stamp');
  return existsSync(interpreterOf(name)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(folder);
}

/**
 * What to do before an implementation can be judged on this machine; nothing where it can. One in Python has requirements, or says in
 * `engines` of its package that it needs Python alone.
 */
export function missingPrerequisite(implementation: string): string | undefined {
  const folder = join(repositoryFolder, 'adapters', implementation);
  if (existsSync(requirementsOf(folder))) {
    return isSetUp(implementation, folder) ? undefined : setupCommand(implementation);
  }
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const { engines } = JSON.parse(readFileSync(file, 'utf8')) as {
    engines?: { python?: string };
  };
  if (!engines?.python || (process.env.PATH ?? '').split(delimiter).some((each) => existsSync(join(each, 'python3'))))
    return undefined;
  return `install Python ${engines.python}`;
}

/** What no program in Python needs to do here: load price lists, tell anybody what it does, trust anybody, be another in each run. */
export const quiet = {
  // Sets have the order of the hashes of what they hold, and libraries send lists that were sets.
  PYTHONHASHSEED: '0',
  // Each client of a library reads all authorities that there are, which takes longer than its case. A certificate is given where one is needed.
  SSL_CERT_FILE: join(import.meta.dirname, 'no-authority.pem'),
  LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  LITELLM_TELEMETRY: 'False',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
  OTEL_SDK_DISABLED: 'true',
  AWS_EC2_METADATA_DISABLED: 'true',
};
