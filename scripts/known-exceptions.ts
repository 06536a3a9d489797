import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { discoverAdapters, repositoryFolder } from '../spec/engine/discover.ts';
import { type Exception, loadExceptions } from '../spec/engine/exceptions.ts';

/** The exceptions of all implementations that lie here. @throws {UserError} a file of them is malformed. */
export async function knownExceptions(root: string = repositoryFolder): Promise<readonly Exception[]> {
  const implementations = new Set((await discoverAdapters(root)).map(({ implementation }) => implementation));
  const paths = [...implementations].map((name) => join(root, 'adapters', name, 'exceptions.yaml'));
  return (await Promise.all(paths.filter((path) => existsSync(path)).map(loadExceptions))).flat();
}
