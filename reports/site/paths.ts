import { posix } from 'node:path';
import type { ListedIssue } from '../../spec/results/schema.ts';
import { anchorOf, slug } from '../html/anchor.ts';
import type { Links } from '../html/links.ts';
import { contestAddress } from './contest.ts';

/**
 * Where the pages of the site lie, without their ending: `<stem>.html` is the page, `<stem>.json` says the same as data. Made from ids,
 * so that they survive re-runs; lower-case, so that they differ on every file system.
 */
export const stems = {
  index: 'index',
  adapters: 'adapters',
  checks: 'checks',
  history: 'history',
  compare: 'compare',
  notFound: '404',
  cell: (tool: string, providerApi: string) => `cell/${anchorOf(tool, providerApi)}`,
  case: (id: string) => `case/${id.split('/').map(slug).join('/')}`,
  check: (id: string) => `check/${slug(id)}`,
  provider: (id: string) => `provider/${slug(id)}`,
  tool: (id: string) => `tool/${slug(id)}`,
  adapter: (id: string) => `adapter/${slug(id)}`,
  implementations: 'implementations/index',
  // One that is called as the page of all of them is.
  implementation: (id: string) => `implementations/${slug(id === 'index' ? 'index.' : id)}`,
  comparison: (before: string, after: string) => `compare/${anchorOf(before, after)}`,
} as const;

/** Where the badge of an adapter lies, without its ending: `.svg` is the picture, `.json` the endpoint of shields.io. */
export const badgeStem = (adapter: string): string => `badges/${slug(adapter)}`;

/** Where what was seen of a case lies: the bytes of which the name is the hash. */
export const evidenceFile = (sha256: string): string => `evidence/${sha256}.json`;

/** Where a page of the site leads to, as addresses relative to it. */
export interface SiteLinks extends Links {
  /** The address of a file of the site; `undefined` where the site has none. */
  to(file: string): string | undefined;
  /** Where a known issue can be contested; `undefined` where the project's repository is not known. */
  contest(issue: ListedIssue): string | undefined;
}

/** The anchor of a known issue on the pages that have it. It is part of addresses that people keep. */
export const issueAnchor = ({ adapter, id }: Pick<ListedIssue, 'adapter' | 'id'>): string => `issue-${adapter}-${id}`;

/** Addresses outside the site. */
interface LinkTargets {
  /** For a page that is shown at any address, where the site lies. */
  readonly baseUrl?: string | undefined;
  /** Where the site is served, where that is known. */
  readonly servedAt?: string | undefined;
  /** The project's repository, where that is known. */
  readonly repository?: string | undefined;
}

/**
 * The links of a page: relative, so that the site works at any address and from disk. What the site does not have is not led to.
 *
 * @param files all that the site has
 */
export function linksFrom(
  stem: string,
  files: ReadonlySet<string>,
  { baseUrl, servedAt, repository }: LinkTargets = {},
): SiteLinks {
  const folder = posix.dirname(`/${stem}`);
  const addressOf = (file: string) =>
    baseUrl === undefined ? posix.relative(folder, `/${file}`) : `${baseUrl}${file}`;
  const to = (file: string): string | undefined => (files.has(file) ? addressOf(file) : undefined);
  const page = (target: string) => to(`${target}.html`);
  return {
    to,
    cell: (tool, providerApi) => page(stems.cell(tool, providerApi)),
    case: (id) => page(stems.case(id)),
    check: (id) => page(stems.check(id)),
    provider: (id) => page(stems.provider(id)),
    tool: (id) => page(stems.tool(id)),
    adapter: (id) => page(stems.adapter(id)),
    implementation: (id) => page(stems.implementation(id)),
    implementations: page(stems.implementations),
    evidence: (sha256) => to(evidenceFile(sha256)),
    contest: (issue) => {
      const page = servedAt && `${servedAt}${stems.adapter(issue.adapter)}.html#${issueAnchor(issue)}`;
      return repository && contestAddress(issue, repository, page);
    },
  };
}
