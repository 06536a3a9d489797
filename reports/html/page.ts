import type { KillMatrix } from '../../spec/kill-matrix/schema.ts';
import type { Evidence, Results } from '../../spec/results/schema.ts';
import { about } from './components/about.ts';
import { cells } from './components/cells.ts';
import type { RunBefore } from './components/changes.ts';
import { checkCatalogue } from './components/check-catalogue.ts';
import { failingCases } from './components/failing.ts';
import { jump } from './components/jump.ts';
import { overview } from './components/overview.ts';
import { problemList } from './components/problems.ts';
import { resilience } from './components/resilience.ts';
import { worth } from './components/worth.ts';
import { detailedCases } from './detailed.ts';
import { documentOf } from './document.ts';
import { withinPage } from './links.ts';
import { html } from './markup.ts';
import { viewOf } from './view.ts';

/** What a page is made from besides the run, where it is there. */
export interface PageExtras {
  /** What the checks are worth; without it the page says that it does not know. */
  readonly killMatrix?: KillMatrix | undefined;
  /** The run before, and what has changed since. */
  readonly before?: RunBefore | undefined;
  /** The code of the switches; without it the page is that of a browser that runs none. */
  readonly code?: string | undefined;
}

/**
 * The report as one self-contained HTML page. Pure: the same results give the same bytes.
 *
 * @param evidence what was seen of cases that did not pass, by hash; those whose evidence is not given are told in short, with its file
 */
export function page(results: Results, evidence: ReadonlyMap<string, Evidence>, extras: PageExtras = {}): string {
  const detailed = detailedCases(results.cases, evidence);
  const links = { ...withinPage, case: (id: string) => (detailed.has(id) ? withinPage.case(id) : undefined) };
  const view = viewOf(results, evidence, links);
  const first = overview(view, jump(view), extras.before);
  const body = html`<body>
    <a class="skip" href="#main">Skip to the results</a>
    ${first.head}
    <main id="main">
      ${first.body}
      ${problemList(results.problems)}
      ${failingCases(view)}
      ${cells(view)}
      ${resilience(results)}
      ${checkCatalogue(results)}
      ${worth(extras.killMatrix, results)}
    </main>
    ${about(results)}
  </body>`;
  const script = extras.code === undefined ? undefined : { code: extras.code, data: first.data };
  return documentOf({ title: `Agent Tools Conformance: report as of ${results.run.asOf}`, body, script });
}
