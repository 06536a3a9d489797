import { lruCache } from '../../lib/memoize.ts';
import type { Cassette } from '../format/cassette.ts';
import { type Headers, type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { scrubBody } from './body.ts';
import { headerRules } from './name-rules.ts';
import { scrubText } from './text.ts';
import { ruleFinder, scrubUrl } from './url.ts';

/**
 * Secrets, account names and what changes from run to run are taken out before anything is matched, logged or written.
 * Scrubbing what is scrubbed changes nothing.
 */

declare const scrubbed: unique symbol;

/** A request that went through {@link scrubRequest}: matching takes no other, so the wrong order is a type error. */
export type ScrubbedRequest = HttpRequest & { readonly [scrubbed]: true };

/** A response that went through {@link scrubResponse}. */
export type ScrubbedResponse = HttpResponse & { readonly [scrubbed]: true };

/** Few addresses are asked, each some thousand times. */
const sameUrl = lruCache<string>();

/** A request without secrets, account names and what changes from run to run. */
export function scrubRequest(request: HttpRequest): ScrubbedRequest {
  const { method, url, headers, body } = request;
  const clean = {
    method,
    url: sameUrl(url, () => scrubText(scrubUrl(url))),
    headers: scrubHeaders(headers),
    ...(body ? { body: scrubBody(body, headerOf(request, 'content-type') ?? '') } : {}),
  };
  return clean as ScrubbedRequest;
}

/** The same of a response. */
export function scrubResponse(response: HttpResponse): ScrubbedResponse {
  const { status, headers, body } = response;
  const clean = {
    status,
    headers: scrubHeaders(headers),
    body: scrubBody(body, headerOf(response, 'content-type') ?? ''),
  };
  return clean as ScrubbedResponse;
}

/** The same of a whole cassette. */
export function scrubCassette(cassette: Cassette): Cassette {
  return {
    ...cassette,
    entries: cassette.entries.map((entry) => ({
      ...entry,
      request: scrubRequest(entry.request),
      response: scrubResponse(entry.response),
    })),
  };
}

const headerRule = ruleFinder(headerRules);

function scrubHeaders(headers: Headers): Headers {
  return headers.flatMap(([name, value]) => {
    const rule = headerRule(name, value);
    if (!rule) return [[name.toLowerCase(), scrubText(scrubLink(value))] as const];
    return rule.becomes === undefined ? [] : [[name.toLowerCase(), rule.becomes] as const];
  });
}

/** `location` and its like carry URLs, which may be signed. */
const scrubLink = (value: string): string => (/^https?:\/\//.test(value) ? scrubUrl(value) : value);
