import type { Cell, ProviderApi } from '../../../matrix/model.ts';
import { html, type Markup } from '../markup.ts';
import { supportLooks } from '../words.ts';
import { badge, prose } from './small.ts';

/** How the tool looks on the wire, as the table has it; then what a reader has to know. */
export function wireShape(cell: Cell, provider: ProviderApi): Markup {
  return html`
    ${cell.wire && wireList(cell.wire)}
    ${
      cell.variants &&
      html`<ul class="variants">${cell.variants.map(
        (v) => html`<li>
        <p><strong>${v.title}</strong> ${badge(supportLooks[v.support])}${v.lifecycle && v.lifecycle !== 'ga' && html` <span class="lasting">${v.lifecycle}</span>`}</p>
        ${v.notes !== undefined && html`<p class="note">${prose(v.notes)}</p>`}
        ${v.wire && wireList(v.wire)}
      </li>`,
      )}</ul>`
    }
    ${
      cell.surfaces &&
      html`<ul class="variants">${Object.entries(cell.surfaces).map(
        ([id, s]) =>
          html`<li><p><strong>${surfaceTitle(provider, id)}</strong> ${badge(supportLooks[s.support])}${s.lifecycle && html` <span class="lasting">${s.lifecycle}</span>`}${s.notes !== undefined && html` <span class="note">${prose(s.notes)}</span>`}</p></li>`,
      )}</ul>`
    }
    ${cell.notes !== undefined && html`<p>${prose(cell.notes)}</p>`}
    ${cell.drift && html`<p class="note">Has drifted since it was claimed; see the drift register: ${cell.drift.map((id) => html`<code>${id}</code> `)}</p>`}`;
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
