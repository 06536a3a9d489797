import { cellAnchor } from '../../html/anchor.ts';
import { type ComparisonLinks, comparison } from '../../html/components/comparison.ts';
import { implementationCells, implementationTable } from '../../html/components/implementations.ts';
import { scriptPlace } from '../../html/document.ts';
import { packed } from '../../html/grid/compress.ts';
import type { GridData } from '../../html/grid/data.ts';
import { gridDataOf } from '../../html/grid/grid-data.ts';
import { html } from '../../html/markup.ts';
import type { SentNothing } from '../../implementations/behaviour.ts';
import type { Newest } from '../../newest/newest.ts';
import { behavioursSideBySide } from '../components/behaviours.ts';
import { checksBy, checksSideBySide } from '../components/checks-side-by-side.ts';
import { comparedLines, implementationLine, judgedLine } from '../data/implementation-rows.ts';
import { headOf } from '../data/rows.ts';
import { type ImplementationView, implementationViews } from '../implementation-view.ts';
import type { SiteModel } from '../model.ts';
import type { Page, PagePlan } from '../page.ts';
import { pageHead, section } from '../page-header.ts';
import { type SiteLinks, stems } from '../paths.ts';
import { implementationPage } from './implementation.ts';

/**
 * Implementations: a page for each, and one on which they stand side by side.
 *
 * @param code of the switches of the latter; without it the page is that of a browser that runs none
 * @param newest what came of the newest releases, where they were run
 */
export function implementationPages(
  model: SiteModel,
  sentNothing: SentNothing,
  code?: string,
  newest?: Newest,
): PagePlan[] {
  const views = implementationViews(model, sentNothing);
  const data = gridDataOf(model.view);
  return [
    { stem: stems.implementations, make: (links) => sideBySide(views, model, data, code, links) },
    ...views.map(
      (view): PagePlan => ({
        stem: stems.implementation(view.id),
        make: (links) => implementationPage(view, { model, data, sentNothing, newest }, links),
      }),
    ),
  ];
}

function sideBySide(
  views: readonly ImplementationView[],
  model: SiteModel,
  data: GridData,
  code: string | undefined,
  links: SiteLinks,
): Page {
  const { results } = model;
  const checks = checksBy(results);
  return {
    title: 'Implementations',
    main: html`
      ${pageHead({ kicker: 'Who was tested', title: 'Implementations', lede: 'The same recordings, through each of them. A cell leads to how the implementation behaves there.' })}
      ${section('implementations', 'At a glance', implementationTable(implementationCells(results, data), links))}
      ${section('cells', 'Cell by cell', comparison(data, linksIn(views, data, links)))}
      ${section('behaviour', 'How they behave where they do not work', behavioursSideBySide(views, links))}
      ${section(
        'checks',
        'Check by check',
        checksSideBySide(
          results.checks,
          checks,
          views.map((v) => v.id),
          links,
        ),
      )}
      ${scriptPlace}`,
    script: code === undefined ? undefined : { code, data: packed(data) },
    data: {
      ...headOf(model),
      page: 'implementations',
      implementations: views.map((view) => implementationLine(view, links)),
      cells: comparedLines(views),
      checks: results.checks.map(({ id }) => ({
        id,
        through: [...(checks.get(id) ?? [])].map(([implementation, { judged }]) => ({
          implementation,
          judged: judgedLine(judged),
        })),
      })),
    },
  };
}

/** A cell of an implementation is told on the page of that implementation. */
const linksIn = (views: readonly ImplementationView[], data: GridData, links: SiteLinks): ComparisonLinks => ({
  provider: links.provider,
  of(implementation, row, column) {
    const page = links.implementation(views[implementation]?.id ?? '');
    if (page === undefined || row === undefined || column === undefined) return page;
    return `${page}#${cellAnchor(data.rows[row]?.id ?? '', data.columns[column]?.id ?? '')}`;
  },
});
