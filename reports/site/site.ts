import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import type { KillMatrix } from '../../spec/kill-matrix/schema.ts';
import type { Results } from '../../spec/results/schema.ts';
import type { NamedRun } from '../history/archived-run.ts';
import { historyOf } from '../history/history.ts';
import { iconSvg } from '../html/document.ts';
import type { ScriptedPage } from '../html/script.ts';
import type { Newest } from '../newest/newest.ts';
import { badgeFiles, badgeSection } from './badges.ts';
import { sentNothingIn } from './implementation-view.ts';
import { framed, iconFile } from './layout.ts';
import { modelOf } from './model.ts';
import type { PagePlan, SiteFile } from './page.ts';
import { adapterPages } from './pages/adapter.ts';
import { casePages } from './pages/case.ts';
import { cellPages } from './pages/cell.ts';
import { checkPages } from './pages/check.ts';
import { comparePages } from './pages/compare.ts';
import { historyPage } from './pages/history.ts';
import { implementationPages } from './pages/implementations.ts';
import { notFoundPage } from './pages/not-found.ts';
import { overviewPage } from './pages/overview.ts';
import { providerPages } from './pages/provider.ts';
import { toolPages } from './pages/tool.ts';
import { evidenceFile, linksFrom, stems } from './paths.ts';
import { crawlerFiles } from './sitemap.ts';
import { siteStylesheet, styleFile } from './stylesheet.ts';

/** What a site is made from. */
export interface SiteParts {
  readonly results: Results;
  readonly killMatrix: KillMatrix | undefined;
  /** What came of the newest releases, where they were run. */
  readonly newest?: Newest | undefined;
  /** What was seen of a case: the bytes of which the name is the hash. */
  readonly evidenceBytes: (sha256: string) => Uint8Array;
  /** Where the site will be served, ending in a slash, where that is known: then it can be found, and names its own pages. */
  readonly baseUrl: string | undefined;
  /** The project's repository, where known issues can be contested; without it nothing leads there. */
  readonly repository?: string | undefined;
  /** Earlier runs, in order. */
  readonly kept: readonly NamedRun[];
  /** The code of the switches, by page; without it these are pages of a browser that runs none. */
  readonly code?: Readonly<Record<ScriptedPage, string>> | undefined;
}

/**
 * All files of the site, one after the other: a run has thousands, and only one of them need be held at a time. Pure: the same parts
 * give the same bytes.
 *
 * @throws {UserError} the results hold no availability table that this version can show, or evidence cannot be read.
 */
export function* siteFiles({
  results,
  killMatrix,
  newest,
  evidenceBytes,
  baseUrl,
  repository,
  code,
  kept,
}: SiteParts): Generator<SiteFile> {
  const model = modelOf(results, killMatrix);
  const history = historyOf(results, kept);
  const plans: readonly PagePlan[] = [
    ...casePages(model, evidenceBytes),
    ...cellPages(model),
    ...checkPages(model),
    ...adapterPages(model, (adapter, links) => badgeSection(adapter, model, links, baseUrl)),
    ...implementationPages(model, sentNothingIn(evidenceBytes), code?.implementations, newest),
    ...toolPages(model),
    ...providerPages(model),
    notFoundPage(model),
    historyPage(model, history),
    ...comparePages(model, history),
    overviewPage(model, history, code?.main),
  ];
  const evidence = [...new Set(results.cases.flatMap((c) => c.evidenceSha256 ?? []))];
  const badges = badgeFiles(model);
  const files = new Set([
    styleFile,
    iconFile,
    ...badges.keys(),
    ...evidence.map(evidenceFile),
    ...plans.flatMap(({ stem }) => [`${stem}.html`, `${stem}.json`]),
  ]);
  yield { path: styleFile, content: siteStylesheet };
  yield { path: iconFile, content: iconSvg };
  for (const sha256 of evidence) yield { path: evidenceFile(sha256), content: evidenceBytes(sha256) };
  for (const [path, content] of badges) yield { path, content };
  if (baseUrl !== undefined) yield* crawlerFiles(plans, baseUrl);
  const frame = { asOf: results.run.asOf, style: styleFile, baseUrl };
  for (const { stem, make } of plans) {
    const links = linksFrom(stem, files, {
      baseUrl: stem === stems.notFound ? baseUrl : undefined,
      servedAt: baseUrl,
      repository,
    });
    const page = make(links);
    yield { path: `${stem}.json`, content: `${canonicalJson(page.data as Json)}\n` };
    yield { path: `${stem}.html`, content: framed(stem, page, links, frame) };
  }
}
