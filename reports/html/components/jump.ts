import { html, type Markup } from '../markup.ts';
import { failing } from '../run-numbers.ts';
import type { ReportView } from '../view.ts';

/** The places of the one page that holds everything. */
export const jump = ({ results: { cases, problems } }: ReportView): Markup =>
  html`<nav aria-label="On this page"><ul class="jump">
    ${problems.length > 0 && html`<li><a href="#problems">Problems of the run</a></li>`}
    ${failing(cases).length > 0 && html`<li><a href="#failing">Failing cases</a></li>`}
    <li><a href="#cells">Cells in detail</a></li>
    ${cases.some(({ kind }) => kind === 'fault') && html`<li><a href="#resilience">Resilience</a></li>`}
    <li><a href="#checks">Checks</a></li>
    <li><a href="#worth">Worth of the checks</a></li>
    <li><a href="#about">About this run</a></li>
  </ul></nav>`;
