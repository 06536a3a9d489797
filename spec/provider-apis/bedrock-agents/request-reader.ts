import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { ChatOptions, ChatRole, Content, Tool } from '../../contract/index.ts';
import { asArray, asObject, asString, jsonOf, remainingMembers } from '../../wire/json.ts';
import type { RequestReading } from '../../wire/reader.ts';
import { type MemberReader, readMembers, SaidMessages } from '../../wire/requests.ts';
import { asksModel, type DraftGroup, draftAsked } from './draft.ts';
import { type ToolReading, toolOfKnowledgeBase, toolsOfGroup } from './request-tools.ts';
import { lastOf, type Returned, returnedBy, screensOf, sessionAsked } from './session.ts';

/**
 * What each request of a client call asks. A request names a session; it goes on with a conversation only where an earlier
 * exchange was of that session: then the provider knows what was said, and results find their calls there. What the draft of an
 * agent was given before, it has.
 *
 * Members of the body that the options have no word for stand in `options.rawRepresentation`, as the merge patch that would say
 * them again. Source: `InvokeInlineAgentRequest`, `InvokeAgentRequest` of `@aws-sdk/client-bedrock-agent-runtime`.
 */
export function readRequests(exchanges: readonly Exchange[], earlier: readonly Exchange[] = []): RequestReading[] {
  return exchanges.flatMap((exchange, i) => {
    if (!asksModel(exchange)) return [];
    const call = exchanges.slice(0, i);
    return readRequest(exchange, i, [...earlier, ...call].filter(asksModel), draftAsked(exchange, earlier, call));
  });
}

const text =
  (option: 'instructions' | 'modelId'): MemberReader =>
  (value) =>
    typeof value === 'string' ? { options: { [option]: value } } : undefined;

/** Of a state, what is read as messages needs no saying again. */
const state: MemberReader = (value) => {
  const object = asObject(value);
  return object && { options: {}, rest: remainingMembers(object, stateMembers) };
};

const memberReaders: Readonly<Record<string, MemberReader>> = {
  foundationModel: text('modelId'),
  instruction: text('instructions'),
  inlineSessionState: state,
  sessionState: (value) => {
    const { knowledgeBaseConfigurations: _, ...rest } = asObject(value) ?? {};
    return asObject(value) && state(rest);
  },
};

/** Members that are read elsewhere, or that only say how the answer travels. */
const readElsewhere = new Set(['inputText', 'actionGroups', 'knowledgeBases', 'streamingConfigurations']);

const stateNames = ['inlineSessionState', 'sessionState'] as const;

function readRequest(
  exchange: Exchange,
  place: number,
  before: readonly Exchange[],
  draft: readonly DraftGroup[],
): RequestReading {
  const path = `exchanges[${place}].request.body`;
  const body = asObject(jsonOf(exchange.request.body));
  const said = new SaidMessages();
  if (!body) said.unread.push({ path, what: 'body that is not a JSON object' });
  const session = sessionAsked(exchange);
  const last = lastOf(before, session);
  // The two operations call the same state by two names, and neither knows the other's.
  const [own, foreign] =
    exchange.operation === 'invokeInlineAgent' ? stateNames : ([stateNames[1], stateNames[0]] as const);
  const object = asObject(body?.[own]);
  const screens = new Set([
    ...screensOf(
      exchange,
      draft.map(({ group }) => group),
    ),
    ...(last ? screensOf(last) : []),
  ]);
  if (object) readState(object, `${path}.${own}`, said, last && returnedBy(last), screens);
  if (body?.[foreign] !== undefined) said.unread.push({ path: `${path}.${foreign}`, what: foreign });
  const words = asString(body?.inputText);
  if (words !== undefined && (asArray(object?.returnControlInvocationResults) ?? []).length > 0) {
    said.unread.push({ path: `${path}.inputText`, what: 'inputText beside results, which is ignored' });
  } else if (words !== undefined) {
    said.say('user', { type: 'text', text: words }, `${path}.inputText`);
  }
  const tools = toolsIn(body ?? {}, path);
  const kept = new Map<object, Json>();
  for (const { group, declaration, path: at } of draft) {
    const readings = toolsOfGroup(group, at ?? '');
    if (at !== undefined) tools.push(...readings);
    else for (const { tool } of readings) kept.set(tool, declaration);
  }
  for (const reading of tools) {
    said.paths.set(reading.tool, reading.path);
    said.unread.push(...reading.unread);
  }
  const all = [...tools.map(({ tool }) => tool), ...kept.keys()] as Tool[];
  const options: ChatOptions = {
    ...(all.length > 0 ? { tools: all } : {}),
    ...readMembers(body ?? {}, memberReaders, readElsewhere),
    ...(last && session !== undefined ? { conversationId: session } : {}),
  };
  // An agent that exists has a model and an instruction of its own.
  const lacks = exchange.operation === 'invokeAgent' ? (['modelId', 'instructions'] as const) : [];
  return { exchange: place, messages: said.messages, options, paths: said.paths, kept, unread: said.unread, lacks };
}

function toolsIn(body: JsonObject, path: string): ToolReading[] {
  const each = (list: Json | undefined, at: string, read: (value: JsonObject, at: string) => ToolReading[]) =>
    (asArray(list) ?? []).flatMap((value, i) => read(asObject(value) ?? {}, `${at}[${i}]`));
  const overrides = asObject(body.sessionState)?.knowledgeBaseConfigurations;
  return [
    ...each(body.actionGroups, `${path}.actionGroups`, toolsOfGroup),
    ...each(body.knowledgeBases, `${path}.knowledgeBases`, (value, at) => [toolOfKnowledgeBase(value, at)]),
    ...each(overrides, `${path}.sessionState.knowledgeBaseConfigurations`, (value, at) => [
      toolOfKnowledgeBase(value, at),
    ]),
  ];
}

// The state that a request gives a session: results, files, what was said before. Source: `InlineSessionState`,
// `SessionState` of `@aws-sdk/client-bedrock-agent-runtime`.

/** Members of the state that are read here. */
const stateMembers = ['invocationId', 'returnControlInvocationResults', 'files', 'conversationHistory'];

/**
 * @param returned the control that the session waits to have back; `undefined` where that is not known
 * @param screens the groups that are computer use
 */
function readState(
  state: JsonObject,
  path: string,
  said: SaidMessages,
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
      said.unread.push({ path: at, what: 'result without the user’s decision' });
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

function readHistory(history: JsonObject | undefined, path: string, said: SaidMessages): void {
  for (const [i, value] of (asArray(history?.messages) ?? []).entries()) {
    const { role, content } = asObject(value) ?? {};
    for (const [c, block] of (asArray(content) ?? []).entries()) {
      const at = `${path}.messages[${i}].content[${c}]`;
      const text = asString(asObject(block)?.text);
      if (text === undefined) said.unread.push({ path: at, what: 'history' });
      else said.say(role as ChatRole, { type: 'text', text }, at);
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
