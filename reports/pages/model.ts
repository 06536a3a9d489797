import type { Matrix } from '../../matrix/model.ts';
import type { KillMatrix } from '../../spec/kill-matrix/schema.ts';
import type { CaseResult, Evidence, ListedIssue, Results } from '../../spec/results/schema.ts';
import type { Changes } from '../changes/schema.ts';
import type { Newest } from '../newest/newest.ts';
import { type Lookup, lookupOf } from '../snapshot/lookup.ts';
import type { Snapshot } from '../snapshot/schema.ts';
import type { Markup } from './markup.ts';
import type { To } from './paths.ts';

/** All that pages are made from, brought together once. */
export interface PagesModel {
  readonly lookup: Lookup;
  readonly results: Results;
  readonly matrix: Matrix;
  /** What the checks are worth, where that was measured. */
  readonly killMatrix: KillMatrix | undefined;
  /** What came of the newest releases of libraries, where they were run. */
  readonly newest: Newest | undefined;
  /** The project's repository, where known issues can be contested. */
  readonly repository: string | undefined;
  /** What has changed, and since when: the name of what is compared with. */
  readonly changed: { readonly changes: Changes; readonly since: string };
  /** The cases of a tool on a provider API through a library. */
  cases(tool: string, providerApi: string, library: string): readonly CaseResult[];
  /** A known issue with all that its file says, by `<adapter>/<id>`. */
  listed(id: string): ListedIssue | undefined;
  /** What was seen of a case; `undefined` where nothing was. @throws {UserError} it cannot be read */
  evidence(c: CaseResult): Evidence | undefined;
}

export interface ModelParts extends Omit<PagesModel, 'lookup' | 'matrix' | 'cases' | 'listed'> {
  readonly snapshot: Snapshot;
}

/** Pure. */
export function modelOf({ snapshot, ...parts }: ModelParts): PagesModel {
  const { results } = parts;
  const byCell = Map.groupBy(results.cases, (c) => `${c.tool} ${c.providerApi} ${c.implementation}`);
  const issues = new Map((results.run.knownIssues ?? []).map((issue) => [`${issue.adapter}/${issue.id}`, issue]));
  return {
    ...parts,
    lookup: lookupOf(snapshot),
    matrix: results.matrix as Matrix,
    cases: (tool, providerApi, library) => byCell.get(`${tool} ${providerApi} ${library}`) ?? [],
    listed: (id) => issues.get(id),
  };
}

/** A page of the site, but for what every page has. */
export interface Page {
  /** Where it lies: see `paths.ts`. */
  readonly path: string;
  /** What stands in the tab, before the name of the project. */
  readonly title: string;
  /** For search engines and previews: one line. */
  readonly description: string;
  /** Which entry of the navigation it belongs to. */
  readonly section?: 'grid' | 'libraries' | 'provider-apis' | 'changes' | 'how-to-read';
  readonly main: Markup;
}

/** A page before it is known what else the site has. */
export interface PagePlan {
  readonly path: string;
  make(to: To): Page;
}

/** A file of the site: its path below the folder of the site, with `/` between folders, and what stands in it. */
export interface SiteFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}
