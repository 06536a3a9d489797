import { gzipSync } from 'node:zlib';
import type { CaseResult } from '../../../spec/results/schema.ts';
import type { PagesModel } from '../model.ts';
import { paths } from '../paths.ts';

/** Kinds of cases of which a page can show what was seen. Fault and client setup cases have thousands of trials. */
const shown: ReadonlySet<CaseResult['kind']> = new Set(['scenario', 'rejection', 'declaration', 'abort']);

/** Whether a page can show what was seen of a case when it is asked for. */
export const isLoadable = (c: CaseResult): boolean => shown.has(c.kind) && c.evidenceSha256 !== undefined;

/**
 * What was seen of the cases of each page, as a script that a page loads when it is asked for: a page that was opened as a file may load
 * nothing else. In base64, so that nothing in it can be code. The same evidence gives the same bytes.
 *
 * @param textOf what was seen of a case, as JSON: where it lies as text it need not be read
 * @throws {UserError} evidence cannot be read
 */
export function* cellEvidence(
  model: PagesModel,
  textOf: (c: CaseResult) => string | undefined = (c) => JSON.stringify(model.evidence(c)),
): Iterable<{ readonly path: string; readonly content: string }> {
  for (const { tool, providerApi, library } of model.lookup.snapshot.verdicts) {
    const cases = model.cases(tool, providerApi, library).filter(isLoadable);
    const seen = cases.flatMap((c) => {
      const text = textOf(c);
      return text === undefined ? [] : `${JSON.stringify(c.id)}:${text}`;
    });
    if (seen.length === 0) continue;
    const path = paths.evidence(tool, providerApi, library);
    const packed = gzipSync(`{${seen.join(',')}}`, { level: 9 }).toString('base64');
    yield { path, content: `loadEvidence("${path}","${packed}")\n` };
  }
}
