import { badge, fold, sourceLink } from '../../html/components/elements.ts';
import { count, verdictLabels } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { AppliedIssue } from '../../implementations/behaviour.ts';
import { issueAnchor, type SiteLinks } from '../paths.ts';
import { replayLine } from './replay.ts';
import { verdict } from './scenario-matrix.ts';

/** More known issues, and more cases of one, than that are counted: the page's data has all. */
const most = { issues: 200, cases: 20 };

/** The known issues behind cases: what each does to a user, on what it rests, whether its maintainers know, and how to see it. */
export function issueList(issues: readonly AppliedIssue[], links: SiteLinks): Markup {
  return html`<ol class="issues">${issues.slice(0, most.issues).map((one) => item(one, links))}</ol>
    ${issues.length > most.issues && html`<p class="note">… and ${count(issues.length - most.issues, 'known issue')} more, in the JSON of this page.</p>`}`;
}

function item({ issue, cases, command, reproduction }: AppliedIssue, links: SiteLinks): Markup {
  const { title, impact, seen_by_users, evidence, cause, upstream, state } = issue;
  const said = [
    html`evidence: ${evidence.grade}, ${evidence.source.startsWith('https://') ? sourceLink({ title: 'source', url: evidence.source }) : evidence.source}`,
    typeof upstream === 'string' ? upstream : sourceLink({ title: `upstream: ${upstream.state}`, url: upstream.url }),
    ...contest(issue, links),
    ...(reproduction === undefined ? [] : [html`<span>shown by <code>${reproduction}</code></span>`]),
  ];
  return html`<li class="issue" id=${issueAnchor(issue)}>
    <p class="issue-head">${badge(verdictLabels[impact === 'rejects' ? 'not-expressible' : 'known-failure'])} <strong>${title}</strong> <span class="note">${impact}${state !== undefined && `, ${stateOf(state)}`}; ${count(cases.length, 'case')}</span></p>
    ${seen_by_users !== undefined && html`<p>${seen_by_users}</p>`}
    <p>${cause}</p>
    <p class="note issue-said">${said.map((each, i) => html`${i > 0 && ' · '}${each}`)}</p>
    ${command !== undefined && replayLine(command)}
    ${fold('Its cases', count(cases.length, 'case'), caseItems(cases, links))}
  </li>`;
}

function contest(issue: AppliedIssue['issue'], links: SiteLinks): Markup[] {
  const url = links.contest(issue);
  return url === undefined ? [] : [sourceLink({ title: 'contest it', url })];
}

const stateOf = (state: NonNullable<AppliedIssue['issue']['state']>): Markup =>
  typeof state === 'string' ? state : sourceLink({ title: 'by design', url: state.by_design });

function caseItems(cases: AppliedIssue['cases'], links: SiteLinks): Markup {
  return html`<ul class="issue-cases">${cases.slice(0, most.cases).map((c) => html`<li>${verdict(c, links)} <code class="id">${c.id}</code></li>`)}</ul>
    ${cases.length > most.cases && html`<p class="note">… and ${count(cases.length - most.cases, 'case')} more, in the JSON of this page.</p>`}`;
}
