import type { Finding } from '../../../spec/engine/verdict.ts';
import { foldFindings } from '../../findings/fold.ts';
import { saidBy } from '../../findings/said-by.ts';
import { html, type Markup } from '../markup.ts';
import { sourceLink, value } from './small.ts';

/** What a check found: a sentence each, then what stands where on the wire and in what the adapter returned. */
export function findingList(findings: readonly Finding[]): Markup {
  return html`<ul class="findings">${foldFindings(findings).map(
    (f) => html`<li>
      <p>${f.message}</p>
      ${(side('wire', f.wirePath, f.wire) || side(saidBy(f), f.adapterPath, f.adapter)) && html`<dl class="sides">${side('wire', f.wirePath, f.wire)}${side(saidBy(f), f.adapterPath, f.adapter)}</dl>`}
      ${f.rule && html`<p class="note">Rule of the API: ${f.rule.what} ${sourceLink(f.rule.source)}</p>`}
      ${f.again.length > 0 && html`<p class="note">The same again at ${f.again.map((path) => html`<code>${path}</code> `)}</p>`}
    </li>`,
  )}</ul>`;
}

function side(name: string, path: string | undefined, what: unknown): Markup {
  if (path === undefined && what === undefined) return null;
  return html`<div><dt>${name}${path !== undefined && html` <code>${path}</code>`}</dt><dd>${what === undefined ? html`<span class="note">nothing there</span>` : value(what)}</dd></div>`;
}
