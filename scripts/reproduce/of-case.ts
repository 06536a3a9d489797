/** A case of a run as a program of its own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readText } from '../../lib/data-file.ts';
import { closest } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { CutClaim } from '../../reports/reproduce/claim.ts';
import { type Reproducible, reproductionText } from '../../reports/reproduce/reproduction.ts';
import { EvidenceReader } from '../../reports/results/evidence-files.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { issuesIn } from '../../spec/results/case-result.ts';
import type { CaseResult, Evidence, ListedIssue, Results } from '../../spec/results/schema.ts';

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
  const { packages = [] } = results.run.adapters.find((each) => each.id === found.adapter) ?? {};
  const seen = found.evidenceSha256 && new EvidenceReader(folder, results).read(found.evidenceSha256);
  if (!seen) throw new UserError(`the results have no evidence of case "${id}"`, { hint: `run: ${found.replay}` });
  return programOf(found, known ?? issueOf(found, results), packages, exchangesIn(seen), root);
}

/** The text for a case, its known issue and what was asked and answered. @throws {UserError} its reproduction is missing or malformed */
export async function programOf(
  { id, mode }: Pick<CaseResult, 'id' | 'mode'>,
  issue: ListedIssue | undefined,
  packages: Reproducible['packages'],
  exchanges: readonly Exchange[],
  root: string = repositoryFolder,
): Promise<string> {
  const claim = issue && (await claimOf(issue, root));
  const known = issue && { id: `${issue.adapter}/${issue.id}`, reason: issue.cause, source: issue.evidence.source };
  const server = claim?.language === 'python' ? 'serve_responses.py' : 'serve-responses.js';
  return reproductionText(
    { id, mode, known, claim, packages, exchanges },
    await readFile(join(repositoryFolder, 'reports/reproduce', server), 'utf8'),
  );
}

/** The known issue that a case shows: the first that has a reproduction, else the first. */
function issueOf(c: CaseResult, { run }: Results): ListedIssue | undefined {
  const issues = issuesIn(run)(c);
  return issues.find(({ reproduction }) => reproduction !== undefined) ?? issues[0];
}

/** What shows that the library alone fails, where something is listed that shows it. @throws {UserError} it is not there, or malformed */
async function claimOf(
  { place, reproduction }: Pick<ListedIssue, 'place' | 'reproduction'>,
  root: string,
): Promise<CutClaim | undefined> {
  if (reproduction === undefined) return undefined;
  // Only now: it parses JavaScript.
  const { claimPlace, cutClaim } = await import('../../reports/reproduce/claim.ts');
  return cutClaim(claimPlace(place, reproduction), (file) => readText(join(root, file), 'reproductions file'));
}

/** Evidence is what was seen: its exchanges are written as they are. */
export const exchangesIn = ({ steps, closing = [] }: Evidence): readonly Exchange[] =>
  [...steps.flatMap((step) => step.exchanges), ...closing] as Exchange[];

function noSuchCase(id: string, { cases }: Results): UserError {
  const near = closest(
    id,
    cases.map((each) => each.id),
  );
  return new UserError(`this run has no case "${id}"`, {
    hint: near === undefined ? 'ids look like <adapter>/<tool>/<scenario>/<mode>' : `did you mean "${near}"?`,
  });
}
