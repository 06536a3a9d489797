import { scriptPlace } from '../document.ts';
import { usual } from '../grid/choice.ts';
import { gridDataOf } from '../grid/grid-data.ts';
import { packed } from '../grid/packed.ts';
import { html, type Markup } from '../markup.ts';
import type { ReportView } from '../view.ts';
import { changes, type RunBefore } from './changes.ts';
import { grid } from './grid.ts';
import { implementations } from './implementations.ts';
import { intro } from './intro.ts';
import { runStrip } from './run-strip.ts';

/** The first screen of a report, whether it is one page or many. */
export interface Overview {
  /** What stands before everything: what this is, and the navigation that was given. */
  readonly head: Markup;
  /** The run, what has changed, the grid, and the implementations side by side. */
  readonly body: Markup;
  /** What the page's script shows the grid from; see `DocumentParts`. */
  readonly data: string;
}

/**
 * The first screen: what this is, the run, what has changed since the run before where there is one to compare, and the grid.
 *
 * @param navigation where else to look, which differs between one page and many
 */
export function overview(view: ReportView, navigation: Markup, before?: RunBefore): Overview {
  const data = gridDataOf(view);
  const { results, links } = view;
  return {
    head: intro(navigation),
    body: html`${runStrip(results)}${before && changes(before, links)}${grid(data, usual, links)}${implementations(results, data, links)}${scriptPlace}`,
    data: packed(data),
  };
}
