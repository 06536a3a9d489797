import { link, sourceLink } from '../../html/components/elements.ts';
import { thousands } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { CellView, SubjectView } from '../../html/view.ts';
import { cellTable } from '../components/cell-table.ts';
import { region } from '../components/scroll-region.ts';
import { cellLine, headOf, tallyOf } from '../data/rows.ts';
import type { SiteModel } from '../model.ts';
import type { Page, PagePlan } from '../page.ts';
import { pageHead, section } from '../page-header.ts';
import { type SiteLinks, stems } from '../paths.ts';

/** A tool: a row of the grid. */
export function toolPages(model: SiteModel): PagePlan[] {
  const byTool = Map.groupBy(model.cells, (cell) => cell.tool.id);
  return model.view.tools.map((tool) => ({
    stem: stems.tool(tool.id),
    make: (links) => toolPage(tool, byTool.get(tool.id) ?? [], model, links),
  }));
}

function toolPage(
  tool: SubjectView & { readonly origin?: unknown },
  cells: readonly CellView[],
  model: SiteModel,
  links: SiteLinks,
): Page {
  const tried = cells.filter((cell) => cell.cases.length > 0);
  const tally = tallyOf(tried.flatMap((cell) => cell.cases));
  return {
    title: tool.title,
    section: 'index',
    crumbs: [{ title: 'Overview', address: links.to(`${stems.index}.html`) }],
    main: html`
      ${pageHead({
        kicker: 'Tool',
        title: tool.title,
        lede: tool.description,
        stats: [
          { name: 'Provider APIs tried', value: `${tried.length} of ${cells.length}` },
          {
            name: 'Work',
            value: tried.filter((c) => ['works', 'works-with-gaps', 'in-part'].includes(c.state)).length,
            note: 'at least in part, in this run',
          },
          {
            name: 'Not offered',
            value: tried.filter((c) => c.state === 'not-offered').length,
            note: 'the provider lacks it, and the adapter rejects it',
          },
          { name: 'Cases that pass', value: `${thousands(tally.passed)} of ${thousands(tally.cases)}` },
        ],
      })}
      ${section('providers', 'By provider API', cellTable(cells, 'Provider API', links))}
      ${section('adapters', 'By adapter', adapterRows(tried, links))}
      ${origin(tool)}`,
    data: {
      ...headOf(model),
      page: 'tool',
      id: tool.id,
      title: tool.title,
      cells: cells.map((c) => cellLine(c, links)),
    },
  };
}

/** Who was tried with the tool, and how far each came. */
function adapterRows(tried: readonly CellView[], links: SiteLinks): Markup {
  const rows = tried.flatMap((cell) =>
    [...Map.groupBy(cell.cases, (c) => c.adapter)].map(([adapter, cases]) => ({ adapter, cell, ...tallyOf(cases) })),
  );
  if (rows.length === 0) return html`<p>No adapter was tried with it in this run.</p>`;
  return region(
    'By adapter',
    html`<table class="checks">
    <caption class="unseen">Adapters that were tried</caption>
    <thead><tr><th scope="col">Adapter</th><th scope="col">Provider API</th><th scope="col" class="number">Pass</th><th scope="col" class="number">Known issues</th><th scope="col" class="number">Fail</th></tr></thead>
    <tbody>${rows.map((r) => html`<tr><th scope="row">${link(links.adapter(r.adapter), r.adapter)}</th><td>${link(links.cell(r.cell.tool.id, r.cell.provider.id), r.cell.provider.title)}</td><td class="number">${thousands(r.passed)}</td><td class="number">${thousands(r.excepted)}</td><td class="number">${thousands(r.failed)}</td></tr>`)}</tbody>
  </table>`,
  );
}

/** Where the row stems from; what is beyond the table stems from nowhere. */
function origin({ origin: from }: { readonly origin?: unknown }): Markup {
  const { title, url, date } = (from ?? {}) as { title?: string; url?: string; date?: string };
  if (title === undefined) return null;
  return html`<p class="note">A row of the availability table since ${date}: ${sourceLink({ title, ...(url === undefined ? {} : { url }) })}</p>`;
}
