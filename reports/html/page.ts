import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
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
import { html } from './markup.ts';
import { policyHash, stylesheet } from './stylesheet.ts';
import { viewOf } from './view.ts';

/**
 * What a browser may do with the page: apply this one style, show the icon that stands in the page itself, nothing else.
 * No script runs, nothing is fetched, nothing can be sent, whatever a provider wrote into a recording.
 */
const policy = `default-src 'none'; style-src ${policyHash(stylesheet)}; img-src data:; base-uri 'none'; form-action 'none'`;

/** A half-filled circle, so that no browser asks a server for an icon. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" fill="#fff" stroke="#0c6339" stroke-width="2"/><path d="M8 2a6 6 0 0 1 0 12z" fill="#0c6339"/></svg>',
)}`;

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
      ${failingCases(results)}
      ${grid(view)}
      ${resilience(results)}
      ${cells(view)}
      ${checkCatalogue(results)}
      ${worth(killMatrix, results)}
    </main>
    ${about(results)}
  </body>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Agent Tools Conformance">
${renderToString(html`<title>Agent Tools Conformance: report as of ${results.run.asOf}</title>` as VNode)}
<link rel="icon" href="${icon}">
<style>${stylesheet}</style>
</head>
${renderToString(body as VNode)}
</html>
`;
}
