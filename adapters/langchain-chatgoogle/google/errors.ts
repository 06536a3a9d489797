/** Errors of `ChatGoogle` as errors of the contract. Its classes are not exported, so they are known by name. */
import { getRetryable, LangChainError } from '@langchain/core/errors';
import { ProviderError, WireError } from '../../../spec/contract/index.ts';
import { invalidRequest, waitOf } from '../../langchain/shared/errors.ts';
import { asObject, defined, objects, plain, text } from '../../langchain/shared/json.ts';

/** Public members of the library's errors. */
interface LibraryError extends Error {
  readonly statusCode?: unknown;
  readonly headers?: unknown;
  /** The body, as the library parsed it. */
  readonly data?: unknown;
  readonly blockReason?: unknown;
}

/** The library throws these before it sends anything. */
const rejections = new Set(['ConfigurationError', 'InvalidInputError', 'InvalidToolError', 'ToolCallNotFoundError']);

const provider = 'Google';

/** `undefined` for an error that is not of this package. */
export function errorOf(error: unknown): Error | undefined {
  // The contract has errors of the same name.
  if (!LangChainError.isInstance(error)) return undefined;
  const { name, message, statusCode, headers, data, blockReason } = error as LibraryError;
  if (typeof statusCode === 'number') {
    const { status: code, details } = asObject(asObject(data).error);
    const retryAfter = retryDelayOf(details) ?? waitOf(new Headers(asObject(headers) as Record<string, string>));
    return new ProviderError(`${provider} answered with an error (${statusCode}): ${message}`, {
      status: statusCode,
      ...defined({ code: text(code), retryAfter }),
      retryable: getRetryable(error) ?? (statusCode === 408 || statusCode === 429 || statusCode >= 500),
    });
  }
  if (rejections.has(name)) return invalidRequest(provider, `LangChain refused the request (${message})`);
  if (name === 'PromptBlockedError') {
    const code = text(blockReason);
    return new ProviderError(`${provider} answered with nothing: ${message}`, {
      ...defined({ code }),
      retryable: getRetryable(error) ?? false,
    });
  }
  return name === 'NoCandidatesError'
    ? new WireError(`LangChain could not read the answer of ${provider}: ${message}`)
    : undefined;
}

/** Milliseconds, from the `RetryInfo` among the details: `"34.5s"`. */
function retryDelayOf(details: unknown): number | undefined {
  const delays = objects(plain(details)).map(({ retryDelay }) => text(retryDelay) ?? '');
  const [seconds] = delays.flatMap((delay) => /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] ?? []);
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}
