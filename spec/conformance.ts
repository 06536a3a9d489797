/** The generated suite of an adapter of this repository: `adapters/<implementation>/<provider API>/conformance.test.ts`. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject, test } from 'vitest';
import { describeSuite } from './describe-suite.ts';
import { knownIssuesOf, repositoryFolder, suiteIn } from './engine/discover.ts';
import type { CaseSource, SuiteSettings } from './engine/selection.ts';
import type { SuiteSubject } from './engine/suite.ts';
import { missingPrerequisite } from './process/python-environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `atc run` selects, and has read; absent when vitest is started by itself, which runs everything. */
    conformance?: {
      readonly settings: SuiteSettings;
      readonly source: CaseSource;
      /** Suites that the same process runs behind one, in its file: of those vitest is not told. */
      readonly following: Readonly<Record<string, readonly string[]>>;
    };
  }
}

/**
 * Declares the cases of an adapter, and of those whose suites follow it. Its test file is this one call.
 *
 * A suite that cannot be declared, for the matrix, a scenario file or its known issues are malformed, is a test that fails: what follows it runs.
 */
export async function describeConformance(subject: SuiteSubject): Promise<void> {
  const { settings, source, following } = inject('conformance') ?? {};
  const suite = suiteIn(subject.implementation, subject.providerApi);
  // `atc run` has left it out, or demands it.
  const missing = settings ? undefined : missingPrerequisite(subject.implementation);
  if (missing !== undefined) {
    test.skip(`not set up on this machine: ${missing}`, () => {});
    return;
  }
  await declared(suite, () => describeSuite({ ...ownIssues(subject), ...subject }, settings, source));
  for (const other of following?.[suite] ?? []) {
    await declared(other, () => import(pathToFileURL(join(repositoryFolder, other)).href));
  }
}

/** What is known of an adapter of this repository, unless its suite says something else. */
function ownIssues({ implementation, providerApi }: SuiteSubject): Pick<SuiteSubject, 'knownIssues'> {
  const { knownIssues } = knownIssuesOf(implementation, providerApi);
  return knownIssues === undefined ? {} : { knownIssues: join(repositoryFolder, knownIssues) };
}

async function declared(suite: string, declare: () => Promise<unknown>): Promise<void> {
  try {
    await declare();
  } catch (error) {
    test(suite, () => {
      throw error;
    });
  }
}
