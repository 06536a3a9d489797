import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import { atomFeed } from '../changes/atom.ts';
import { snapshotText } from '../snapshot/file.ts';
import { changesPlan } from './changes/changes-page.ts';
import { iconSvg } from './document.ts';
import { framed } from './frame.ts';
import { indexPlan } from './index/index-page.ts';
import type { PagePlan, PagesModel } from './model.ts';
import { linksFrom, paths } from './paths.ts';
import { searchIndex, searchScript } from './search-index.ts';
import { stylesheet } from './stylesheet.ts';

/** A file of the site: its path below the folder of the site, with `/` between folders, and what stands in it. */
export interface SiteFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** What a site is made from besides its model. */
export interface SiteParts {
  readonly script: string;
  /** Where the site will be served, ending in a slash, where that is known: then it can be found, and names its own pages. */
  readonly baseUrl: string | undefined;
}

/** All files of the site, one after the other. Pure: the same parts give the same bytes. @throws {UserError} evidence cannot be read */
export function* siteFiles(model: PagesModel, { script, baseUrl }: SiteParts): Generator<SiteFile> {
  const plans: readonly PagePlan[] = [indexPlan(model), changesPlan(model)];
  const { changes, since } = model.changed;
  const data = new Map<string, string>([
    [paths.verdictsJson, snapshotText(model.lookup.snapshot)],
    [paths.changesJson, `${canonicalJson(changes as unknown as Json)}\n`],
    [paths.feed, atomFeed(changes, model.lookup, { asOf: model.results.run.asOf, since, baseUrl })],
  ]);
  const files = new Set([
    ...plans.map(({ path }) => path),
    ...data.keys(),
    ...[paths.style, paths.script, paths.search, paths.icon],
  ]);
  const fromRoot = linksFrom(paths.index, files);
  yield { path: paths.style, content: stylesheet };
  yield { path: paths.script, content: `${script}\n` };
  yield { path: paths.icon, content: iconSvg };
  yield { path: paths.search, content: searchScript(searchIndex(model.lookup, fromRoot)) };
  for (const [path, content] of data) yield { path, content };
  const frame = { asOf: model.results.run.asOf, baseUrl };
  for (const { path, make } of plans) {
    const to = linksFrom(path, files, path === paths.notFound ? baseUrl : undefined);
    yield { path, content: framed(make(to), to, frame) };
  }
}
