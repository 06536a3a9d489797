import { type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import type { LocatedFact } from '../facts/fact.ts';

/** An answer that is no JSON and says so, such as a page of a proxy: whoever looks for the cause has to hear what it was. */
export function unreadableOf(response: HttpResponse, path: string): LocatedFact[] {
  const type = headerOf(response, 'content-type')?.split(';', 1)[0]?.trim() ?? '';
  if (type === '' || type.includes('json')) return [];
  return [{ fact: { kind: 'error', message: '', unreadable: type }, path }];
}

/** A stream that ends before what it tells is over, or an answer that tells nothing. */
export const brokenOff = (path: string): LocatedFact => ({
  fact: { kind: 'error', message: '', unreadable: '' },
  path,
});
