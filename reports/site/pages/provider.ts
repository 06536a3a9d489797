import type { ProviderApi } from '../../../matrix/model.ts';
import { prose, sourceLink } from '../../html/components/elements.ts';
import { errataList } from '../../html/components/errata.ts';
import { html } from '../../html/markup.ts';
import type { ColumnView } from '../../html/view.ts';
import { adapterTable } from '../components/adapter-table.ts';
import { cellTable } from '../components/cell-table.ts';
import { adapterLine, cellLine, headOf } from '../data/rows.ts';
import type { SiteModel } from '../model.ts';
import type { Page, PagePlan } from '../page.ts';
import { pageHead, section } from '../page-header.ts';
import { type SiteLinks, stems } from '../paths.ts';

/** A provider API: a column of the grid. */
export const providerPages = (model: SiteModel): PagePlan[] =>
  model.view.columns.map((column) => ({
    stem: stems.provider(column.provider.id),
    make: (links) => providerPage(column, model, links),
  }));

function providerPage({ provider, adapters, cells }: ColumnView, model: SiteModel, links: SiteLinks): Page {
  const own = cells.flatMap((cell) => cell ?? []);
  const tried = own.filter((cell) => cell.cases.length > 0).length;
  const { lifecycle, sdk } = provider;
  return {
    title: provider.title,
    section: 'index',
    crumbs: [{ title: 'Overview', address: links.to(`${stems.index}.html`) }],
    main: html`
      ${pageHead({
        kicker: 'Provider API',
        title: provider.title,
        lede: prose(provider.description),
        stats: [
          {
            name: 'Lifecycle',
            value: lifecycle.status === 'ga' ? 'generally available' : lifecycle.status,
            note: html`${span(lifecycle)} ${sourceLink(lifecycle.source)}`,
          },
          { name: 'SDK that was read', value: sdk.version, note: html`<code>${sdk.package}</code>` },
          { name: 'Tools tried', value: `${tried} of ${own.length}` },
          { name: 'Adapters', value: adapters.length },
        ],
      })}
      ${lifecycle.notes !== undefined && html`<p class="after-head">${prose(lifecycle.notes)}</p>`}
      ${section('cells', 'Tools', cellTable(own, 'Tool', links))}
      ${section('adapters', 'Adapters', adapters.length > 0 ? adapterTable(adapters, model, links) : html`<p>No adapter for this API took part in this run.</p>`)}
      ${provider.errata && section('errata', 'Errata of the ADR', errataList(provider.errata, model.view.errata))}`,
    data: {
      ...headOf(model),
      page: 'provider',
      id: provider.id,
      title: provider.title,
      lifecycle,
      sdk,
      cells: own.map((cell) => cellLine(cell, links)),
      adapters: adapters.map((a) => adapterLine(a, model, links)),
    },
  };
}

function span({ since, until }: ProviderApi['lifecycle']): string {
  const words = [since === undefined ? [] : `since ${since}`, until === undefined ? [] : `until ${until}`].flat();
  return words.length === 0 ? '' : `${words.join(', ')};`;
}
