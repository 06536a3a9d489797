import { html, type Markup } from '../../html/markup.ts';

/** A command to copy: a click selects all of it. */
export const replayLine = (command: string): Markup => html`<pre class="command"><code>${command}</code></pre>`;
