import { html, type Markup } from '../../html/markup.ts';
import { evidenceSentence } from '../grid/evidence-sentence.ts';
import { type CellAddress, grid } from '../grid/grid.ts';
import { key, picker } from '../grid/picker.ts';
import type { PagePlan, PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';

export const indexTitle = 'Which libraries can do what, on which provider API?';

/** The first page of the site: the grid. */
export const indexPlan = (model: PagesModel): PagePlan => ({
  path: paths.index,
  make: (to) => ({
    path: paths.index,
    title: indexTitle.slice(0, -1),
    description: 'Agent tools by provider API and library: what works in replayed conversations, with gaps named.',
    section: 'grid',
    main: html`
      <h1>${indexTitle}</h1>
      ${lede(model, to)}
      ${gridPart(model, to, (tool, api, library) => to(paths.cell(tool, api, library)))}`,
  }),
});

/** What a word is made of, and what it rests on. */
export const lede = ({ lookup }: PagesModel, to: To): Markup =>
  html`<p class="lede wide">Each word comes from whole conversations, replayed through the library and compared with the wire. ${evidenceSentence(lookup)} ${to(paths.howToRead) !== undefined && html`<a href=${to(`${paths.howToRead}#evidence`)}>What that proves</a>`}</p>`;

/** The grid with what works it: the libraries to choose from, the key, and the selected cell in words. */
export const gridPart = ({ lookup }: PagesModel, to: To, cellAddress: CellAddress): Markup => html`
  ${picker(lookup.snapshot.libraries, to)}
  ${key()}
  ${grid(lookup, to, cellAddress)}
  <section class="answer" aria-live="polite" aria-label="Selected cell" hidden><h2></h2><ul></ul><a>Open cell</a></section>`;
