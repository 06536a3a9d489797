/** What the application did, as results of the invocations that returned control. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content, Warning } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { text } from '../shared/json.ts';
import { unsendable } from './errors.ts';

type Of<T extends Content['type']> = Extract<Content, { type: T }>;
type Answer = Of<'function-result'> | Of<'action-result'> | Of<'approval-response'>;

export const isAnswer = (content: Content): content is Answer =>
  content.type === 'function-result' || content.type === 'action-result' || content.type === 'approval-response';

/** Members of the session's state that carry results. */
export interface Results {
  readonly invocationId: string;
  readonly returnControlInvocationResults: readonly JsonObject[];
}

/**
 * Results go back together, in the order of their calls, under the id that the calls came with: several calls of one function
 * are told apart by nothing else.
 *
 * @param answers what is new
 * @param messages the conversation, in which the calls stand
 * @param warnings is added to
 * @throws ProviderError (code `ValidationException`) where a call is not there, or belongs to another invocation
 */
export function resultsOf(
  answers: readonly Answer[],
  messages: readonly ChatMessage[],
  warnings: Warning[],
): Results | undefined {
  if (answers.length === 0) return undefined;
  const calls = messages.flatMap(({ contents }) => contents.flatMap(linkOf));
  const linked = answers.map((answer) => {
    const id = 'requestId' in answer ? answer.requestId : answer.callId;
    const place = calls.findIndex((call) => call.id === id);
    const call = calls[place];
    if (!call) throw unsendable(`there is a result for ${JSON.stringify(id)}, and no call of it in the messages`);
    return { answer, call, place };
  });
  linked.sort((a, b) => a.place - b.place);
  const [invocationId = '', ...others] = new Set(linked.map(({ call }) => call.invocationId));
  if (others.length > 0) throw unsendable('the results answer calls of several answers; those of one go back at once');
  return {
    invocationId,
    returnControlInvocationResults: linked.map(({ answer, call }) => resultOf(answer, call, warnings)),
  };
}

interface Link {
  readonly id: string;
  readonly invocationId: string;
  /** `functionResult` or `apiResult`. */
  readonly member: string;
  /** What names the call. */
  readonly call: JsonObject;
  readonly confirmed: boolean;
}

function linkOf(content: Content): Link[] {
  const { type, rawRepresentation: raw } = content;
  if (type !== 'function-call' && type !== 'action-call' && type !== 'approval-request') return [];
  const id = type === 'approval-request' ? content.requestId : content.callId;
  if (!isJsonObject(raw)) return [];
  const invocationId = text(raw.invocationId);
  const { functionInvocationInput: called, apiInvocationInput: asked } = raw;
  if (invocationId === undefined) return [];
  const invocation = isJsonObject(called) ? called : asked;
  if (!isJsonObject(invocation)) return [];
  const { actionGroup, agentId, function: name, httpMethod, apiPath } = invocation;
  return [
    {
      id,
      invocationId,
      member: isJsonObject(called) ? 'functionResult' : 'apiResult',
      call: defined({ actionGroup, agentId, function: name, httpMethod, apiPath }),
      confirmed: invocation.actionInvocationType === 'USER_CONFIRMATION_AND_RESULT',
    },
  ];
}

function resultOf(answer: Answer, { member, call, confirmed }: Link, warnings: Warning[]): JsonObject {
  if (answer.type === 'approval-response') {
    return { [member]: { ...call, confirmationState: answer.approved ? 'CONFIRM' : 'DENY' } };
  }
  const failure = answer.type === 'function-result' ? answer.error : failureOf(answer);
  const body = failure === undefined ? bodyOf(answer, warnings) : textBody(failure || 'It failed without a message.');
  return {
    [member]: {
      ...call,
      ...(confirmed ? { confirmationState: 'CONFIRM' } : {}),
      ...(member === 'apiResult' && failure === undefined ? { httpStatusCode: 200 } : {}),
      // FAILURE would end the request with an exception; this lets the model hear of it. Source: `ResponseState`.
      ...(failure === undefined ? {} : { responseState: 'REPROMPT' }),
      responseBody: body,
    },
  };
}

const failureOf = ({ outputs }: Of<'action-result'>): string | undefined =>
  outputs.find((output) => output.type === 'error')?.message;

/** The API takes one text, or one image where the call was one of computer use. Source: `FunctionResult.responseBody`. */
function bodyOf(answer: Of<'function-result'> | Of<'action-result'>, warnings: Warning[]): JsonObject {
  if (answer.type === 'function-result') {
    return textBody(typeof answer.result === 'string' ? answer.result : JSON.stringify(answer.result ?? null));
  }
  const texts = answer.outputs.flatMap((output) => (output.type === 'text' ? [output.text] : []));
  const [image, ...more] = answer.outputs.flatMap((output) => (output.type === 'data' ? [output] : []));
  if (!image) return textBody(texts.join('\n'));
  if (more.length > 0 || texts.length > 0) {
    warnings.push({
      code: 'content-not-sent',
      message:
        'Of the result of an action only the first image was sent: Amazon Bedrock Agents takes one image, alone.',
    });
  }
  const format = image.mediaType.replace(/^image\//, '');
  return { IMAGES: { images: [{ format, source: { bytes: image.data } }] } };
}

const textBody = (body: string): JsonObject => ({ TEXT: { body } });
