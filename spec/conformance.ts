/** The generated suite of an adapter of this repository: `adapters/<implementation>/<provider API>/conformance.test.ts`. */
import { inject } from 'vitest';
import { describeSuite } from './describe-suite.ts';
import type { CaseSource, SuiteSettings, SuiteSubject } from './engine/suite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `atc run` selects, and has read; absent when vitest is started by itself, which runs everything. */
    conformance?: { readonly settings: SuiteSettings; readonly source: CaseSource };
  }
}

/**
 * Declares the cases of an adapter. Its test file is this one call.
 *
 * @throws {UserError} the matrix, a scenario file or the exceptions file is malformed.
 */
export async function describeConformance(subject: SuiteSubject): Promise<void> {
  const { settings, source } = inject('conformance') ?? {};
  await describeSuite(subject, settings, source);
}
