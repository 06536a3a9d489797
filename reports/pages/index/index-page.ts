import { changeCounts } from '../changes/counts.ts';
import { count } from '../elements.ts';
import { evidenceSentence } from '../grid/evidence-sentence.ts';
import { type CellAddress, grid } from '../grid/grid.ts';
import { key, picker } from '../grid/picker.ts';
import { html, type Markup } from '../markup.ts';
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
      ${changesStrip(model, to)}
      ${gridPart(model, to, (tool, api, library) => to(paths.cell(tool, api, library)))}`,
  }),
});

/** What a word is made of, and what it rests on. */
export const lede = ({ lookup }: PagesModel, to: To): Markup =>
  html`<p class="lede wide">Each word comes from whole conversations, replayed through the library and compared with the wire. ${evidenceSentence(lookup)} ${to(paths.howToRead) !== undefined && html`<a href=${to(`${paths.howToRead}#evidence`)}>What that proves</a>`}</p>`;

/** What has changed, in a line. */
function changesStrip({ changed: { changes, since }, lookup }: PagesModel, to: To): Markup {
  const { worse, inside, better, fixed } = changeCounts(changes);
  const [first] = [...changes.worse, ...changes.inside];
  const name =
    first &&
    `${lookup.library(first.library)?.title}, ${lookup.tool(first.tool)?.title} on ${lookup.providerApi(first.providerApi)?.title}`;
  return html`<p class="strip"><b>Since ${since}</b><span><span class=${worse > 0 ? 'word x' : undefined}>${count(worse, 'cell')} got worse</span>${inside > 0 && `, ${count(inside, 'more', 'more')} inside the same word`}${first && html`, first <a href=${to(`${paths.changes}#${worse > 0 ? 'worse' : 'inside'}`)}>${name}</a>`}</span><span class=${better > 0 ? 'word w' : undefined}>${count(better + fixed, 'cell')} got better</span><span class="opt">${count(changes.providers.length, 'provider change')}</span><a href=${to(paths.changes)}>All changes</a></p>`;
}

/** The grid with what works it: the libraries to choose from, the key, and the selected cell in words. */
export const gridPart = ({ lookup }: PagesModel, to: To, cellAddress: CellAddress): Markup => html`
  ${picker(lookup.snapshot.libraries, to)}
  ${key()}
  ${grid(lookup, to, cellAddress)}
  <section class="answer" aria-live="polite" aria-label="Selected cell" hidden><h2></h2><ul></ul><a>Open cell</a></section>`;
