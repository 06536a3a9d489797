import { UserError } from '../../lib/user-error.ts';

/** An address under which files lie, ending in a slash. @throws {UserError} it is none, or not served encrypted. */
export function demandBaseUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== 'https:' || url.username || url.password || url.search || url.hash) {
    throw new UserError(`"${given}" cannot be the address of a site`, {
      hint: 'use an https: URL without a query, for example --base-url https://example.org/conformance/',
    });
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
