/** What Mistral's SDK throws, which the library passes on. */
import { getRetryable } from '@langchain/core/errors';
import { forLogs, ProviderError, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { type ErrorContext, waitOf } from '../shared/errors.ts';
import { asObject, text } from '../shared/json.ts';

interface SdkError extends Error {
  readonly statusCode?: unknown;
  readonly headers?: unknown;
  readonly contentType?: unknown;
  /** As text. */
  readonly body?: unknown;
}

/** Of an error of the SDK; `undefined` for any other. */
export function errorOf(error: unknown, { provider, secret }: ErrorContext): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { statusCode: status, headers, contentType, body } = error as SdkError;
  if (error.name === 'ConnectionError') {
    return new ProviderError(`There is no connection to ${provider}.`, { retryable: true });
  }
  if (typeof status !== 'number') return undefined;
  if (status < 400) {
    const came = forLogs(text(contentType) || 'of no type', secret);
    return new WireError(`LangChain could not read the answer of ${provider} (${error.name}, ${came}).`);
  }
  const said = asObject(parsed(body));
  const { message = said.detail, code, type } = typeof said.error === 'object' ? asObject(said.error) : said;
  const given = headers instanceof Headers ? headers : new Headers();
  return new ProviderError(
    `${provider} answered with an error (${status}): ${wordsIn(message) ?? 'without a message'}`,
    {
      status,
      ...defined({
        code: text(code) ?? text(type),
        requestId: given.get('mistral-correlation-id') ?? given.get('x-request-id') ?? undefined,
        retryAfter: waitOf(given),
      }),
      retryable: getRetryable(error) ?? (status === 408 || status === 409 || status === 429 || status >= 500),
    },
  );
}

/** A message may be a list of what is wrong, and stand within another. */
function wordsIn(said: unknown): string | undefined {
  if (typeof said === 'string') return said;
  if (Array.isArray(said)) return said.flatMap((each) => wordsIn(each) ?? []).join('; ');
  const { msg, message, detail } = asObject(said);
  const inner = msg ?? message ?? detail;
  return inner === undefined ? undefined : wordsIn(inner);
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
