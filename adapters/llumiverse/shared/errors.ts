/** What the library throws, as errors of the contract. Pure. */
import { LlumiverseError } from '@llumiverse/core';
import {
  InvalidToolError,
  isContractError,
  ProviderError,
  programErrorIn,
  redactForLogs,
  TimeoutError,
  WireError,
} from '../../../spec/contract/index.ts';
import type { ErrorWords } from './provider-bridge.ts';

/**
 * Any error as one of the contract.
 *
 * @param secret is in no message, whatever the provider repeats
 */
export function contractError(error: unknown, words: ErrorWords, secret: string): Error {
  // First, for the library gives its errors the names of others.
  if (error instanceof LlumiverseError) {
    const from = programErrorIn(error.originalError, secret);
    return tokenError(error) ?? fromLibrary(error, words, redactForLogs(error.message, secret), from);
  }
  if (isContractError(error)) return error;
  const refused = error instanceof Error ? refusedSchema.exec(error.message)?.groups?.tool : undefined;
  if (refused !== undefined) return new InvalidToolError(refused, 'its schema is not of an object.');
  const reason = error instanceof Error ? error.message : String(error);
  const from = programErrorIn(error, secret);
  return new WireError(`Llumiverse could not read the answer: ${redactForLogs(reason, secret)}`, from);
}

/** The error of a function that gave no token, as the drivers keep it, or their SDKs as its cause. */
const tokenError = ({ originalError }: LlumiverseError): Error | undefined =>
  [originalError, member(originalError, 'cause')].find((error) => error instanceof ProviderError);

/** What Claude's drivers say, before they send anything, in an Error that says nothing of its kind. */
const refusedSchema = /^Tool "(?<tool>.*)" has invalid input_schema\.type/s;

/** What the SDKs of the drivers call their errors where nobody answered. */
const timedOut = new Set(['APIConnectionTimeoutError', 'RequestTimeoutError']);
const unconnected = new Set(['APIConnectionError', 'ConnectionError']);

function fromLibrary(error: LlumiverseError, words: ErrorWords, message: string, from: ErrorOptions): Error {
  const { name, code: status, retryable, originalError } = error;
  if (timedOut.has(name)) return new TimeoutError(message);
  const code = words.codeOf(originalError);
  const isRefused = status === undefined ? code !== undefined : status >= 400;
  if (!isRefused && !unconnected.has(name)) return new WireError(message, from);
  const headers = member(originalError, 'headers');
  return new ProviderError(message, {
    status,
    code,
    requestId: textOf(member(originalError, 'requestID')) ?? headerOf(headers, words.requestIdHeader),
    retryAfter: retryAfter(headers),
    retryable: retryable ?? false,
  });
}

const headerOf = (headers: unknown, name: string | undefined): string | undefined =>
  headers instanceof Headers && name !== undefined ? (headers.get(name) ?? undefined) : undefined;

/** Milliseconds, which an answer says as such or as seconds. */
function retryAfter(headers: unknown): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const milliseconds = numberOf(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const seconds = numberOf(headers.get('retry-after'));
  return seconds === undefined ? undefined : seconds * 1000;
}

const numberOf = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined;

/** A member of the SDK's error, whose class the library does not pass on. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
