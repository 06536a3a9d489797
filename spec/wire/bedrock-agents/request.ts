import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { ChatOptions, Tool } from '../../contract/index.ts';
import { asArray, asObject, asString, jsonOf, restOf } from '../json.ts';
import { type MemberReader, readMembers } from '../members.ts';
import type { RequestReading } from '../reader.ts';
import { asksModel, type DraftGroup, draftAsked } from './draft.ts';
import { readState, Said, stateMembers } from './request-state.ts';
import { type ToolReading, toolOfKnowledgeBase, toolsOfGroup } from './request-tools.ts';
import { lastOf, returnedBy, screensOf, sessionAsked } from './session.ts';

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
  return object && { options: {}, rest: restOf(object, stateMembers) };
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
  const said = new Said();
  if (!body) said.unread.push({ path, what: 'body that is no JSON object' });
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
