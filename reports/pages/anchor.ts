import { createHash } from 'node:crypto';

/**
 * The id of a place on the page, stable from run to run: `cell--function-calling--anthropic`. Parts that are ids of this
 * project stand as they are; of any other, the readable rest and a hash, so that two never share a place.
 */
export function anchorOf(...parts: readonly string[]): string {
  return parts.map(slug).join('--');
}

/** The most characters of a part that stands as it is: parts are names of files, too. */
const longest = 100;

/** Lower-case letters, digits and single hyphens only: safe as an id, in an address and in a selector. */
export function slug(part: string): string {
  if (part.length <= longest && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(part)) return part;
  const readable = part
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '');
  const hash = createHash('sha256').update(part).digest('hex').slice(0, 8);
  return readable === '' ? `x${hash}` : `${readable}-${hash}`;
}

/** Place of a cell of the grid: `cell-function-calling--anthropic`. */
export const cellAnchor = (tool: string, providerApi: string): string => `cell-${anchorOf(tool, providerApi)}`;

/** Place of a case: `case-reference-anthropic--function-calling--call-single--stream`. */
export const caseAnchor = (caseId: string): string => `case-${anchorOf(...caseId.split('/'))}`;

/** Place of a check in the list of checks. */
export const checkAnchor = (check: string): string => `check-${anchorOf(check)}`;
