/** A case of a run as a program of its own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readText } from '../../lib/data-file.ts';
import { closest } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { type CutClaim, claimPlace, cutClaim } from '../../reports/reproduce/claim.ts';
import { reproductionText } from '../../reports/reproduce/reproduction.ts';
import { EvidenceReader } from '../../reports/results/evidence-files.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { issuesIn } from '../../spec/results/case-result.ts';
import type { CaseResult, ListedIssue, Results } from '../../spec/results/schema.ts';

/**
 * The text of the program; see {@link reproductionText}.
 *
 * @param id the case
 * @param folder of the run
 * @param root of the project, where the adapters are
 * @param known the known issue that is shown; unless told, the first that has a reproduction
 * @throws {UserError} the run has no such case, or it was not played; its reproduction is missing or none.
 */
export async function reproductionOf(
  id: string,
  results: Results,
  folder: string,
  root: string = repositoryFolder,
  known?: ListedIssue,
): Promise<string> {
  const found = results.cases.find((each) => each.id === id);
  if (!found) throw noSuchCase(id, results);
  const issue = known ?? issueOf(found, results);
  const adapter = results.run.adapters.find((each) => each.id === found.adapter);
  return reproductionText(
    {
      id,
      mode: found.mode,
      known: issue && { reason: issue.cause, source: issue.evidence.source },
      claim: issue && claimOf(issue, root),
      packages: adapter?.packages ?? [],
      exchanges: exchangesOf(found, new EvidenceReader(folder, results)),
    },
    await readFile(join(repositoryFolder, 'reports/reproduce/serve-responses.js'), 'utf8'),
  );
}

/** The known issue that a case shows: the first that has a reproduction, else the first. */
function issueOf(c: CaseResult, { run }: Results): ListedIssue | undefined {
  const issues = issuesIn(run)(c);
  return issues.find(({ reproduction }) => reproduction !== undefined) ?? issues[0];
}

/** What shows that the library alone fails, where something is listed that shows it. @throws {UserError} it is not there, or malformed */
function claimOf(
  { place, reproduction }: Pick<ListedIssue, 'place' | 'reproduction'>,
  root: string = repositoryFolder,
): CutClaim | undefined {
  if (reproduction === undefined) return undefined;
  return cutClaim(claimPlace(place, reproduction), (file) => readText(join(root, file), 'reproductions file'));
}

function exchangesOf({ id, evidenceSha256, replay }: CaseResult, evidence: EvidenceReader): Exchange[] {
  const seen = evidenceSha256 === undefined ? undefined : evidence.read(evidenceSha256);
  if (!seen) {
    throw new UserError(`the results have no evidence of case "${id}"`, { hint: `run: ${replay}` });
  }
  // Evidence is what a run has seen: its exchanges are written as they are.
  const exchanges = [...seen.steps.flatMap((step) => step.exchanges), ...(seen.closing ?? [])];
  return exchanges as Exchange[];
}

function noSuchCase(id: string, { cases }: Results): UserError {
  const near = closest(
    id,
    cases.map((each) => each.id),
  );
  return new UserError(`this run has no case "${id}"`, {
    hint: near === undefined ? 'ids look like <adapter>/<tool>/<scenario>/<mode>' : `did you mean "${near}"?`,
  });
}
