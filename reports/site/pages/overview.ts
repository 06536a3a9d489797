import { failingCases } from '../../html/components/failing.ts';
import { grid } from '../../html/components/grid.ts';
import { problemList } from '../../html/components/problems.ts';
import { runStrip } from '../../html/components/run-strip.ts';
import { html } from '../../html/markup.ts';
import { cellLine, headOf, tallyOf } from '../data/lines.ts';
import { pageHead } from '../head.ts';
import type { SiteModel } from '../model.ts';
import type { PagePlan } from '../page.ts';
import { stems } from '../paths.ts';

/** The first screen: the run at a glance, what is wrong with it, and every cell. */
export function overviewPage(model: SiteModel): PagePlan {
  const { results, view } = model;
  return {
    stem: stems.index,
    make: (links) => ({
      title: 'Overview',
      main: html`
        ${pageHead({
          kicker: 'Conformance report',
          title: 'Which agent tools really work',
          lede: 'Through which adapter, on which provider API: proven by replaying recorded HTTP, not claimed in a table.',
        })}
        ${runStrip(results)}
        ${problemList(results.problems)}
        ${failingCases({ ...view, links })}
        ${grid({ ...view, links })}`,
      data: {
        ...headOf(model),
        page: 'index',
        counts: results.counts,
        problems: results.problems.length,
        tally: tallyOf(results.cases),
        cells: model.cells.map((cell) => cellLine(cell, links)),
        tools: view.tools.map(({ id, title }) => ({ id, title, address: links.to(`${stems.tool(id)}.json`) ?? '' })),
        providers: view.columns.map(({ provider: { id, title } }) => ({
          id,
          title,
          address: links.to(`${stems.provider(id)}.json`) ?? '',
        })),
      },
    }),
  };
}
