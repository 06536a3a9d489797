import { type CellState, cellStates } from '../../cells/cell-state.ts';
import type { SnapshotLibrary } from '../../snapshot/schema.ts';
import { link, thousands } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { Page, PagePlan, PagesModel } from '../model.ts';
import { issuesOfAdapter, paths, type To } from '../paths.ts';
import { word } from '../words.ts';
import { allIssuesPage, countedIssues, notTold } from './all-issues.ts';
import { columnsOf, countsOf } from './cells.ts';
import { libraryPage, packages, roles } from './page.ts';

/** The list of libraries, and a page for each. */
export function libraryPlans(model: PagesModel): PagePlan[] {
  return [
    { path: paths.libraries, make: (to) => librariesPage(model, to) },
    { path: paths.knownIssues, make: (to) => allIssuesPage(model, to) },
    ...model.lookup.snapshot.libraries.map(
      (library): PagePlan => ({
        path: paths.library(library.id),
        make: (to) => libraryPage(library, { model, to }),
      }),
    ),
  ];
}

/** Words that an offered cell can have, in the order of the legend. */
const words = (Object.keys(cellStates) as CellState[]).filter((state) => !state.startsWith('not-offered'));

/** All libraries, with how many cells have which word. They are in no order of merit. */
function librariesPage(model: PagesModel, to: To): Page {
  const { libraries } = model.lookup.snapshot;
  const others = libraries.filter(({ role }) => role !== 'library');
  const rows = (of: readonly SnapshotLibrary[]) => of.map((library) => row(library, model, to));
  return {
    path: paths.libraries,
    title: 'Libraries',
    description: 'The libraries that are judged, with their packages and how many cells have which word',
    section: 'libraries',
    main: html`
      <p class="crumb">${link(to(paths.index), 'Grid')} / Libraries</p>
      <h1>Libraries</h1>
      <p class="lede">A cell is a tool on a provider API. Libraries are in the order of their use, not of merit.</p>
      <section aria-label="Libraries"><table class="data stack counts">
        <thead><tr><th scope="col">Library</th><th scope="col">Provider APIs</th>${words.map((state) => html`<th scope="col">${word(state)}</th>`)}<th scope="col">Offered cells</th><th scope="col">Known issues</th><th scope="col">Not told yet</th></tr></thead>
        <tbody>${rows(libraries.filter(({ role }) => role === 'library'))}</tbody>
        ${others.length > 0 && html`<tbody><tr class="group"><th colspan=${words.length + 5} scope="rowgroup">For comparison <span>No libraries: neither is the best of a cell where a library is judged.</span></th></tr>${rows(others)}</tbody>`}
      </table></section>`,
  };
}

function row(library: SnapshotLibrary, model: PagesModel, to: To): Markup {
  const { offered, words: own } = countsOf(library, model);
  const issues = countedIssues(model, library.id);
  const address = issues.length > 0 ? to(`${paths.knownIssues}#${issuesOfAdapter(library.id)}`) : undefined;
  return html`<tr>
    <th scope="row">${link(to(paths.library(library.id)), library.title)}<p class="mut fine">${roles[library.role]}${packages(library)}</p></th>
    <td class="half" data-l="Provider APIs">${columnsOf(library, model).length}</td>
    ${words.map((state) => html`<td class="half" data-l=${cellStates[state].word}>${own.get(state) ?? 0}</td>`)}
    <td class="half" data-l="Offered cells">${thousands(offered)}</td>
    <td class="half" data-l="Known issues">${link(address, thousands(issues.length))}</td>
    <td class="half" data-l="Not told yet">${notTold(issues)}</td>
  </tr>`;
}
