/** Adapters in Python, each in the environment of its implementation. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '../contract/index.ts';
import { processAdapter } from './adapter.ts';
import { usualLimits } from './json-lines.ts';
import { environmentOf, interpreterOf, quiet, requirementsOf, setupCommand } from './python-environment.ts';

const repositoryFolder = join(import.meta.dirname, '../..');

/** What a bridge in Python is. */
export interface PythonAdapterOptions extends Pick<Adapter, 'implementation' | 'providerApi' | 'capabilities'> {
  /** The module that is run, in the folder of the implementation; unless told, named as the provider API, with underscores. */
  readonly module?: string;
  /** What else its environment holds. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The adapter that a program in Python is. It has `kits/python`, and the environment of its implementation where it has requirements. */
export function pythonAdapter({
  implementation,
  providerApi,
  module,
  environment = {},
  ...declared
}: PythonAdapterOptions): Adapter {
  const folder = join(repositoryFolder, 'adapters', implementation);
  const needsEnvironment = existsSync(requirementsOf(folder));
  return processAdapter({
    id: `${implementation}-${providerApi}`,
    implementation,
    providerApi,
    ...declared,
    program: needsEnvironment ? interpreterOf(implementation) : 'python3',
    arguments: ['-m', module ?? providerApi.replaceAll('-', '_')],
    folder,
    environment: {
      ...quiet,
      PYTHONPATH: join(repositoryFolder, 'kits/python'),
      // Compiled once, and not beside the source.
      PYTHONPYCACHEPREFIX: join(environmentOf(implementation), 'compiled'),
      // The kit says it where the library cannot be imported.
      ENVIRONMENT_HINT: `If its environment is broken, delete .python/${implementation}, and run ${setupCommand(implementation)}.`,
      ...environment,
    },
    prerequisite: needsEnvironment
      ? `Run ${setupCommand(implementation)}.`
      : 'Install Python 3.10 or newer (Debian: apt-get install python3); it needs no packages.',
    // Libraries take seconds to import, on a busy machine many.
    limits: { ...usualLimits, start: 120_000 },
  });
}
