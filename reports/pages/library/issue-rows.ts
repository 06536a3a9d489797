import { type Impact, impacts } from '../../../spec/verdicts/impact.ts';
import type { SnapshotIssue } from '../../snapshot/schema.ts';
import type { PagesModel } from '../model.ts';

/** Known issues of a library that say the same of several provider APIs: one row. */
export interface IssueRow {
  readonly issues: readonly [SnapshotIssue, ...SnapshotIssue[]];
  /** In how many core and extended conversations of the tools of the matrix they are a gap; a conversation counts for each provider API. */
  readonly conversations: number;
}

/** Why a known issue is not counted against its library; `undefined` where it is. */
export type IssueState = SnapshotIssue['state'];

/** The known issues of a library in a state, in rows: those that most conversations have come first. Pure. */
export function issueRows(
  model: PagesModel,
  library: string,
  state: IssueState,
): ReadonlyMap<Impact, readonly IssueRow[]> {
  const { knownIssues, verdicts } = model.lookup.snapshot;
  const tools = new Set(model.lookup.rows.map(({ id }) => id));
  const conversations = new Map<string, number>();
  for (const { gaps } of verdicts.filter((v) => v.library === library && tools.has(v.tool))) {
    for (const gap of gaps) {
      if ('issue' in gap) conversations.set(gap.issue, (conversations.get(gap.issue) ?? 0) + gap.conversations);
    }
  }
  const own = knownIssues.filter((issue) => issue.library === library && issue.state === state);
  const rows = [...Map.groupBy(own, ({ impact, title }) => `${impact} ${title}`).values()]
    .map((issues) => ({
      issues: issues as [SnapshotIssue, ...SnapshotIssue[]],
      conversations: issues.reduce((sum, { id }) => sum + (conversations.get(id) ?? 0), 0),
    }))
    .toSorted((a, b) => b.conversations - a.conversations);
  const byImpact = Map.groupBy(rows, ({ issues: [{ impact }] }) => impact);
  return new Map(impacts.flatMap((impact) => (byImpact.has(impact) ? [[impact, byImpact.get(impact) ?? []]] : [])));
}

export const issuesIn = (rows: readonly IssueRow[]): number => rows.reduce((sum, { issues }) => sum + issues.length, 0);
