import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../files/user-error.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';

/** SDKs are installed for the reference adapters. */
const installedFor = pathToFileURL(join(repositoryFolder, 'adapters/reference/package.json'));

/** The folder of an installed SDK. @throws {UserError} it is not installed. */
export const packageFolder = (name: string): string => dirname(packageFile(name));

/** The exact version of an installed SDK. @throws {UserError} it is not installed. */
export const packageVersion = (name: string): string =>
  (JSON.parse(readFileSync(packageFile(name), 'utf8')) as { version: string }).version;

function packageFile(name: string): string {
  const path = findPackageJSON(name, installedFor);
  if (path) return path;
  throw new UserError(`the SDK ${name} is not installed`, {
    where: 'adapters/reference/package.json',
    hint: 'declare it there, and run: npm ci',
  });
}
