import { closest } from '../../lib/did-you-mean.ts';
import { escapeRegExp } from '../../lib/escape-regexp.ts';
import { lruCache, memoize } from '../../lib/memoize.ts';
import type { Operation } from '../../matrix/schema.ts';
import type { Body, WireTransport } from '../format/exchange.ts';
import type { ScrubbedRequest } from '../scrub/scrub.ts';

/** What a request asks for: which operation, answered how. */
export interface Classified {
  readonly operation: Operation;
  readonly transport: WireTransport;
}

/** Why a request is none of the column's operations. */
export interface Unclassified {
  readonly reason: string;
}

/**
 * Assigns a request to an operation of its column, by method and path, and reads from it how it wants to be answered.
 *
 * The host does not matter: it is whatever the base URL said. Where the base URL has a path of its own, templates may
 * include it or not. Query parameters are tolerated. Of several templates that fit, the one with the fewest placeholders
 * is meant, and of those the one that spells out most: `/agents/{id}/` may be another operation than `/agents/{id}`.
 */
export function classify(
  request: ScrubbedRequest,
  operations: readonly Operation[],
  baseUrl?: string,
): Classified | Unclassified {
  const { method, url } = request;
  const { operation, pathname, searchParams } = addressed(operations)(`${method} ${url} ${baseUrl}`, () => {
    const { pathname, searchParams } = new URL(url);
    return { pathname, searchParams, operation: operationAt(method, pathname, operations, baseUrl) };
  });
  if (!operation) return { reason: unknownOperation(`${method} ${pathname}`, operations) };
  return { operation, transport: transportOf(request, operation, pathname, searchParams) };
}

/** An address, and the operation that a method has there. */
interface Addressed {
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
  readonly operation: Operation | undefined;
}

/** Thousands of requests go to the same addresses. */
const addressed = memoize((_: readonly Operation[]) => lruCache<Addressed>());

function operationAt(
  method: string,
  pathname: string,
  operations: readonly Operation[],
  baseUrl: string | undefined,
): Operation | undefined {
  const paths = [pathname, withoutBase(pathname, baseUrl)].map((path) => path.replaceAll(/%3a/gi, ':'));
  const fitting = operations
    .filter((operation) => operation.method === method)
    .flatMap((operation) => operation.urlTemplates.map((template) => ({ operation, template })))
    .filter(({ template }) => paths.some((path) => templatePattern(template).test(path)))
    .sort((a, b) => placeholders(a.template) - placeholders(b.template) || literals(b.template) - literals(a.template));
  return fitting[0]?.operation;
}

function withoutBase(pathname: string, baseUrl: string | undefined): string {
  const base = baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '');
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
}

function transportOf(
  request: ScrubbedRequest,
  { transports, streamWhen }: Operation,
  pathname: string,
  query: URLSearchParams,
): WireTransport {
  const [whole = 'json', stream = whole] = transports;
  const { body, query: parameter, pathSuffix } = streamWhen ?? {};
  const [name = '', value] = parameter?.split('=') ?? [];
  const streams =
    (body !== undefined && isTrueInBody(request, body)) ||
    (parameter !== undefined && query.get(name) === value) ||
    (pathSuffix !== undefined && pathname.replaceAll(/%3a/gi, ':').endsWith(pathSuffix));
  return streams ? stream : whole;
}

function isTrueInBody({ body }: ScrubbedRequest, member: string): boolean {
  // A member that is there is spelled out, or by escapes.
  const mayBe = body !== undefined && (body.text.includes(`"${member}"`) || body.text.includes('\\u'));
  return mayBe && membersOf(body)?.[member] === true;
}

/** The members of a JSON body; of one that is no JSON, none. */
export const membersOf = memoize(({ text }: Body): Readonly<Record<string, unknown>> | undefined => {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
});

const patterns = new Map<string, RegExp>();

/** `/v1/models/{model}:generate`: `{name}` stands for one or more characters other than `/`. */
function templatePattern(template: string): RegExp {
  const known = patterns.get(template);
  if (known) return known;
  const pattern = new RegExp(`^${template.split(placeholder).map(escapeRegExp).join('[^/]+')}/?$`);
  patterns.set(template, pattern);
  return pattern;
}

const placeholder = /\{[^}]*\}/;

const placeholders = (template: string): number => template.split('{').length - 1;

/** Characters that are spelled out. */
const literals = (template: string): number => template.replaceAll(/\{[^}]*\}/g, '').length;

function unknownOperation(asked: string, operations: readonly Operation[]): string {
  const known = operations.flatMap(({ id, method, urlTemplates }) =>
    urlTemplates.map((template) => ({ id, line: `${method} ${template}` })),
  );
  const lines = known.map(({ line }) => line.toLowerCase());
  const near = known[lines.indexOf(closest(asked, lines) ?? '')];
  const hint = near
    ? `nearest: ${near.id} (${near.line})`
    : `known: ${operations.map(({ id }) => id).join(', ') || '(none)'}`;
  return `this provider API has no operation ${asked}; ${hint}`;
}
