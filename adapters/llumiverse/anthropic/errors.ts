/** What the library throws, as errors of the contract. Pure. */
import { LlumiverseError } from '@llumiverse/core';
import {
  AbortedError,
  InvalidToolError,
  isContractError,
  ProviderError,
  TimeoutError,
  WireError,
} from '../../../spec/contract/index.ts';

/** The caller's signal and the time allowed, as one. */
export interface Limit {
  readonly signal: AbortSignal;
  /** What the call must end with; `undefined` as long as the limit is not reached. */
  reached(): Error | undefined;
}

/** @param milliseconds time that a call may take: the driver's own limits are those of its connection, and count by the second */
export function limitOf(milliseconds: number, caller: AbortSignal | undefined): Limit {
  const time = AbortSignal.timeout(milliseconds);
  return {
    signal: caller ? AbortSignal.any([caller, time]) : time,
    reached() {
      if (caller?.aborted) return new AbortedError('The caller aborted the call.');
      return time.aborted ? new TimeoutError(`No complete answer within ${milliseconds} ms.`) : undefined;
    },
  };
}

/**
 * Any error as one of the contract.
 *
 * @param secret is in no message, whatever the provider repeats
 */
export function contractError(error: unknown, secret: string): Error {
  // First, for the library gives its errors the names of others.
  if (error instanceof LlumiverseError) {
    const told = fromLibrary(error);
    return told instanceof ProviderError ? new ProviderError(forLogs(told.message, secret), told) : told;
  }
  if (isContractError(error)) return error;
  const refused = error instanceof Error ? refusedSchema.exec(error.message)?.groups?.tool : undefined;
  if (refused !== undefined) return new InvalidToolError(refused, 'its schema is not of an object.');
  return new WireError(`Llumiverse could not read the answer: ${error instanceof Error ? error.message : error}`);
}

/** What the driver says, before it sends anything, in an Error that says nothing of its kind. */
const refusedSchema = /^Tool "(?<tool>.*)" has invalid input_schema\.type/s;

/** Characters that say what is wrong: some providers repeat all that they were sent. */
const most = 500;

function forLogs(message: string, secret: string): string {
  const hidden = secret === '' ? message : message.replaceAll(secret, '[credentials]');
  return hidden.length > most ? `${hidden.slice(0, most)}…` : hidden;
}

function fromLibrary({ name, message, code, retryable, originalError }: LlumiverseError): Error {
  if (name === 'APIConnectionTimeoutError') return new TimeoutError(message);
  const type = member(member(member(originalError, 'error'), 'error'), 'type');
  const isAnswered = code !== undefined || type !== undefined;
  if (!isAnswered && name !== 'APIConnectionError') return new WireError(message);
  const requestId = member(originalError, 'requestID');
  return new ProviderError(message, {
    status: code,
    code: typeof type === 'string' ? type : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    retryAfter: retryAfter(member(originalError, 'headers')),
    retryable: retryable ?? false,
  });
}

/** Milliseconds, where the answer says seconds. */
function retryAfter(headers: unknown): number | undefined {
  const seconds = headers instanceof Headers ? headers.get('retry-after') : null;
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** A member of the SDK's error, whose class the library does not pass on. */
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
