import { type Limit, unplayedReasons } from '../../../matrix/limits.ts';
import type { ProviderApi } from '../../../matrix/model.ts';
import { claimsOf } from '../cell/claims.ts';
import { count, link, list, prose, section, source } from '../elements.ts';
import { html, type Markup } from '../markup.ts';

import type { Page, PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { lifecycleWords, matrixCell, noteOf, supportOn } from './cell-notes.ts';
import { fact, type SupportRow, supportTable } from './table.ts';

/** The place of what is claimed of a tool, on the page of the provider API. */
export const claimsAnchor = (tool: string): string => `claims-${tool}`;

/** What a provider API offers, surface by surface, with what the best library makes of it. */
export function providerPage(provider: ProviderApi, model: PagesModel, to: To): Page {
  const { lookup } = model;
  const tools = model.lookup.rows;
  const offered = tools.filter(({ id }) => lookup.isOffered(id, provider.id));
  const lacking = tools.filter((tool) => !offered.includes(tool));
  const hasSurfaces = provider.surfaces.length > 1;
  const rows = offered.flatMap((tool): SupportRow[] => {
    const cell = matrixCell(provider, tool.id);
    if (!cell) return [];
    return [
      {
        tool: tool.id,
        providerApi: provider.id,
        head: link(to(paths.tool(tool.id)), tool.title),
        facts: hasSurfaces ? provider.surfaces.map(({ id }) => fact(supportOn(cell, id))) : [fact(cell.support)],
        note: noteOf(cell),
      },
    ];
  });
  const surfaces = hasSurfaces ? provider.surfaces.map(({ title }) => title) : ['Offered'];
  return {
    path: paths.providerApi(provider.id),
    title: provider.title,
    description: `Which tools ${provider.title} offers, by surface, with sources, and which libraries can use them`,
    section: 'provider-apis',
    main: html`
      <p class="crumb">${link(to(paths.index), 'Grid')} / ${link(to(paths.providerApis), 'Provider APIs')}</p>
      <h1>${provider.title}</h1>
      <p class="lede">${prose(provider.description)} ${lifecycle(provider)} “yes” and “no” are facts about the provider; colored words are verdicts on libraries.</p>
      ${tabs(provider, model, to)}
      ${section(
        'tools',
        'Tools',
        `${offered.length} of ${count(tools.length, 'tool')} are offered.`,
        html`${supportTable('Tool', surfaces, rows, lookup, to)}
          ${lacking.length > 0 && html`<p class="mut fine">Not offered, ${lacking.length} of ${tools.length}: ${list(lacking.map(({ id, title }) => link(to(paths.tool(id)), title)))}.</p>`}`,
      )}
      ${section(
        'claims',
        'Claims and sources',
        `Who says so, where and when. The SDK that was read: ${provider.sdk.package} ${provider.sdk.version}.`,
        tools.map(({ id, title }) => claims(id, title, provider)),
      )}
      ${hasSurfaces && surfaceSection(provider, model, to)}
      ${limitSection(provider, model)}
      ${compatibleServers(provider, model)}`,
  };
}

/** What depends on the model, the surface or the day: of one tool, and of two things in one request. */
function limitSection(
  { id: api, surfaces, versions = [] }: ProviderApi,
  { matrix: { limits, tools } }: PagesModel,
): Markup {
  const pairs = limits?.limits[api] ?? [];
  if (!limits || pairs.length === 0) return null;
  const titleOf = (part: string) => tools.find(({ id }) => id === part)?.title ?? limits.modifiers[part]?.title ?? part;
  const places = [...limits.models, ...surfaces, ...versions];
  const placesOf = ({ models = [], surfaces: own = [], since, until }: Limit) => [
    ...[...models, ...own].map((place) => places.find(({ id }) => id === place)?.title ?? place),
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
  ];
  const all = pairs.flatMap(({ of, limits: own }) => own.map((limit) => ({ of, limit })));
  const rows = all.map(({ of, limit }) => {
    const cited = limits.sources[limit.source];
    const tried = limit.unplayed === undefined ? null : unplayedReasons[limit.unplayed];
    return html`<tr data-models=${limit.models?.join(' ') ?? ''}><th scope="row">${of.map(titleOf).join(' beside ')}</th><td data-l="Where">${placesOf(limit).join(', ') || 'everywhere'}${limit.when !== undefined && html`, when ${prose(limit.when)}`}</td><td data-l="Effect">${limit.effect}${limit.says !== undefined && html` <q>${limit.says}</q>`}${limit.notes !== undefined && html` <span class="mut">${prose(limit.notes)}</span>`}</td><td data-l="Source">${cited && html`${source(cited.title, cited.url)}, ${cited.date}${cited.grade === 'types' && ', types only'}`}${tried !== null && html` <span class="mut">Not tried. ${tried}</span>`}</td></tr>`;
  });
  const named = limits.models.filter(({ id }) => all.some(({ limit }) => limit.models?.includes(id)));
  const known = all.filter(({ limit }) => limit.effect !== 'unknown');
  const tried = known.filter(({ limit }) => limit.played !== undefined).length;
  return section(
    'limits',
    'Limits by model and surface',
    `${count(rows.length, 'limit')} of one tool, or of two in one request. Scenarios or rules try ${tried} of the ${known.length} that are known.`,
    html`<details class="more"><summary>What works beside what, and on which models</summary>${named.length > 0 && html`<label class="models" hidden>Model <select><option value="">all models</option>${named.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}</select></label>`}<table class="data stack"><thead><tr><th scope="col">What</th><th scope="col">Where</th><th scope="col">Effect</th><th scope="col">Source</th></tr></thead><tbody>${rows}</tbody></table></details>`,
  );
}

/** Other servers that speak the API, and where each trait of theirs can be seen. */
function compatibleServers({ id: api }: ProviderApi, { matrix: { dialects } }: PagesModel): Markup {
  const own = dialects?.dialects.filter(({ of }) => of === api) ?? [];
  if (own.length === 0) return null;
  const note =
    'Servers that speak this API and write its responses in another way; libraries that document their use are tried on it.';
  return section(
    'compatible-servers',
    'Compatible servers',
    note,
    html`<ul>${own.map(
      ({ title, traits, sources }) =>
        html`<li>${title}: ${list(Object.keys(traits).map((trait) => trait.replaceAll('-', ' ')))} (${list(Object.values(sources).map(({ title: what, url, date }) => html`${source(what, url)}, ${date}`))})</li>`,
    )}</ul>`,
  );
}

function lifecycle({ lifecycle: { status, since, until, source: from, notes } }: ProviderApi): Markup {
  return html`It is ${lifecycleWords[status]}${since !== undefined && ` since ${since}`}${until !== undefined && `, retired from ${until}`} (${source(from.title, from.url)}).${notes !== undefined && html` ${prose(notes)}`}`;
}

function claims(tool: string, title: string, provider: ProviderApi): Markup {
  const cell = matrixCell(provider, tool);
  if (!cell) return null;
  return html`<details class="more" id=${claimsAnchor(tool)}><summary>${title}: ${cell.support}, ${count(cell.claims.length, 'claim')}</summary>${claimsOf(cell, provider)}</details>`;
}

const tabs = (current: ProviderApi, { lookup }: PagesModel, to: To): Markup =>
  to(paths.providerApis) !== undefined &&
  html`<nav class="tabs" aria-label="Provider API">${lookup.snapshot.providerApis.map(
    ({ id, title }) =>
      html`<a href=${to(paths.providerApi(id))} aria-current=${id === current.id ? 'page' : undefined}>${title}</a>`,
  )}</nav>`;

/** In which tools surfaces are not what the others are. */
function surfaceSection(provider: ProviderApi, model: PagesModel, to: To): Markup {
  const differing = (surface: string) =>
    model.lookup.rows.flatMap(({ id, title }) => {
      const own = matrixCell(provider, id)?.surfaces?.[surface];
      return own
        ? [
            html`${link(to(paths.tool(id)), title)} ${fact(own.support)}${own.notes !== undefined && html` ${prose(own.notes)}`}`,
          ]
        : [];
    });
  return section(
    'surfaces',
    'Surfaces',
    `${count(provider.surfaces.length, 'surface')} of this provider API.`,
    html`<table class="data stack"><thead><tr><th scope="col">Surface</th><th scope="col">Differs in</th></tr></thead><tbody>${provider.surfaces.map(
      ({ id, title }) => {
        const own = differing(id);
        return html`<tr><th scope="row">${title}</th><td data-l="Differs in">${own.length === 0 ? 'no tool' : list(own)}</td></tr>`;
      },
    )}</tbody></table>`,
  );
}
