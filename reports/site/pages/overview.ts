import type { History } from '../../history/history.ts';
import { failingCases } from '../../html/components/failing.ts';
import { intro } from '../../html/components/intro.ts';
import { overview } from '../../html/components/overview.ts';
import { problemList } from '../../html/components/problems.ts';
import { html } from '../../html/markup.ts';
import { cellLine, headOf, tallyOf } from '../data/rows.ts';
import type { SiteModel } from '../model.ts';
import type { PagePlan } from '../page.ts';
import { stems } from '../paths.ts';

/**
 * The first screen: the run at a glance, every cell, and what is wrong with the run.
 *
 * @param code that of the switches; without it the page is that of a browser that runs none
 */
export function overviewPage(model: SiteModel, { since: [last] }: History, code: string | undefined): PagePlan {
  const { results, view } = model;
  return {
    stem: stems.index,
    make: (links) => {
      const own = { ...view, links };
      const before = last && { asOf: last.before.asOf, comparison: last.comparison };
      const first = overview(own, null, before);
      return {
        title: 'Overview',
        head: intro,
        script: code === undefined ? undefined : { code, data: first.data },
        main: html`
          ${first.body}
          ${problemList(results.problems)}
          ${failingCases(own)}`,
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
      };
    },
  };
}
