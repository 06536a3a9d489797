import type { NamedGap } from '../../snapshot/lookup.ts';
import type { SnapshotProvider, SnapshotTool, SnapshotVerdict } from '../../snapshot/schema.ts';
import { cellAnchor } from '../anchor.ts';
import { count, section } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import { share, tag, word } from '../words.ts';

/** Each cell with what every library does there: the word, what it rests on, and what is wrong. For a page that has no others to lead to. */
export function cellsInWords({ lookup }: PagesModel): Markup {
  const { tools, providerApis, libraries } = lookup.snapshot;
  const cells = tools.flatMap((tool) =>
    providerApis.flatMap((api) => {
      const verdicts = libraries.flatMap(({ id }) => lookup.verdict(tool.id, api.id, id) ?? []);
      return verdicts.length === 0 ? [] : { tool, api, verdicts };
    }),
  );
  return section(
    'cells',
    'Cells in words',
    `${count(cells.length, 'cell')} that a library was run on. The site has a page for each: npm run atc -- report --site public`,
    cells.map(({ tool, api, verdicts }) => cell(tool, api, verdicts, lookup)),
  );
}

function cell(
  tool: SnapshotTool,
  api: SnapshotProvider,
  verdicts: readonly SnapshotVerdict[],
  lookup: PagesModel['lookup'],
): Markup {
  return html`<article id=${cellAnchor(tool.id, api.id)} class="inwords"><h3>${tool.title} on ${api.title}</h3><ul>${verdicts.map(
    (verdict) =>
      html`<li><b>${lookup.titles.library(verdict.library)}</b> ${word(verdict.word)} ${numbers(verdict)}${gapList(lookup.gaps(verdict))}</li>`,
  )}</ul></article>`;
}

function numbers({ core, extended, edge, robustness }: SnapshotVerdict): Markup {
  const parts = Object.entries({ core, extended, edge, robustness }).filter(([, { of }]) => of > 0);
  return html`<span class="mut">${parts.map(([name, own]) => `${name} ${share(own)}`).join(' · ')}</span>`;
}

const gapList = (gaps: readonly NamedGap[]): Markup =>
  gaps.length > 0 &&
  html`<ul>${gaps.slice(0, mostGaps).map(({ title, impact }) => html`<li>${tag(impact)} ${title}</li>`)}${gaps.length > mostGaps && html`<li>and ${count(gaps.length - mostGaps, 'more gap')}</li>`}</ul>`;

const mostGaps = 3;
