import type { CellState } from '../../cells/cell-state.ts';
import type { SnapshotProvider, SnapshotTool } from '../../snapshot/schema.ts';
import { link, section } from '../elements.ts';
import { wordCounts } from '../library/cells.ts';
import { html } from '../markup.ts';
import type { Page, PagePlan, PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { lifecycleWords } from './cell-notes.ts';
import { providerPage } from './provider-page.ts';
import { toolPage } from './tool-page.ts';

/** The list of provider APIs and tools, and a page for each. */
export function supportPlans(model: PagesModel): PagePlan[] {
  return [
    { path: paths.providerApis, make: (to) => providerApisPage(model, to) },
    ...model.matrix.providers.map(
      (provider): PagePlan => ({
        path: paths.providerApi(provider.id),
        make: (to) => providerPage(provider, model, to),
      }),
    ),
    ...model.lookup.snapshot.tools.map(
      (tool): PagePlan => ({ path: paths.tool(tool.id), make: (to) => toolPage(tool, model, to) }),
    ),
  ];
}

/** All provider APIs and all tools, with what is offered. */
function providerApisPage(model: PagesModel, to: To): Page {
  const { providerApis } = model.lookup.snapshot;
  const tools = model.lookup.rows;
  const sdks = new Map(model.matrix.providers.map(({ id, sdk }) => [id as string, `${sdk.package} ${sdk.version}`]));
  return {
    path: paths.providerApis,
    title: 'Provider APIs',
    description: 'The provider APIs and tools of the matrix: what is offered, and how far libraries can use it',
    section: 'provider-apis',
    main: html`
      <p class="crumb">${link(to(paths.index), 'Grid')} / Provider APIs</p>
      <h1>Provider APIs</h1>
      <p class="lede">What providers offer, and the best word of any library for it. Where no library is judged, the word is that of the reference adapter.</p>
      ${section(
        'provider-apis',
        'Provider APIs',
        'The most used first.',
        html`<table class="data stack"><thead><tr><th scope="col">Provider API</th><th scope="col">Lifecycle</th><th scope="col">Offered tools</th><th scope="col">Best library, by tool</th><th scope="col">SDK that was read</th></tr></thead>
        <tbody>${providerApis.map((api) => {
          const offered = tools.filter(({ id }) => model.lookup.isOffered(id, api.id));
          return html`<tr><th scope="row">${link(to(paths.providerApi(api.id)), api.title)}</th><td data-l="Lifecycle">${lifecycle(api)}</td><td data-l="Offered tools">${offered.length} of ${tools.length}</td><td data-l="Best library">${best(
            offered.map((tool) => [tool, api]),
            model,
          )}</td><td data-l="SDK">${sdks.get(api.id)}</td></tr>`;
        })}</tbody></table>`,
      )}
      ${section(
        'tools',
        'Tools',
        'The most used first.',
        html`<table class="data stack"><thead><tr><th scope="col">Tool</th><th scope="col">Offered by</th><th scope="col">Best library, by provider API</th><th scope="col">Also called</th></tr></thead>
        <tbody>${tools.map((tool) => {
          const offering = providerApis.filter(({ id }) => model.lookup.isOffered(tool.id, id));
          return html`<tr><th scope="row">${link(to(paths.tool(tool.id)), tool.title)}</th><td data-l="Offered by">${offering.length} of ${providerApis.length}</td><td data-l="Best library">${best(
            offering.map((api) => [tool, api]),
            model,
          )}</td><td data-l="Also called" class="mut">${tool.alsoCalled?.join(', ')}</td></tr>`;
        })}</tbody></table>`,
      )}`,
  };
}

const lifecycle = ({ lifecycle: status, since, until }: SnapshotProvider): string =>
  [
    lifecycleWords[status],
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(until === undefined ? [] : [`retired from ${until}`]),
  ].join(', ');

/** How many of the cells have which word. */
function best(cells: readonly (readonly [SnapshotTool, SnapshotProvider])[], { lookup }: PagesModel): string {
  const words = cells.map(([tool, api]): CellState => lookup.best(tool.id, api.id).word);
  return wordCounts(new Map([...Map.groupBy(words, (word) => word)].map(([word, own]) => [word, own.length])));
}
