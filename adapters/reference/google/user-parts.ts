/** Contents that the application writes, as parts of the API. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { ActionResultContent, Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty } from '../shared/json.ts';
import { unsendable } from './errors.ts';
import { idMember, type KnownCalls, rawPart } from './known-calls.ts';

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/**
 * The part of one content; none for an empty text.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no part for
 */
export function userParts(content: Content, calls: KnownCalls): JsonObject[] {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [{ text: content.text }];
    case 'data':
      return [dataPart(content)];
    case 'uri':
      return [{ fileData: defined({ mimeType: content.mediaType, fileUri: content.uri }) }];
    case 'hosted-file':
      return [{ fileData: defined({ mimeType: content.mediaType, fileUri: content.fileId }) }];
    case 'function-result':
      return [functionResponse(content, calls)];
    case 'action-result':
      return [actionResponse(content, calls)];
    default: {
      const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
      if (isJsonObject(raw)) return [raw];
      throw unsendable(`a message holds "${content.type}" that did not come from Google`);
    }
  }
}

export function dataPart({ mediaType, data }: Of<'data'>): JsonObject {
  return { inlineData: { mimeType: mediaType, data } };
}

/**
 * What a function gave goes under `output`, how it failed under `error`. `rawRepresentation` may be a response that carries
 * what the contract has no member for, such as images; what the contract does say stands over it.
 * Source: `FunctionResponse.response`.
 */
function functionResponse(content: FunctionResultContent, calls: KnownCalls): JsonObject {
  const { callId, result, error } = content;
  const raw = rawPart(content, 'functionResponse')?.functionResponse;
  const said = error === undefined ? { output: result ?? null } : { error: error || noMessage };
  const name = nameOfCall(callId, calls, content.name);
  return { functionResponse: { ...(isJsonObject(raw) ? raw : {}), ...idMember(callId), name, response: said } };
}

const noMessage = 'The function failed without a message.';

/** What the screen shows goes beside the response; leave to act in spite of a safety check within it. */
function actionResponse(content: ActionResultContent, calls: KnownCalls): JsonObject {
  const { callId, outputs, acknowledgedSafetyCheckIds = [] } = content;
  const words = outputs.flatMap((output) => (output.type === 'text' ? output.text : []));
  const failed = outputs.flatMap((output) => (output.type === 'error' ? output.message : []));
  const screens = outputs.flatMap((output) => (output.type === 'data' ? dataPart(output) : []));
  const response = defined({
    output: nonEmpty(words)?.join('\n'),
    error: nonEmpty(failed)?.join('\n'),
    safety_acknowledgement: nonEmpty(acknowledgedSafetyCheckIds) && 'true',
  });
  return {
    functionResponse: {
      ...idMember(callId),
      name: nameOfCall(callId, calls),
      response,
      ...defined({ parts: nonEmpty(screens) }),
    },
  };
}

/** The API wants the name again, beside the id or instead of it. */
function nameOfCall(callId: string, calls: KnownCalls, given?: string): string {
  const name = calls.get(callId)?.name ?? given;
  if (name !== undefined) return name;
  throw unsendable(
    `the result "${callId}" answers no call of this conversation, and Google wants the name of its function`,
  );
}
