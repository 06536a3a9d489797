import { existsSync, statSync } from 'node:fs';
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
  /** Where it runs; absolute. */
  readonly folder: string;
  /** Path of its known issues, absolute: of their file, or of a folder with one for each provider API, as adapters/<implementation> is. */
  readonly knownIssues?: string;
  /** Whether every message to it and from it is printed, and held to the whole of its shape. */
  readonly showsMessages?: true;
  /** The command, as it may be published. */
  readonly told: string;
  /** The options of `atc run` that choose it, but for the columns, as they may be published. */
  readonly chosenBy: string;
}

/** Its generated suite, relative to the repository. */
const suite = 'spec/external-adapter/suite.ts';

/** The options of `atc run` that choose a program for one column. */
export const chosenByOf = (chosenBy: string, providerApi: ProviderApiId): string =>
  `${chosenBy} --provider ${providerApi}`;

/** What a run knows of it: an adapter for each of its columns. Instead of packages, whose versions nobody knows, there is the command. */
export function adaptersOf({
  implementation,
  providerApis,
  knownIssues,
  told,
  chosenBy,
}: Program): readonly DiscoveredAdapter[] {
  return providerApis.map((providerApi) => ({
    id: adapterId(implementation, providerApi),
    implementation,
    providerApi,
    suite,
    ...knownIssuesFor(knownIssues, providerApi),
    chosenBy: chosenByOf(chosenBy, providerApi),
    packages: [{ name: 'command', version: told }],
  }));
}

/** The file of the known issues for one column, where there is one. */
export function knownIssuesFor(
  path: string | undefined,
  providerApi: ProviderApiId,
): { readonly knownIssues?: string } {
  if (path === undefined) return {};
  if (!statSync(path).isDirectory()) return { knownIssues: path };
  const own = join(path, providerApi, 'known-issues.yaml');
  return existsSync(own) ? { knownIssues: own } : {};
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
