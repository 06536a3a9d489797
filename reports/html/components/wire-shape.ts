import type { Cell, ProviderApi } from '../../../matrix/model.ts';
import { supportLabels } from '../labels.ts';
import { html, type Markup } from '../markup.ts';
import { badge, heading, prose } from './elements.ts';

/** How the tool looks on the wire, as the table has it; then what a reader has to know. `level`: of the heading. */
export function wireShape({ wire, variants, surfaces, notes }: Cell, provider: ProviderApi, level: number): Markup {
  if (!(wire || variants || surfaces || notes)) return null;
  return html`
    ${heading(level, 'How it looks on the wire')}
    ${wire && wireList(wire)}
    ${variants && html`<ul class="variants">${variants.map(variantItem)}</ul>`}
    ${surfaces && html`<ul class="variants">${Object.entries(surfaces).map(([id, s]) => html`<li>${headLine(surfaceTitle(provider, id), s)}</li>`)}</ul>`}
    ${notes !== undefined && html`<p>${prose(notes)}</p>`}`;
}

function variantItem(variant: NonNullable<Cell['variants']>[number]): Markup {
  return html`<li>${headLine(variant.title, variant)}${variant.wire && wireList(variant.wire)}</li>`;
}

type Differing = Pick<NonNullable<Cell['variants']>[number], 'support' | 'lifecycle' | 'notes'>;

/** A variant or surface in one line, and what there is to know of it. */
function headLine(title: string, { support, lifecycle, notes }: Differing): Markup {
  return html`
    <p><strong>${title}</strong> ${badge(supportLabels[support])}${lifecycle && lifecycle !== 'ga' && html` <span class="lasting">${lifecycle}</span>`}</p>
    ${notes !== undefined && html`<p class="note">${prose(notes)}</p>`}`;
}

function wireList({ declare, call, result }: NonNullable<Cell['wire']>): Markup {
  return html`<dl class="pairs">
    <div class="pair"><dt>declared</dt><dd><code>${declare}</code></dd></div>
    <div class="pair"><dt>called</dt><dd><code>${call}</code></dd></div>
    <div class="pair"><dt>answered</dt><dd><code>${result}</code></dd></div>
  </dl>`;
}

function surfaceTitle({ surfaces }: ProviderApi, id: string): string {
  return surfaces.find((s) => s.id === id)?.title ?? id;
}
