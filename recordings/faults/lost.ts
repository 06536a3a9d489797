/** Answers that never arrive, or not to their end, for the network fails. */
import { bytesOf } from '../format/body.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { connectionRefused, hungUp } from '../transport/network-errors.ts';
import { firstBytes, lengthOf } from './answer.ts';
import { type FaultsOf, kindsApart } from './fault.ts';

/** Milliseconds that a caller allows who is kept waiting. On the virtual clock they take no time, and other processes answer in a few. */
const patience = 250;

export const lost: FaultsOf = (response, operation) => {
  const isStream = lengthOf(response) !== undefined;
  return [
    {
      ...kindsApart(operation, 'refused', isStream),
      what: `the connection for ${operation} is refused`,
      arrives: () => {
        throw connectionRefused();
      },
    },
    {
      ...kindsApart(operation, 'reset at once', isStream),
      what: `the connection is reset before anything of the answer to ${operation}`,
      arrives: () => {
        throw hungUp();
      },
    },
    {
      ...kindsApart(operation, 'unanswered', isStream),
      what: `${operation} is never answered`,
      arrives: () => 'nothing',
      timeout: patience,
    },
    {
      ...kindsApart(operation, 'reset', isStream),
      what: `the connection is reset in the midst of the answer to ${operation}`,
      arrives: () => ({ ...firstHalf(response), ends: 'reset' }),
    },
    {
      ...kindsApart(operation, 'stalled', isStream),
      what: `nothing more comes in the midst of the answer to ${operation}`,
      arrives: () => ({ ...firstHalf(response), ends: 'never' }),
      timeout: patience,
    },
  ];
};

/** What came of an answer when half of its bytes had. */
const firstHalf = (response: HttpResponse): HttpResponse =>
  firstBytes(response, Math.floor(bytesOf(response.body).length / 2));
