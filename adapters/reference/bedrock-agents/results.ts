/** What the application did, as results of the invocations that returned control. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content } from '../../../spec/contract/index.ts';
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
 * @throws ProviderError (code `ValidationException`) where a call is not there or belongs to another invocation, and for a result
 *   that the API has no member for
 */
export function resultsOf(answers: readonly Answer[], messages: readonly ChatMessage[]): Results | undefined {
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
    returnControlInvocationResults: linked.map(({ answer, call }) => resultOf(answer, call)),
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

function resultOf(answer: Answer, { member, call, confirmed }: Link): JsonObject {
  if (answer.type === 'approval-response') {
    return { [member]: { ...call, confirmationState: answer.approved ? 'CONFIRM' : 'DENY' } };
  }
  const { failed, body } = answer.type === 'function-result' ? functionOutcome(answer) : actionOutcome(answer);
  return {
    [member]: {
      ...call,
      ...(confirmed ? { confirmationState: 'CONFIRM' } : {}),
      ...(member === 'apiResult' && !failed ? { httpStatusCode: 200 } : {}),
      // FAILURE would end the request with an exception; this lets the model hear of it. Source: `ResponseState`.
      ...(failed ? { responseState: 'REPROMPT' } : {}),
      responseBody: body,
    },
  };
}

interface Outcome {
  readonly failed: boolean;
  readonly body: JsonObject;
}

function functionOutcome({ result, error }: Of<'function-result'>): Outcome {
  if (error !== undefined) return { failed: true, body: textBody(error || 'It failed without a message.') };
  return { failed: false, body: textBody(typeof result === 'string' ? result : JSON.stringify(result ?? null)) };
}

/** The API takes one text, or one image where the call was one of computer use. Source: `ContentBody.images`. */
function actionOutcome({ outputs }: Of<'action-result'>): Outcome {
  const failed = outputs.some(({ type }) => type === 'error');
  const words = outputs.flatMap((output) => {
    if (output.type === 'data') return [];
    return [output.type === 'text' ? output.text : output.message];
  });
  const image = outputs.find((output) => output.type === 'data');
  if (!image) return { failed, body: textBody(words.join('\n')) };
  if (outputs.length > 1) {
    throw unsendable('the result of an action holds more than one picture; Amazon Bedrock Agents takes one, alone');
  }
  return { failed, body: { IMAGES: { images: [imageOf(image)] } } };
}

const imageOf = ({ mediaType, data }: Of<'data'>): JsonObject => ({
  format: mediaType.slice('image/'.length),
  source: { bytes: data },
});

const textBody = (body: string): JsonObject => ({ TEXT: { body } });
