import { posix } from 'node:path';
import { slug } from './anchor.ts';

/**
 * Where the files of the site lie. Made from ids, so that addresses survive re-runs; lower-case, so that they differ on every file system.
 */
export const paths = {
  index: 'index.html',
  libraries: 'libraries.html',
  knownIssues: 'known-issues.html',
  providerApis: 'provider-apis.html',
  changes: 'changes.html',
  howToRead: 'how-to-read.html',
  checks: 'checks.html',
  notFound: '404.html',
  library: (id: string) => `library/${slug(id)}.html`,
  providerApi: (id: string) => `provider-api/${slug(id)}.html`,
  tool: (id: string) => `tool/${slug(id)}.html`,
  /** A tool on a provider API through a library. */
  cell: (tool: string, providerApi: string, library: string) =>
    `cell/${slug(tool)}/${slug(providerApi)}/${slug(library)}.html`,
  /** What was seen of the conversations of such a page, loaded when it is asked for. */
  evidence: (tool: string, providerApi: string, library: string) =>
    `evidence/${slug(tool)}/${slug(providerApi)}/${slug(library)}.js`,
  verdictsJson: 'verdicts.json',
  matrixJson: 'matrix.json',
  changesJson: 'changes.json',
  feed: 'changes.atom',
  style: 'style.css',
  script: 'script.js',
  search: 'search.js',
  icon: 'icon.svg',
} as const;

/**
 * Where a page leads to: the address of a file of the site, relative to the page. `undefined` where the page stands alone, or where the
 * site has no such file: then what would be a link is text.
 */
export type To = (path: string) => string | undefined;

/**
 * The addresses of a page of the site.
 *
 * @param files all that the site has
 * @param baseUrl where the site lies, for a page that is shown at any address
 */
export function linksFrom(page: string, files: ReadonlySet<string>, baseUrl?: string): To {
  const folder = posix.dirname(`/${page}`);
  return (path) => {
    const [file = '', anchor] = path.split('#');
    if (!files.has(file)) return undefined;
    const address = baseUrl === undefined ? posix.relative(folder, `/${file}`) : `${baseUrl}${file}`;
    return anchor === undefined ? address : `${address}#${anchor}`;
  };
}

/** The place of a known issue on the page of its library. It is part of addresses that people keep. */
export const issueAnchor = (id: string): string => `issue-${slug(id.replaceAll('/', '-'))}`;

/** The place of what is wrong with a library, on one provider API or on all, on the page of all known issues. */
export const issuesOfAdapter = (library: string, providerApi?: string): string =>
  providerApi === undefined ? `of-${slug(library)}` : `of-${slug(library)}-on-${slug(providerApi)}`;

/** The place of a check on the page of checks. */
export const checkAnchor = (id: string): string => `check-${slug(id)}`;
