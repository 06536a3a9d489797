import type { Cell, Claim, Matrix, ProviderApi } from '../../../matrix/model.ts';
import type { Support } from '../../../matrix/schema.ts';
import { list, prose, source } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import { matrixCell } from '../support/cell-notes.ts';

/** What a claim is called in a sentence. */
export const supportWords: Readonly<Record<Support, string>> = {
  yes: 'yes',
  partial: 'in part',
  no: 'no',
  unknown: 'unknown',
};

const claimants: Readonly<Record<Claim['by'], string>> = {
  'adr-2025-06-23': 'ADR of 2025-06-23',
  'adr-draft': 'Earlier draft of the ADR',
  'adr-dotnet': '.NET SDK, by the ADR; not judged here',
  'sdk-types': 'SDK types',
  'vendor-docs': 'Vendor documentation',
  'service-spec': 'Service specification',
  'public-recording': 'Public recording',
  'third-party': 'Third party',
  inferred: 'Inferred by this project',
};

/** What is claimed of a cell, whatever the library: by whom, and how it looks on the wire. Folded. */
export function claimed({ providers }: Matrix, tool: string, providerApi: string): Markup {
  const provider = providers.find(({ id }) => id === providerApi);
  const cell = provider && matrixCell(provider, tool);
  if (!provider || !cell) return null;
  return html`<details class="claims"><summary>What is claimed of it, and how it looks on the wire</summary>
    ${claimsOf(cell, provider)}
  </details>`;
}

/** The same, not folded. */
export const claimsOf = (cell: Cell, provider: ProviderApi): Markup =>
  html`${claimTable(cell)}${wireShape(cell, provider)}`;

function claimTable({ claims, support, sources }: Cell): Markup {
  if (claims.length === 0) return html`<p>Nobody is on record as claiming anything.</p>`;
  const parties = disagreement(claims);
  return html`
    ${parties !== undefined && html`<p class="note"><b>The claims disagree.</b> They say ${parties}. This project goes by: ${supportWords[support]}.</p>`}
    <table class="data stack"><thead><tr><th scope="col">Who</th><th scope="col">Says</th><th scope="col">Where</th><th scope="col">When</th></tr></thead>
    <tbody>${claims.map(
      (claim) =>
        html`<tr><th scope="row">${claimants[claim.by]}</th><td data-l="Says">${supportWords[claim.support]}${claim.lifecycle && `, ${claim.lifecycle}`}${claim.label !== undefined && `, ${claim.label}`}</td><td data-l="Where">${source(claim.source.title, claim.source.url)}${claim.notes !== undefined && html` <span class="mut">${prose(claim.notes)}</span>`}</td><td data-l="When" class="num">${claim.date}</td></tr>`,
    )}</tbody></table>
    <p class="mut">The cell rests on: ${list(sources.map(({ title, url }) => source(title, url)))}</p>`;
}

/** How the tool looks on the wire; then its versions and surfaces, and what a reader has to know. */
function wireShape({ wire, variants = [], surfaces = {}, notes }: Cell, provider: ProviderApi): Markup {
  const places = Object.entries(surfaces).map(([id, surface]) => ({
    title: provider.surfaces.find((s) => s.id === id)?.title ?? id,
    ...surface,
  }));
  return html`
    ${wire && wireList(wire)}
    ${[...variants, ...places].map(
      (each) =>
        html`<p><b>${each.title}</b> ${supportWords[each.support]}${each.lifecycle && each.lifecycle !== 'ga' && `, ${each.lifecycle}`}${each.notes !== undefined && html` <span class="mut">${prose(each.notes)}</span>`}</p>${'wire' in each && each.wire && wireList(each.wire)}`,
    )}
    ${notes !== undefined && html`<p>${prose(notes)}</p>`}`;
}

const wireList = ({ declare, call, result }: NonNullable<Cell['wire']>): Markup =>
  html`<dl class="nums"><dt>declared</dt><dd><code>${declare}</code></dd><dt>called</dt><dd><code>${call}</code></dd><dt>result</dt><dd><code>${result}</code></dd></dl>`;

/** Where claims disagree, who says what: `yes (ADR of 2025-06-23), no (SDK types)`. Nothing where all say the same. */
export function disagreement(claims: readonly Claim[]): string | undefined {
  const bySupport = Map.groupBy(claims, (c) => c.support);
  if (bySupport.size < 2) return undefined;
  const parties = [...bySupport].map(([support, said]) => `${supportWords[support]} (${namesOf(said)})`);
  return parties.join(', ');
}

function namesOf(claims: readonly Claim[]): string {
  return [...new Set(claims.map((c) => claimants[c.by]))].join(', ');
}
