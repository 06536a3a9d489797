/** HTTP exchanges of one call, one after the other: each with its own time, each error one of the contract. */
import type { APIPromise } from 'openai';
import type { CallLimit } from '../shared/call-limit.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { demandMediaType } from '../shared/openai/media-type.ts';
import { contractError, type Phase } from '../shared/openai/sdk-errors.ts';

/** Makes a request through the SDK and gives what it made of the answer. @throws errors of the contract */
export type Send = <T>(
  request: (options: { readonly signal: AbortSignal }) => APIPromise<T>,
  wanted?: 'json' | 'event-stream',
) => Promise<T>;

export interface Exchanges {
  readonly send: Send;
  /** As an error of the contract. */
  readonly errorOf: (error: unknown) => Error;
}

export function exchangesWithin(limit: CallLimit, inUse: SecretInUse): Exchanges {
  let phase: Phase = 'sending';
  const errorOf = (error: unknown) => limit.reached() ?? contractError(error, phase, inUse.secret);
  return {
    async send(request, wanted = 'json') {
      phase = 'sending';
      limit.restart();
      try {
        const call = request({ signal: limit.signal });
        const answer = await call.asResponse();
        phase = 'reading';
        demandMediaType(answer, wanted);
        return await call;
      } catch (error) {
        throw errorOf(error);
      }
    },
    errorOf,
  };
}
