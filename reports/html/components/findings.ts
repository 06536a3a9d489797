import type { Finding } from '../../../spec/engine/verdict.ts';
import { html, type Markup } from '../markup.ts';
import { value } from './small.ts';

/** What a check found: a sentence each, then what stands where on the wire and in what the adapter returned. */
export function findingList(findings: readonly Finding[]): Markup {
  return html`<ul class="findings">${findings.map(
    (f) => html`<li>
      <p>${f.message}</p>
      ${(side('wire', f.wirePath, f.wire) || side('adapter', f.adapterPath, f.adapter)) && html`<dl class="sides">${side('wire', f.wirePath, f.wire)}${side('adapter', f.adapterPath, f.adapter)}</dl>`}
    </li>`,
  )}</ul>`;
}

function side(name: string, path: string | undefined, what: unknown): Markup {
  if (path === undefined && what === undefined) return null;
  return html`<div><dt>${name}${path !== undefined && html` <code>${path}</code>`}</dt><dd>${what === undefined ? html`<span class="note">nothing there</span>` : value(what)}</dd></div>`;
}
