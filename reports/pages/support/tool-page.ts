import type { ProviderApi } from '../../../matrix/model.ts';
import type { SnapshotTool } from '../../snapshot/schema.ts';
import { count, link, list, section } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { Page, PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { matrixCell, noteOf, supportOn } from './cell-notes.ts';
import { claimsAnchor } from './provider-page.ts';
import { fact, type SupportRow, supportTable } from './table.ts';

/** Which provider APIs offer a tool, and what the best library makes of it. */
export function toolPage(tool: SnapshotTool, model: PagesModel, to: To): Page {
  const { lookup, matrix } = model;
  const providers = lookup.snapshot.providerApis.flatMap(({ id }) => matrix.providers.find((p) => p.id === id) ?? []);
  const offering = providers.filter(({ id }) => lookup.isOffered(tool.id, id));
  const lacking = providers.filter((provider) => !offering.includes(provider));
  const rows = offering.map((provider): SupportRow => {
    const cell = matrixCell(provider, tool.id);
    return {
      tool: tool.id,
      providerApi: provider.id,
      head: link(to(paths.providerApi(provider.id)), provider.title),
      facts: [cell ? offer(provider, tool.id) : 'not in the matrix'],
      note: cell
        ? [
            ...noteOf(cell),
            ' ',
            link(to(`${paths.providerApi(provider.id)}#${claimsAnchor(tool.id)}`), count(cell.claims.length, 'claim')),
          ]
        : [],
    };
  });
  const described = matrix.tools.find(({ id }) => id === tool.id)?.description;
  return {
    path: paths.tool(tool.id),
    title: tool.title,
    description: `Which provider APIs offer ${tool.title}, and which libraries can use it there`,
    section: 'provider-apis',
    main: html`
      <p class="crumb">${link(to(paths.index), 'Grid')} / ${link(to(`${paths.providerApis}#tools`), 'Tools')}</p>
      <h1>${tool.title}</h1>
      <p class="lede">${described ?? 'Raw tools and raw members of a request, in the provider’s own words. It is no tool of the matrix.'}${tool.alsoCalled && ` Also called: ${tool.alsoCalled.join(', ')}.`}</p>
      ${section(
        'provider-apis',
        'Provider APIs',
        `${offering.length} of ${count(providers.length, 'provider API')} ${described === undefined ? 'were tried' : 'offer it'}.`,
        html`${supportTable('Provider API', ['Offered'], rows, lookup, to)}
          ${lacking.length > 0 && html`<p class="mut fine">Not offered, ${lacking.length} of ${providers.length}: ${list(lacking.map(({ id, title }) => link(to(paths.providerApi(id)), title)))}.</p>`}`,
      )}`,
  };
}

/** Whether it is offered, surface by surface where these differ. */
function offer(provider: ProviderApi, tool: string): Markup {
  const cell = matrixCell(provider, tool);
  if (!cell) return null;
  const bySurface = provider.surfaces.map(({ id, title }) => ({ title, support: supportOn(cell, id) }));
  if (new Set(bySurface.map(({ support }) => support)).size < 2) return fact(bySurface[0]?.support ?? cell.support);
  return bySurface.map(
    ({ title, support }, i) => html`${i > 0 && html`<br/>`}${fact(support)} <span class="cut">${title}</span>`,
  );
}
