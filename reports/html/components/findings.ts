import type { Finding } from '../../../spec/engine/verdict.ts';
import { expectedBy, type FoldedFinding, mergeFindings } from '../../findings/excerpt.ts';
import { count } from '../labels.ts';
import { html, type Markup } from '../markup.ts';
import { fold, sourceLink, value } from './elements.ts';

/** As many findings are read before one sees what they have in common. */
const most = 3;

/** What a check found: a sentence each, then what stands where on the wire and in what the adapter returned. Many are folded. */
export function findingList(findings: readonly Finding[]): Markup {
  const folded = mergeFindings(findings);
  const rest = folded.length > most + 1 ? folded.slice(most) : [];
  const list = (own: readonly FoldedFinding[]) => html`<ul class="findings">${own.map(finding)}</ul>`;
  return html`${list(folded.slice(0, folded.length - rest.length))}${rest.length > 0 && fold('More of the same check', count(rest.length, 'finding'), list(rest))}`;
}

function finding(f: FoldedFinding): Markup {
  return html`<li>
    <p>${f.message}</p>
    ${(side('wire', f.wirePath, f.wire) || side(expectedBy(f), f.adapterPath, f.adapter)) && html`<dl class="sides">${side('wire', f.wirePath, f.wire)}${side(expectedBy(f), f.adapterPath, f.adapter)}</dl>`}
    ${f.rule && html`<p class="note">Rule of the API: ${f.rule.what} ${sourceLink(f.rule.source)}</p>`}
    ${f.again.length > 0 && html`<p class="note">The same again at ${f.again.map((path) => html`<code>${path}</code> `)}</p>`}
  </li>`;
}

function side(name: string, path: string | undefined, what: unknown): Markup {
  if (path === undefined && what === undefined) return null;
  return html`<div><dt>${name}${path !== undefined && html` <code>${path}</code>`}</dt><dd>${what === undefined ? html`<span class="note">nothing there</span>` : value(what)}</dd></div>`;
}
