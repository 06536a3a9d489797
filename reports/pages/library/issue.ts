import type { ListedIssue } from '../../../spec/results/schema.ts';
import { type Impact, impacts } from '../../../spec/verdicts/impact.ts';
import type { SnapshotIssue } from '../../snapshot/schema.ts';
import { command, count, link, list, prose, reproduceCommand, source, upstream } from '../elements.ts';
import { html, isLinkable, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import { issueAnchor, paths, type To } from '../paths.ts';
import { grade } from '../words.ts';

/** What rows of known issues are made from. */
export interface IssueView {
  readonly model: PagesModel;
  readonly to: To;
}

/** The most tools that are named in a row; of more their number is, and the names are within. */
const mostNamed = 3;

/** A known issue, or one that several provider APIs have, with all that is known of it folded. */
export function issueRow({ issues }: IssueRow, view: IssueView): Markup {
  const [first, ...others] = issues;
  const seen = [...new Set(issues.flatMap(({ seenByUsers }) => seenByUsers ?? []))];
  const parts = partsOf(issues, view);
  return html`<li id=${issueAnchor(first.id)}>
    <div><b>${prose(first.title)}</b>${seen.map((each) => html`<p>${prose(each)}</p>`)}
      <details><summary>Cause and reproduction</summary>
        ${parts.map(({ of, content }) => html`${parts.length > 1 && html`<h4>${list(of.map(({ providerApi }) => titleOf(providerApi, view)))}</h4>`}${of.map((issue) => others.includes(issue) && html`<span id=${issueAnchor(issue.id)}></span>`)}${content}`)}
      </details></div>
    <div>${others.length === 0 ? placeOf(first, view) : placesOf(issues, view)}</div>
    <div>${distinct(issues, ({ evidence }) => evidence).map(({ evidence }, i) => html`${i > 0 && html`<br/>`}${grade(evidence)}`)}</div>
    <div>${distinct(issues, ({ upstream: told, fixed, byDesign }) => JSON.stringify([told, fixed, byDesign])).map((issue, i) => html`${i > 0 && html`<br/>`}${standing(issue)}`)}</div>
  </li>`;
}

/** Tools and provider API; where they are few, with a link to each cell. */
const placeOf = (issue: SnapshotIssue, view: IssueView): Markup =>
  html`${toolsOf(issue, view)}<br/>${titleOf(issue.providerApi, view)}`;

/** Its tools, with a link to each cell; where they are many, how many. */
export const toolsOf = (issue: SnapshotIssue, view: Pick<IssueView, 'model' | 'to'>): Markup =>
  isNamed(issue) ? cellLinks(issue, view) : count(issue.tools.length, 'tool');

const isNamed = ({ tools }: SnapshotIssue): boolean => tools.length > 0 && tools.length <= mostNamed;

/** The same of several provider APIs: the links to their cells are within. */
function placesOf(issues: readonly SnapshotIssue[], { model }: IssueView): Markup {
  const tools = [...new Set(issues.flatMap((issue) => issue.tools))];
  const named = tools.length <= mostNamed;
  return html`${named ? list(tools.map((tool) => model.lookup.titles.tool(tool))) : count(tools.length, 'tool')}<br/>${issues.length} provider APIs`;
}

const cellLinks = (
  { tools, providerApi, library }: SnapshotIssue,
  { model, to }: Pick<IssueView, 'model' | 'to'>,
): Markup =>
  list(tools.map((tool) => link(to(paths.cell(tool, providerApi, library)), model.lookup.titles.tool(tool))));

const titleOf = (providerApi: string, { model }: IssueView): string => model.lookup.titles.providerApi(providerApi);

function standing(issue: SnapshotIssue): Markup {
  if (issue.byDesign === undefined) return upstream(issue);
  return html`${source('by design', issue.byDesign)}, not counted`;
}

const distinct = <T>(items: readonly T[], by: (item: T) => string): T[] =>
  [...new Map(items.toReversed().map((item) => [by(item), item])).values()].toReversed();

/** What is known of each: said once where it is the same of several. */
function partsOf(issues: readonly SnapshotIssue[], view: IssueView) {
  const all = issues.map((issue) => ({ issue, listed: view.model.listed(issue.id) }));
  return [
    ...Map.groupBy(all, ({ listed }) => JSON.stringify([listed?.cause, listed?.evidence, listed?.versions])).values(),
  ].map((same) => ({
    of: same.map(({ issue }) => issue),
    content: html`${same[0]?.listed ? known(same[0].listed) : html`<p>These results have no more on it.</p>`}${same.map(({ issue, listed }) => own(issue, listed, issues.length === 1, view))}`,
  }));
}

function known({ cause, evidence, versions, impact_reason: lighter }: ListedIssue): Markup {
  return html`<p><b>Cause.</b> ${prose(cause)}</p>
    <p><b>Evidence.</b> ${grade(evidence.grade)}: ${isLinkable(evidence.source) ? source(evidence.source, evidence.source) : evidence.source}${evidence.note !== undefined && html`. ${prose(evidence.note)}`}</p>
    ${(versions || lighter !== undefined) && html`<p>${versions && html`<b>Seen in</b> ${versions.seen}${versions.fixed != null && `, fixed in ${versions.fixed}`}. `}${lighter !== undefined && html`<b>Impact.</b> ${prose(lighter)}`}</p>`}`;
}

/** What is of one provider API alone. */
function own(issue: SnapshotIssue, listed: ListedIssue | undefined, isAlone: boolean, view: IssueView): Markup {
  const { repository } = view.model;
  return html`${!(isAlone && isNamed(issue)) && issue.tools.length > 0 && html`<p><b>Cells.</b> ${cellLinks(issue, view)}${!isAlone && `, on ${titleOf(issue.providerApi, view)}`}</p>`}
    ${issue.reproduction !== undefined && command(reproduceCommand(issue))}
    ${listed && repository !== undefined && html`<p><a href=${contestAddress(listed, repository)} rel="noopener noreferrer">Contest this</a> <code>${issue.id}</code></p>`}`;
}

/**
 * The address of a form in which a known issue can be contested: an issue of this project's repository, filled in so far. Pure.
 *
 * @see https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/creating-an-issue#creating-an-issue-from-a-url-query
 */
export function contestAddress({ adapter, id, title, place }: ListedIssue, repository: string): string {
  const body = `${place} says:\n> ${title}\n\nWhat is wrong with it, and where that can be seen:\n`;
  return `${repository}/issues/new?${new URLSearchParams({ title: `Contested: ${adapter}/${id}`, labels: 'contested', body })}`;
}

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
