import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import { badgesOf } from '../badges/badges.ts';
import { atomFeed } from '../changes/atom.ts';
import { matrixFeed } from '../feeds/matrix.ts';
import { snapshotText } from '../snapshot/file.ts';
import { cellEvidence } from './cell/evidence.ts';
import { cellPlans } from './cell/plans.ts';
import { changesPlan } from './changes/changes-page.ts';
import { iconSvg } from './document.ts';
import { framed } from './frame.ts';
import { guidePlans } from './guide/plans.ts';
import { indexPlan } from './index/index-page.ts';
import { libraryPlans } from './library/plans.ts';
import type { PagePlan, PagesModel, SiteFile } from './model.ts';
import { linksFrom, paths } from './paths.ts';
import { searchIndex, searchScript } from './search-index.ts';
import { stylesheet } from './stylesheet.ts';
import { supportPlans } from './support/plans.ts';

/** What a site is made from besides its model. */
export interface SiteParts {
  readonly script: string;
  /** Where the site will be served, ending in a slash, where that is known: then it can be found, and names its own pages. */
  readonly baseUrl: string | undefined;
  /** What was seen of a case as it lies on the disk, so that it need not be parsed. */
  readonly evidenceText?: Parameters<typeof cellEvidence>[1];
}

/** All files of the site, one after the other. Pure: the same parts give the same bytes. @throws {UserError} evidence cannot be read */
export function* siteFiles(model: PagesModel, { script, baseUrl, evidenceText }: SiteParts): Generator<SiteFile> {
  const plans: readonly PagePlan[] = [
    indexPlan(model),
    changesPlan(model),
    ...cellPlans(model),
    ...libraryPlans(model),
    ...supportPlans(model),
    ...guidePlans(model),
  ];
  const { changes, since } = model.changed;
  const data = new Map<string, string>([
    ...badgesOf(model.lookup),
    [paths.verdictsJson, snapshotText(model.lookup.snapshot)],
    [paths.matrixJson, `${canonicalJson(matrixFeed(model.matrix) as unknown as Json)}\n`],
    [paths.changesJson, `${canonicalJson(changes as unknown as Json)}\n`],
    [paths.feed, atomFeed(changes, model.lookup, { asOf: model.results.run.asOf, since, baseUrl })],
  ]);
  const files = new Set([
    ...plans.map(({ path }) => path),
    ...data.keys(),
    ...[paths.style, paths.script, paths.search, paths.icon],
  ]);
  for (const file of cellEvidence(model, evidenceText)) {
    files.add(file.path);
    yield file;
  }
  const fromRoot = linksFrom(paths.index, files);
  yield { path: paths.style, content: stylesheet };
  yield { path: paths.script, content: `${script}\n` };
  yield { path: paths.icon, content: iconSvg };
  yield { path: paths.search, content: searchScript(searchIndex(model.lookup, fromRoot)) };
  for (const [path, content] of data) yield { path, content };
  if (baseUrl !== undefined) yield* crawlerFiles(plans, baseUrl);
  const frame = { asOf: model.results.run.asOf, baseUrl };
  for (const { path, make } of plans) {
    const to = linksFrom(path, files, path === paths.notFound ? baseUrl : undefined);
    yield { path, content: framed(make(to), to, frame) };
  }
}

/** What search engines look for: which pages there are, and that all may be read. */
function crawlerFiles(plans: readonly PagePlan[], baseUrl: string): SiteFile[] {
  const pages = plans.map(({ path }) => path).filter((path) => path !== paths.notFound);
  const locations = pages.map((path) => `<url><loc>${escaped(`${baseUrl}${path}`)}</loc></url>`);
  return [
    {
      path: 'sitemap.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${locations.join('\n')}\n</urlset>\n`,
    },
    { path: 'robots.txt', content: `User-agent: *\nAllow: /\nSitemap: ${baseUrl}sitemap.xml\n` },
  ];
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
