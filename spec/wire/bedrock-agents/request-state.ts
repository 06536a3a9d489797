/**
 * The state that a request gives a session: results, files, what was said before. Source: `InlineSessionState`, `SessionState` of
 * `@aws-sdk/client-bedrock-agent-runtime`.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, ChatRole, Content } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../json.ts';
import type { Returned } from './session.ts';

/** What a request says, message by message; filled while reading. */
export class Said {
  readonly messages: (ChatMessage & { contents: Content[] })[] = [];
  readonly paths = new Map<object, string>();
  readonly unread: Unread[] = [];

  say(role: ChatRole, content: Content, path: string): void {
    let message = this.messages.at(-1);
    if (message?.role !== role) {
      message = { role, contents: [] };
      this.messages.push(message);
      this.paths.set(message, path);
    }
    message.contents.push(content);
    this.paths.set(content, path);
  }
}

/** Members of the state that are read here. */
export const stateMembers = ['invocationId', 'returnControlInvocationResults', 'files', 'conversationHistory'];

/**
 * @param returned the control that the session waits to have back; `undefined` where that is not known
 * @param screens the groups that are computer use
 */
export function readState(
  state: JsonObject,
  path: string,
  said: Said,
  returned: Returned | undefined,
  screens: ReadonlySet<string>,
): void {
  readHistory(asObject(state.conversationHistory), `${path}.conversationHistory`, said);
  const id = asString(state.invocationId) ?? '';
  const open = returned && [...returned.invocations];
  for (const [i, value] of (asArray(state.returnControlInvocationResults) ?? []).entries()) {
    const at = `${path}.returnControlInvocationResults[${i}]`;
    const result = resultIn(value);
    // A result finds its call by these and by nothing else: under another name, or another agent's, it is nobody's.
    const place = open?.findIndex((call) => result && isOf(result, call)) ?? 0;
    if (!result || place < 0 || (returned && returned.invocationId !== id)) {
      said.unread.push({ path: at, what: 'result of no invocation that returned control' });
      continue;
    }
    const [call] = open?.splice(place, 1) ?? [];
    if (call?.asksLeave && result.confirmation === undefined) {
      said.unread.push({ path: at, what: 'result that does not say whether the user gave leave' });
      continue;
    }
    const content = contentOf(result, `${id}#${i + 1}`, id, screens);
    said.say(content.type === 'approval-response' ? 'user' : 'tool', content, at);
  }
  for (const [i, file] of (asArray(state.files) ?? []).entries()) {
    const at = `${path}.files[${i}]`;
    const content = fileIn(asObject(file) ?? {});
    if (content) said.say('user', content, at);
    else said.unread.push({ path: at, what: 'file without a source' });
  }
}

function readHistory(history: JsonObject | undefined, path: string, said: Said): void {
  for (const [i, value] of (asArray(history?.messages) ?? []).entries()) {
    const { role, content } = asObject(value) ?? {};
    for (const [c, block] of (asArray(content) ?? []).entries()) {
      const at = `${path}.messages[${i}].content[${c}]`;
      const text = asString(asObject(block)?.text);
      if (text === undefined || (role !== 'user' && role !== 'assistant'))
        said.unread.push({ path: at, what: 'history' });
      else said.say(role, { type: 'text', text }, at);
    }
  }
}

type Call = Returned['invocations'][number];

/** What says no agent is the only agent's. */
const isOf = ({ actionGroup, name, agentId }: Result, call: Call): boolean =>
  call.actionGroup === actionGroup && call.name === name && (agentId ?? call.agentId) === (call.agentId ?? agentId);

interface Result {
  readonly actionGroup: string;
  readonly name: string;
  readonly agentId: string | undefined;
  readonly failed: boolean;
  readonly confirmation: string | undefined;
  readonly body: JsonObject | undefined;
}

function resultIn(value: Json): Result | undefined {
  const { functionResult, apiResult } = asObject(value) ?? {};
  const result = asObject(functionResult) ?? asObject(apiResult);
  if (!result) return undefined;
  const { actionGroup, httpMethod, apiPath, responseBody, responseState, confirmationState } = result;
  const operation = [asString(httpMethod)?.toUpperCase(), asString(apiPath)].filter((part) => part !== undefined);
  return {
    actionGroup: asString(actionGroup) ?? '',
    name: asString(result.function) ?? operation.join(' '),
    agentId: asString(result.agentId),
    failed: responseState === 'FAILURE' || responseState === 'REPROMPT',
    confirmation: asString(confirmationState),
    body: asObject(responseBody),
  };
}

function contentOf(result: Result, callId: string, requestId: string, screens: ReadonlySet<string>): Content {
  const { actionGroup, name, failed, confirmation, body } = result;
  if (!body && confirmation !== undefined) {
    return { type: 'approval-response', requestId, approved: confirmation === 'CONFIRM' };
  }
  const text = asString(asObject(body?.TEXT)?.body);
  if (screens.has(actionGroup)) {
    const shown = imagesIn(body);
    const words: Content[] =
      text === undefined ? [] : [failed ? { type: 'error', message: text } : { type: 'text', text }];
    return { type: 'action-result', callId, tool: 'computer-use', outputs: [...shown, ...words] as never };
  }
  const link = { type: 'function-result', callId, name } as const;
  return failed ? { ...link, error: text ?? '' } : { ...link, result: text ?? (body as Json) ?? null };
}

function imagesIn(body: JsonObject | undefined): Content[] {
  return (asArray(asObject(body?.IMAGES)?.images) ?? []).flatMap((value): Content[] => {
    const { format, source } = asObject(value) ?? {};
    const data = asString(asObject(source)?.bytes);
    return data === undefined ? [] : [{ type: 'data', data, mediaType: `image/${asString(format) ?? ''}` }];
  });
}

function fileIn({ name, source }: JsonObject): Content | undefined {
  const { byteContent, s3Location } = asObject(source) ?? {};
  const { mediaType, data } = asObject(byteContent) ?? {};
  const named = typeof name === 'string' ? { name } : {};
  if (typeof data === 'string' && typeof mediaType === 'string') return { type: 'data', data, mediaType, ...named };
  const uri = asString(asObject(s3Location)?.uri);
  return uri === undefined ? undefined : { type: 'uri', uri };
}
