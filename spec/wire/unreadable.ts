import { type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import type { LocatedFact } from '../facts/fact.ts';

/**
 * Of an answer that is no JSON: what it says it is, such as a page of a proxy, for whoever looks for the cause has to hear it;
 * or that it broke off, where it says that it is JSON.
 */
export function unreadableOf(response: HttpResponse, path: string): LocatedFact[] {
  const type = headerOf(response, 'content-type')?.split(';', 1)[0]?.trim() ?? '';
  if (type === '' || type.includes('json')) return [brokenOff(path)];
  return [{ fact: { kind: 'error', message: '', unreadable: type }, path }];
}

/** A stream that ends before what it tells is over, or an answer that tells nothing. */
export const brokenOff = (path: string): LocatedFact => ({
  fact: { kind: 'error', message: '', unreadable: '' },
  path,
});
