import { cellStates } from '../../cells/cell-state.ts';
import { movedCells, newerPackages } from '../../newest/text.ts';
import type { SnapshotLibrary } from '../../snapshot/schema.ts';
import { count, link, list } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';

/** What the newest releases of a library change, where they were run. */
export function newestNote({ id, adapters }: SnapshotLibrary, { newest, results, lookup }: PagesModel, to: To): Markup {
  const own = newest?.adapters.filter((ran) => adapters.some((adapter) => adapter.id === ran.id)) ?? [];
  if (!newest || own.length === 0) return null;
  const ofLibrary = { ...newest, adapters: own };
  const newer = newerPackages(ofLibrary, results).map(({ name, after }) => `${name} ${after}`);
  const fixed = own.flatMap((ran) => ran.fixed).length;
  const failing = own.flatMap((ran) => ran.failing).length;
  const moved = movedCells(ofLibrary, results).map(({ adapter, tool, pinned, newest: word }) => {
    const api = adapters.find((each) => each.id === adapter)?.providerApi ?? '';
    const cell = `${lookup.titles.tool(tool)} on ${lookup.titles.providerApi(api)}`;
    return html`${link(to(paths.cell(tool, api, id)), cell)} ${cellStates[word].word} (was: ${cellStates[pinned].word})`;
  });
  return html`<p class="note"><b>On the newest releases</b> (${newest.asOf}): ${newer.length > 0 ? newer.join(', ') : 'those above'}: ${count(fixed, 'known issue')} fixed${failing > 0 && `, ${count(failing, 'case')} failing anew`}, ${moved.length > 0 ? list(moved) : 'no word moved'}.</p>`;
}
