import { thousands } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';

/** A part of every bar: what it is called, its colours and its pattern, so that no two are told by colour alone. */
export interface BarPart {
  readonly word: string;
  readonly glyph: string;
  readonly tone: 'pass' | 'part' | 'fail' | 'none';
  readonly pattern: 'full' | 'hatched' | 'dotted';
}

/** A bar: its name, and how much of it each part is. */
export interface Bar {
  readonly name: string;
  readonly parts: readonly number[];
}

/** About the shape that it is shown in, so that patterns keep theirs. */
const [wide, height] = [520, 200];
const gap = 0.15;
const swatch = 10;

/**
 * Bars side by side, each of several parts one upon the other. For the eye: the table beside it says the same.
 *
 * @param id of the chart, by which its patterns are told from those of another one on the page
 */
export function stackedBars(id: string, title: string, parts: readonly BarPart[], bars: readonly Bar[]): Markup {
  const most = Math.max(1, ...bars.map((bar) => total(bar.parts)));
  const [first, last] = [bars[0], bars.at(-1)];
  // A run alone is a bar as well, and no wall; of several, the first and the last stand above their names.
  const width = (wide / Math.max(6, bars.length)) * (1 - gap);
  const step = (wide - width) / Math.max(1, bars.length - 1);
  return html`<figure class="chart">
    <figcaption>${title} <span class="note">0 to ${thousands(most)}</span></figcaption>
    <svg viewBox="0 0 ${wide} ${height}" preserveAspectRatio="none" aria-hidden="true" class="chart-bars">
      <defs>${parts.map((part) => patternOf(id, part))}</defs>
      ${bars.map((bar, at) => column(id, bar, parts, { x: at * step, width }, most))}
    </svg>
    <p class="chart-ends"><span>${first?.name}</span>${bars.length > 1 && html`<span>${last?.name}</span>`}</p>
    <ul class="key chart-key">${parts.map(
      (part) =>
        html`<li class="tone-${part.tone}"><svg class="swatch" viewBox="0 0 ${swatch} ${swatch}" aria-hidden="true"><rect class="chart-ground" width=${swatch} height=${swatch}/><rect fill="url(#${id}-${part.pattern})" width=${swatch} height=${swatch}/></svg> <span class="toned"><span aria-hidden="true">${part.glyph}</span> ${part.word}</span></li>`,
    )}</ul>
  </figure>`;
}

interface Place {
  readonly x: number;
  readonly width: number;
}

function column(id: string, bar: Bar, parts: readonly BarPart[], { x, width }: Place, most: number): Markup {
  let y = height;
  return bar.parts.map((n, i) => {
    const part = parts[i];
    if (!part || n === 0) return null;
    const tall = (height * n) / most;
    y -= tall;
    const [left, across, top, size] = [x, width, y, tall].map((n) => n.toFixed(2));
    return html`<g class="tone-${part.tone}"><rect class="chart-ground" x=${left} y=${top} width=${across} height=${size}/><rect fill="url(#${id}-${part.pattern})" x=${left} y=${top} width=${across} height=${size}/></g>`;
  });
}

function patternOf(id: string, { pattern, tone }: BarPart): Markup {
  const name = `${id}-${pattern}`;
  const marks =
    pattern === 'full'
      ? html`<rect class="chart-mark" width="8" height="8"/>`
      : pattern === 'hatched'
        ? html`<path class="chart-line" d="M0 8 8 0M-2 2 2 -2M6 10 10 6"/>`
        : html`<circle class="chart-mark" cx="4" cy="4" r="2"/>`;
  return html`<pattern id=${name} class="tone-${tone}" width="8" height="8" patternUnits="userSpaceOnUse">${marks}</pattern>`;
}

const total = (parts: readonly number[]): number => parts.reduce((sum, n) => sum + n, 0);
