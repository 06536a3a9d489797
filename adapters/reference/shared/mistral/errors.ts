/** What the APIs of Mistral say when they refuse or fail, as errors of the contract. Pure. */
import { isJsonObject, type Json } from '../../../../files/canonical-json.ts';
import { isContractError, ProviderError } from '../../../../spec/contract/index.ts';
import { nameOf } from '../causes.ts';
import { list, text } from '../json.ts';
import { answeredWithError, excerpt } from '../provider-words.ts';
import { isRetryable, retryAfter } from '../retry.ts';

/**
 * A request that Mistral has no words for. As the contract has no error of its own for it, it is what the provider would
 * answer: a `ProviderError` with code `invalid_request_error`, without status because nothing was sent.
 */
export function unsendable(reason: string): ProviderError {
  return new ProviderError(`Nothing was sent to Mistral: ${reason}.`, {
    code: 'invalid_request_error',
    retryable: false,
  });
}

/** What is no error of the contract yet happened before anything was sent: a request that is no JSON. */
export const requestError = (error: unknown): Error =>
  isContractError(error) ? error : unsendable(`the request could not be made (${nameOf(error)})`);

/**
 * @param body `{ "message", "type", "code" }`; `{ "detail" }` of a request that does not fit the schema, as text or as a list of
 * `{ "loc", "msg", "type" }`; the event `conversation.response.error`; or whatever came instead. Where it has no code, its type
 * stands in.
 * @param status absent where the error came inside an answer that had begun
 */
export function providerError(body: unknown, status?: number, headers?: Headers, secret = ''): ProviderError {
  const members = isJsonObject(body) ? body : {};
  const isEvent = String(members.type).startsWith('conversation.');
  const code = codeOf(members.code) ?? (isEvent ? undefined : text(members.type));
  const { message: told } = members;
  const message =
    text(told) ?? detailOf(isJsonObject(told) ? told.detail : members.detail) ?? 'no error object in the answer';
  return new ProviderError(answeredWithError('Mistral', [status, code], excerpt(message, secret)), {
    status,
    code,
    requestId: headers?.get('mistral-correlation-id') ?? undefined,
    retryAfter: headers && retryAfter(headers, Date.now()),
    retryable: isRetryable(status, headers, undefined),
  });
}

const codeOf = (code: Json | undefined): string | undefined =>
  typeof code === 'number' ? String(code) : text(code) || undefined;

function detailOf(detail: Json | undefined): string | undefined {
  const said = (list(detail) ?? []).flatMap((each) => (isJsonObject(each) ? (text(each.msg) ?? []) : []));
  return text(detail) ?? (said.join('; ') || undefined);
}
