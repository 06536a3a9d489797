import type { Impact } from '../../../spec/verdicts/impact.ts';
import type { SnapshotLibrary } from '../../snapshot/schema.ts';
import { count, link, section } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import { issuesOfAdapter, paths } from '../paths.ts';
import { tag } from '../words.ts';
import { type IssueView, issueRow } from './issue.ts';
import { type IssueRow, type IssueState, issueRows, issuesIn } from './issue-rows.ts';

/** What an impact does, above the issues that have it, and what those are called that are folded. */
const impactWords: Readonly<Record<Impact, readonly [verb: string, does: string, folded: string]>> = {
  breaks: ['break', 'the conversation fails, or goes wrong without an error', 'that break it'],
  rejects: ['reject', 'the library throws a clear error before it sends anything', 'that reject'],
  loses: ['lose', 'information of the response or the request is missing', 'that lose information'],
  differs: ['differ', 'another form of the same information, which the service accepts', 'that differ'],
};

/** The most rows of an impact that are shown unfolded. One that only differs is a note. */
const mostShown = (impact: Impact): number => (impact === 'differs' ? 0 : 6);

/** What counts against a library, the worst first. */
export function issueSection({ id }: SnapshotLibrary, view: IssueView): Markup {
  const rows = issueRows(view.model, id, undefined);
  const all = issuesIn([...rows.values()].flat());
  if (all === 0)
    return section('issues', 'Known issues', null, html`<p class="empty">None is counted in this run.</p>`);
  const parts = [...rows].map(([impact, own]) => {
    const n = issuesIn(own);
    return `${n} ${n === 1 ? impact : impactWords[impact][0]}`;
  });
  return section(
    'issues',
    'Known issues',
    html`${count(all, 'issue')}: ${parts.join(', ')}. Those that keep most conversations from working come first. ${link(view.to(`${paths.knownIssues}#${issuesOfAdapter(id)}`), 'By provider API')}`,
    [...rows].map(([impact, own]) => ofImpact(impact, own, view)),
  );
}

function ofImpact(impact: Impact, rows: readonly IssueRow[], view: IssueView): Markup {
  const [, does, folded] = impactWords[impact];
  const shown = rows.slice(0, mostShown(impact));
  const more = rows.slice(shown.length);
  return html`<div class="impact"><h3>${tag(impact)}</h3><p>${count(issuesIn(rows), 'issue')}: ${does}</p></div>
    ${shown.length > 0 && issueList(shown, view)}
    ${more.length > 0 && html`<details class="more"><summary>${shown.length > 0 ? `${issuesIn(more)} more ${folded}` : `${count(issuesIn(more), 'note')}`}</summary>${issueList(more, view)}</details>`}`;
}

const issueList = (rows: readonly IssueRow[], view: IssueView): Markup =>
  html`<ul class="issues">${rows.map((row) => issueRow(row, view))}</ul>`;

const apart: readonly (readonly [NonNullable<IssueState>, string, string])[] = [
  ['unconfirmed', 'Unconfirmed', 'No recording or document of the provider confirms these yet.'],
  ['by_design', 'By design', 'The maintainers mean these so, and say where.'],
  ['disputed', 'Disputed', 'Somebody contests these, and it is not settled.'],
];

/** What counts nowhere. */
export function apartSection({ id }: SnapshotLibrary, view: IssueView): Markup {
  const found = apart.flatMap(([state, title, why]) => {
    const rows = [...issueRows(view.model, id, state).values()].flat();
    return rows.length > 0 ? [{ title, why, rows }] : [];
  });
  if (found.length === 0) return null;
  return section(
    'not-counted',
    'Not counted',
    'These change no word and no number.',
    found.map(
      ({ title, why, rows }) => html`<div class="impact"><h3>${title}</h3><p>${why}</p></div>
        <details class="more"><summary>${count(issuesIn(rows), 'finding')}</summary>${issueList(rows, view)}</details>`,
    ),
  );
}
