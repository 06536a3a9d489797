import type { KillMatrix } from '../../spec/kill-matrix/schema.ts';
import type { Evidence, Results } from '../../spec/results/schema.ts';
import { about } from './components/about.ts';
import { cells } from './components/cells.ts';
import { checkCatalogue } from './components/check-catalogue.ts';
import { failingCases } from './components/failing.ts';
import { grid } from './components/grid.ts';
import { intro } from './components/intro.ts';
import { problemList } from './components/problems.ts';
import { resilience } from './components/resilience.ts';
import { runStrip } from './components/run-strip.ts';
import { worth } from './components/worth.ts';
import { documentOf } from './document.ts';
import { html } from './markup.ts';
import { viewOf } from './view.ts';

/**
 * The report as one self-contained HTML page. Pure: the same results give the same bytes.
 *
 * @param evidence what was seen of the cases, by hash; cases whose evidence is not given name its file instead
 * @param killMatrix what the checks are worth; where it is not given, the page says that it does not know
 */
export function page(results: Results, evidence: ReadonlyMap<string, Evidence>, killMatrix?: KillMatrix): string {
  const view = viewOf(results, evidence);
  const body = html`<body>
    <a class="skip" href="#main">Skip to the results</a>
    ${intro(results)}
    <main id="main">
      ${runStrip(results)}
      ${problemList(results.problems)}
      ${failingCases(view)}
      ${grid(view)}
      ${resilience(results)}
      ${cells(view)}
      ${checkCatalogue(results)}
      ${worth(killMatrix, results)}
    </main>
    ${about(results)}
  </body>`;
  return documentOf({ title: `Agent Tools Conformance: report as of ${results.run.asOf}`, body });
}
