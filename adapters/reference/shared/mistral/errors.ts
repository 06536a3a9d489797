/** What the APIs of Mistral say, and their SDK throws, when something goes wrong. */
import { ConnectionError, UnexpectedClientError } from '@mistralai/mistralai/models/errors/httpclienterrors.js';
import { isJsonObject, type Json } from '../../../../files/canonical-json.ts';
import { errorsOf } from '../errors.ts';
import { list, text } from '../json.ts';

export const errors = errorsOf({
  provider: 'Mistral',
  invalidRequest: 'invalid_request_error',
  requestId: 'mistral-correlation-id',
  /**
   * `{ "message", "type", "code" }`; `{ "detail" }` of a request that does not fit the schema, as text or as a list of
   * `{ "loc", "msg", "type" }`; the event `conversation.response.error`. Where it has no code, its type stands in.
   */
  read(body) {
    const { code, type, message, detail } = isJsonObject(body) ? body : {};
    const isEvent = String(type).startsWith('conversation.');
    return {
      code: codeOf(code) ?? (isEvent ? undefined : text(type)),
      message: text(message) ?? detailOf(isJsonObject(message) ? message.detail : detail),
    };
  },
  thrown(error) {
    if (error instanceof ConnectionError) return { is: 'no-connection', cause: error.cause };
    return error instanceof UnexpectedClientError ? { is: 'broken-off', cause: error.cause } : undefined;
  },
});

export const { providerError, unsendable } = errors;

const codeOf = (code: Json | undefined): string | undefined =>
  typeof code === 'number' ? String(code) : text(code) || undefined;

function detailOf(detail: Json | undefined): string | undefined {
  const said = (list(detail) ?? []).flatMap((each) => (isJsonObject(each) ? (text(each.msg) ?? []) : []));
  return text(detail) ?? (said.join('; ') || undefined);
}
