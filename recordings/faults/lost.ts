/** Answers that never arrive, or not to their end, for the network fails. */
import { bytesOf } from '../format/body.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { connectionRefused, hungUp } from '../transport/network-errors.ts';
import { firstBytes } from './answer.ts';
import type { FaultsOf } from './fault.ts';

/** Milliseconds that a caller allows who is kept waiting. On the virtual clock they take no time, and other processes answer in a few. */
const patience = 250;

export const lost: FaultsOf = (response, operation) => [
  {
    covers: [`${operation} refused`],
    what: `the connection for ${operation} is refused`,
    arrives: () => {
      throw connectionRefused();
    },
  },
  {
    covers: [`${operation} reset at once`],
    what: `the connection is reset before anything of the answer to ${operation}`,
    arrives: () => {
      throw hungUp();
    },
  },
  {
    covers: [`${operation} unanswered`],
    what: `${operation} is never answered`,
    arrives: () => 'nothing',
    timeout: patience,
  },
  {
    covers: [`${operation} reset`],
    what: `the connection is reset in the midst of the answer to ${operation}`,
    arrives: () => ({ ...firstHalf(response), ends: 'reset' }),
  },
  {
    covers: [`${operation} stalled`],
    what: `nothing more comes in the midst of the answer to ${operation}`,
    arrives: () => ({ ...firstHalf(response), ends: 'never' }),
    timeout: patience,
  },
];

/** What came of an answer when half of its bytes had. */
const firstHalf = (response: HttpResponse): HttpResponse =>
  firstBytes(response, Math.floor(bytesOf(response.body).length / 2));
