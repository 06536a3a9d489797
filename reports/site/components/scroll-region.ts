import { html, type Markup } from '../../html/markup.ts';

/** A table that is wider than a small screen: it scrolls in a place of its own, by keyboard too, and the page never does sideways. */
export const region = (name: string, table: Markup): Markup =>
  html`<div class="scroll" role="region" aria-label=${`Table: ${name}`} tabindex="0">${table}</div>`;
