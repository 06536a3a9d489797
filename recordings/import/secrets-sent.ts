import type { HttpRequest } from '../format/exchange.ts';
import { redacted } from '../scrub/rules.ts';
import { scrubRequest } from '../scrub/scrub.ts';

/**
 * What requests prove who calls with: whatever scrubbing takes out of their headers and their addresses. A server may repeat it where no rule
 * looks for it. What the recorder already put in its place is no secret, and may stand anywhere.
 */
export function secretsSent(requests: readonly HttpRequest[]): string[] {
  const found = requests.flatMap((request) => {
    const clean = scrubRequest(request);
    const taken = new Set(clean.headers.filter(([, value]) => value === redacted).map(([name]) => name));
    const inHeaders = request.headers.filter(([name]) => taken.has(name)).map(([, value]) => value);
    const parameters = new URL(clean.url).searchParams;
    const inUrl = [...new URL(request.url).searchParams].filter(([name]) => parameters.get(name) === redacted);
    return [...inHeaders.map(withoutScheme), ...inUrl.map(([, value]) => value)];
  });
  return [...new Set(found)].filter(looksDrawn);
}

const withoutScheme = (value: string): string => value.replace(/^(?:bearer|basic|key)\s+/i, '');

/** Long, and of letters and digits: no word of a recorder, such as `Sanitized` or `<TOKEN>`. */
const looksDrawn = (value: string): boolean =>
  value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value) && !/[<>\s]/.test(value);
