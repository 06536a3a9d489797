/** Answers in which something is changed at random, and the same on every run. */
import { createHash } from 'node:crypto';
import type { HttpResponse } from '../../format/exchange.ts';
import type { Fault, FaultsOf } from '../fault.ts';
import { changed, fitting } from './apply.ts';
import type { Change, Value } from './change.ts';
import { changesOf, mutationsOf } from './draft.ts';
import { inWords } from './words.ts';

/** How many mutations of one answer are offered: some hundreds of them are tried on an adapter. */
const perAnswer = 3;

/** Mutations of an answer; the seed is what it says, so that a recording has its own as long as it stays as it is. */
export const mutated: FaultsOf = (response, operation) => {
  const seed = createHash('sha256').update(`${operation} ${response.body.text}`).digest().readInt32BE();
  // The first one is what is shown of a case.
  return mutationsOf(seed, perAnswer)
    .map((mutation) => changesOf(mutation, response))
    .filter((changes) => changes.length > 0)
    .toSorted((a, b) => Number(isLarge(a)) - Number(isLarge(b)))
    .map((changes) => mutationFault(response, changes, `${operation} ${seed}`));
};

/**
 * Changes of an answer as a fault.
 *
 * @param scope what answer it is, to tell it from others that are changed in the same way
 */
export const mutationFault = (response: HttpResponse, changes: readonly Change[], scope: string): Fault => ({
  covers: [`${scope} ${JSON.stringify(changes)}`],
  what: inWords(changes),
  arrives: () => changed(response, changes),
  smaller: () => lessOf(changes, response).map((less) => mutationFault(response, less, scope)),
});

/** All changes but one, and large values that are not as large. */
function lessOf(changes: readonly Change[], response: HttpResponse): Change[][] {
  const without = changes.length < 2 ? [] : changes.map((_, i) => fitting(response, changes.toSpliced(i, 1)));
  const smaller = changes.flatMap((change, i) => {
    const less = lessLarge(change);
    return less ? [changes.with(i, less)] : [];
  });
  return [...without, ...smaller];
}

const isLarge = (changes: readonly Change[]): boolean => changes.some((change) => lessLarge(change) !== undefined);

/** Half of what is large; `undefined` where a change is not. */
function lessLarge(change: Change): Change | undefined {
  if ('times' in change) return change.times > 1 ? { ...change, times: Math.floor(change.times / 2) } : undefined;
  const less = change.do === 'put' ? halved(change.value) : undefined;
  return less && change.do === 'put' ? { ...change, value: less } : undefined;
}

/** Below this nothing is large. */
const small = 16;

function halved(value: Value): Value | undefined {
  const [[member, size] = []] = Object.entries(value).filter((entry) => typeof entry[1] === 'number');
  if (member === undefined || Number(size) < small) return undefined;
  return { ...value, [member]: Math.floor(Number(size) / 2) } as Value;
}
