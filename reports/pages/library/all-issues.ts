import { impacts } from '../../../spec/verdicts/impact.ts';
import type { SnapshotIssue, SnapshotLibrary } from '../../snapshot/schema.ts';
import { count, link, list, prose, section, thousands, upstream } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { Page, PagesModel } from '../model.ts';
import { issueAnchor, issuesOfAdapter, paths, type To } from '../paths.ts';
import { grade, tag } from '../words.ts';
import { toolsOf } from './issue.ts';

/** The known issues of a library that count against it. Pure. */
export const countedIssues = ({ lookup }: Pick<PagesModel, 'lookup'>, library: string): readonly SnapshotIssue[] =>
  lookup.snapshot.knownIssues.filter((issue) => issue.library === library && issue.state === undefined);

/** How many of them the maintainers were not told of. Pure. */
export const notTold = (issues: readonly SnapshotIssue[]): number => issues.filter(isNotTold).length;

const isNotTold = (issue: SnapshotIssue): boolean => issue.upstream === 'not told yet';

/** All known issues that count, by library and provider API: what is wrong there, and what upstream has not heard of. */
export function allIssuesPage(model: PagesModel, to: To): Page {
  const libraries = model.lookup.snapshot.libraries.flatMap((library) => {
    const issues = countedIssues(model, library.id);
    return issues.length > 0 ? [{ library, issues, parts: byProvider(issues, model) }] : [];
  });
  const all = libraries.flatMap(({ issues }) => issues);
  return {
    path: paths.knownIssues,
    title: 'Known issues',
    description: 'What is wrong with which library on which provider API, and what its maintainers were not told yet',
    section: 'libraries',
    main: html`
      <p class="crumb">${link(to(paths.index), 'Grid')} / ${link(to(paths.libraries), 'Libraries')} / Known issues</p>
      <h1>Known issues</h1>
      <p class="lede">${count(all.length, 'known issue')} count against a library. Maintainers were not told of ${notTold(all)} of ${thousands(all.length)} yet: these come first. Cause and reproduction are on the page of the library.</p>
      ${all.length === 0 ? html`<p class="empty">None is counted in this run.</p>` : summary(libraries)}
      ${libraries.map(({ library, issues, parts }) =>
        section(
          issuesOfAdapter(library.id),
          link(to(paths.library(library.id)), library.title),
          told(issues),
          parts.map((part) => ofAdapter(library, part, model, to)),
        ),
      )}`,
  };
}

interface Part {
  readonly providerApi: string;
  readonly title: string;
  readonly issues: readonly SnapshotIssue[];
}

/** The most used provider API first; what was not told first, then the worst. */
function byProvider(issues: readonly SnapshotIssue[], { lookup }: PagesModel): readonly Part[] {
  return lookup.snapshot.providerApis.flatMap(({ id, title }) => {
    const own = issues
      .filter(({ providerApi }) => providerApi === id)
      .toSorted(
        (a, b) => Number(isNotTold(b)) - Number(isNotTold(a)) || impacts.indexOf(a.impact) - impacts.indexOf(b.impact),
      );
    return own.length > 0 ? [{ providerApi: id, title, issues: own }] : [];
  });
}

const told = (issues: readonly SnapshotIssue[]): string =>
  `${count(issues.length, 'issue')}, ${notTold(issues)} of ${issues.length} not told yet`;

const summary = (
  libraries: readonly { library: SnapshotLibrary; issues: readonly SnapshotIssue[]; parts: readonly Part[] }[],
): Markup => html`<section aria-label="By library"><table class="data stack">
  <thead><tr><th scope="col">Library</th><th scope="col">Not told yet</th><th scope="col">By provider API</th></tr></thead>
  <tbody>${libraries.map(
    ({ library, issues, parts }) => html`<tr>
      <th scope="row"><a href="#${issuesOfAdapter(library.id)}">${library.title}</a></th>
      <td data-l="Not told yet">${notTold(issues)} of ${count(issues.length, 'known issue')}</td>
      <td data-l="By provider API">${list(parts.map(({ providerApi, title, issues: own }) => html`<a href="#${issuesOfAdapter(library.id, providerApi)}">${title}</a> ${own.length}`))}</td>
    </tr>`,
  )}</tbody>
</table></section>`;

const ofAdapter = (library: SnapshotLibrary, { providerApi, title, issues }: Part, model: PagesModel, to: To): Markup =>
  html`<div class="impact" id=${issuesOfAdapter(library.id, providerApi)}><h3>${library.title} on ${link(to(paths.providerApi(providerApi)), title)}</h3><p>${told(issues)}</p></div>
    <ul class="issues">${issues.map(
      (issue) =>
        html`<li><div>${link(to(`${paths.library(library.id)}#${issueAnchor(issue.id)}`), prose(issue.title))} ${tag(issue.impact)}</div><div>${toolsOf(issue, { model, to })}</div><div>${grade(issue.evidence)}</div><div>${upstream(issue)}</div></li>`,
    )}</ul>`;
