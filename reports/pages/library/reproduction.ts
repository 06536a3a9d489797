import { issuesIn } from '../../../spec/results/case-result.ts';
import type { CaseResult, ListedIssue, Results } from '../../../spec/results/schema.ts';

/** The command that shows a known issue with the library alone; `undefined` where no case of the run shows it and no other. */
export type CommandOf = (issue: ListedIssue) => string | undefined;

/** The commands for the known issues of a run. Pure. */
export function commandsOf({ cases, run }: Results): CommandOf {
  const shown = new Map<ListedIssue, CaseResult>();
  const own = issuesIn(run);
  for (const c of cases) {
    if (c.evidenceSha256 === undefined) continue;
    const issues = own(c);
    // The one that `atc reproduce` shows of a case.
    const issue = issues.find(({ reproduction }) => reproduction !== undefined) ?? issues[0];
    if (issue && !shown.has(issue)) shown.set(issue, c);
  }
  return (issue) => {
    const c = shown.get(issue);
    return c && `npm run --silent atc -- reproduce ${c.id} > reproduction.mjs`;
  };
}
