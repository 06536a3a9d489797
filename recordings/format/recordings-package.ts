/** Recordings of one provider API as a package of their own: whoever judges adapters of one API needs those of no other. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { cassettesFolder } from './cassette-path.ts';

/** The name of the package that has the recordings of a provider API. */
export const recordingsPackage = (providerApi: string): string => `${packageJson.name}-${providerApi}`;

/**
 * The folder with the recordings of a provider API, laid out as `recordings/cassettes`: that of the repository, or that of the package,
 * looked for beside this one and from the working directory.
 *
 * @throws {UserError} the package is not installed, or is of another version than this one.
 */
export function recordingsFolder(
  providerApi: string,
  own: string = cassettesFolder,
  from: string = process.cwd(),
): string {
  if (existsSync(join(own, providerApi))) return own;
  const name = recordingsPackage(providerApi);
  const hint = `npm install --save-dev ${name}@${packageJson.version}`;
  const file = `${name}/package.json`;
  const path = resolved(import.meta.url, file) ?? resolved(join(from, 'package.json'), file);
  if (path === undefined) throw new UserError(`the recordings of "${providerApi}" are not installed`, { hint });
  const { version } = createRequire(import.meta.url)(path) as { readonly version: string };
  if (version !== packageJson.version) {
    const message = `the recordings of "${providerApi}" are of version ${version}, and the suite is ${packageJson.version}`;
    throw new UserError(message, { where: path, hint });
  }
  return join(dirname(path), 'cassettes');
}

function resolved(from: string, specifier: string): string | undefined {
  try {
    return createRequire(from).resolve(specifier);
  } catch {
    return undefined;
  }
}
