import type { Body, HttpRequest, HttpResponse } from '../format/exchange.ts';

/** Plain data with all its texts changed, names of members included. */
export function inTexts<T>(data: T, change: (text: string) => string): T {
  if (typeof data === 'string') return change(data) as T;
  if (Array.isArray(data)) return data.map((item) => inTexts(item, change)) as T;
  if (typeof data !== 'object' || data === null) return data;
  const members = Object.entries(data).map(([name, member]) => [change(name), inTexts(member, change)]);
  return Object.fromEntries(members) as T;
}

/** A message with its texts changed, and its body, which knows best how. */
export function inMessage<M extends HttpRequest | HttpResponse>(
  message: M,
  change: (text: string) => string,
  changeBody: (body: Body) => Body,
): M {
  const { body, ...head } = message;
  return { ...inTexts(head, change), ...(body ? { body: changeBody(body) } : {}) } as M;
}
