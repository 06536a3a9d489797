/** What `ChatGoogleGenerativeAI` and the SDK beneath it throw. */
import { getRetryable } from '@langchain/core/errors';
import { EmptyContentError } from '@langchain/google-genai';
import { ProviderError } from '../../../spec/contract/index.ts';
import type { Ending } from '../shared/client.ts';
import { defined } from '../shared/defined.ts';
import { unsendable } from '../shared/errors.ts';
import { objects, plain, text } from '../shared/json.ts';
import { writing } from './messages.ts';
import { finishReasonOf } from './response.ts';

const { provider } = writing;

/** What the SDK throws; of the provider's code and of the answer's headers it keeps nothing. */
interface SdkError extends Error {
  readonly status?: unknown;
  readonly errorDetails?: unknown;
}

/** Of an error of the library; `undefined` for one that says nothing but that the answer could not be read. */
export function errorOf(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { status, message, errorDetails } = error as SdkError;
  if (typeof status === 'number') {
    // The address stands before the provider's words.
    const words = message.replace(/^.*?: \[\d{3} [^\]]*\] ?/s, '') || 'without a message';
    return new ProviderError(`${provider} answered with an error (${status}): ${words}`, {
      status,
      ...defined({ retryAfter: waitOf(errorDetails) }),
      retryable: getRetryable(error) ?? (status === 408 || status === 429 || status >= 500),
    });
  }
  if (message.includes('Error fetching from ')) {
    return new ProviderError(`There is no connection to ${provider}.`, { retryable: true });
  }
  // Errors of the SDK have a class, errors of its parsers too: without one, it is the library that found no words for the request.
  return error.constructor === Error ? unsendable(provider, `LangChain refused the request (${message})`) : undefined;
}

/** Milliseconds, from the `RetryInfo` among the details: `"34.5s"`. */
function waitOf(details: unknown): number | undefined {
  const delays = objects(plain(details)).map(({ retryDelay }) => text(retryDelay) ?? '');
  const [seconds] = delays.flatMap((delay) => /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] ?? []);
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}

/** Where an answer holds nothing the library throws, and says why it ended, or why the question was blocked. */
export function endingOf(error: unknown): Ending | undefined {
  if (!EmptyContentError.isInstance(error)) return undefined;
  const { finishReason, blockReason, message } = error;
  if (finishReason === undefined && blockReason === undefined) return undefined;
  const reason = finishReasonOf(finishReason ?? 'PROHIBITED_CONTENT');
  return { finishReason: reason, ...(reason === 'length' || reason === 'stop' ? {} : { message }) };
}
