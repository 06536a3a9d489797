import { purpose } from '../labels.ts';
import { html, type Markup } from '../markup.ts';

/** What this is, in one sentence; then where else to look. */
export const intro = (navigation: Markup): Markup =>
  html`<header class="intro">
    <h1>Agent Tools Conformance</h1>
    ${navigation}
    <p class="lede">${purpose}</p>
  </header>`;
