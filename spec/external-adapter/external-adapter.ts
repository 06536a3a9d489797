import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderApiId } from '../../matrix/ids.ts';
import type { Adapter } from '../contract/index.ts';
import { adapterId } from '../engine/case.ts';
import type { DiscoveredAdapter } from '../engine/discover.ts';
import { processAdapter } from '../process/index.ts';

/** A program that speaks the protocol of `spec/process`, to be judged without a folder in `adapters/`. Plain JSON: it crosses a process boundary. */
export interface Program {
  readonly implementation: string;
  /** The columns that it is judged on, each as an adapter. */
  readonly providerApis: readonly ProviderApiId[];
  /** The program and its arguments, as they are started. */
  readonly words: readonly [program: string, ...arguments: string[]];
  /** Where it runs and has its known issues; absolute. */
  readonly folder: string;
  /** Whether every message to it and from it is printed, and held to the whole of its shape. */
  readonly showsMessages?: true;
  /** The command, as it may be published. */
  readonly told: string;
  /** The options of `atc run` that start it, as they may be published. */
  readonly startedBy: string;
}

/** Its generated suite, relative to the repository. */
const suite = 'spec/external-adapter/suite.ts';

/** What a run knows of it: an adapter for each of its columns. Instead of packages, whose versions nobody knows, there is the command. */
export function adaptersOf({
  implementation,
  providerApis,
  folder,
  told,
  startedBy,
}: Program): readonly DiscoveredAdapter[] {
  return providerApis.map((providerApi) => ({
    id: adapterId(implementation, providerApi),
    implementation,
    providerApi,
    suite,
    ...knownIssuesFor(folder, providerApi),
    startedBy,
    packages: [{ name: 'command', version: told }],
  }));
}

/**
 * The known issues of a program for one provider API: `known-issues.yaml` in a folder of that name, as in adapters/<implementation>, else in
 * its own.
 */
export function knownIssuesFor(folder: string, providerApi: ProviderApiId): { readonly knownIssues?: string } {
  const name = 'known-issues.yaml';
  const found = [join(folder, providerApi, name), join(folder, name)].find((path) => existsSync(path));
  return found === undefined ? {} : { knownIssues: found };
}

/**
 * The adapter that it is for one column.
 *
 * @param show told of every message, where messages are shown
 */
export function adapterOf(program: Program, providerApi: ProviderApiId, show: (line: string) => void): Adapter {
  const { implementation, folder, showsMessages } = program;
  const [name, ...words] = program.words;
  return processAdapter({
    id: adapterId(implementation, providerApi),
    implementation,
    providerApi,
    program: name,
    arguments: words,
    folder,
    prerequisite: 'Give a path to it, or install it: it is looked for on PATH.',
    show: showsMessages ? show : undefined,
  });
}
