/** From the contract to the body of `generateContent`. Pure: nothing is sent here. */

import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ActionResultContent,
  type ChatMessage,
  type ChatOptions,
  type ChatRole,
  type Content,
  type FunctionResultContent,
  mergePatch,
  type TextReasoningContent,
  type Warning,
} from '../../../spec/contract/index.ts';
import type { RequestContext } from '../shared/client.ts';
import { invalidRequest, type Surface, surfaceOf } from '../shared/google.ts';
import { defined, jsonCopy, nonEmpty, text, withMembers } from '../shared/json.ts';
import { isBeside, noId } from './response.ts';
import { declaration, toolConfig } from './tools.ts';

export interface Request {
  readonly model: string;
  /** The body as the API's reference has it; the model is part of the path, and how the answer travels too. */
  readonly body: JsonObject;
  readonly warnings: Warning[];
}

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API. */
export function buildRequest(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  context: Omit<RequestContext<'model' | 'surface'>, 'stream'>,
): Request {
  const { settings, adapterId } = context;
  const surface = surfaceOf(settings);
  const model = options.modelId ?? settings.model;
  const { tools, images, warnings } = declaration(options.tools ?? [], adapterId, surface);
  const talk = conversation(messages, surface);
  const system = nonEmpty([...(options.instructions ? [{ text: options.instructions }] : []), ...talk.system]);
  const generationConfig = defined({
    maxOutputTokens: options.maxOutputTokens,
    temperature: options.temperature,
    stopSequences: nonEmpty(options.stopSequences),
    responseMimeType: options.responseFormat?.type === 'json' ? 'application/json' : undefined,
    responseJsonSchema: options.responseFormat?.type === 'json' ? options.responseFormat.schema : undefined,
    thinkingConfig: thinkingConfig(options),
    responseModalities: images ? ['TEXT', 'IMAGE'] : undefined,
  });
  const body: JsonObject = defined({
    contents: talk.contents,
    systemInstruction: system && { parts: system },
    tools: nonEmpty(tools),
    toolConfig: toolConfig(options, tools, surface, model),
    generationConfig: withMembers(generationConfig),
  });
  return {
    model,
    body: jsonCopy(options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body),
    warnings: [...warnings, ...unsupportedSettings(options)],
  };
}

/** Who asks for reasoning is shown what may be shown of it. Source: `ThinkingConfig`, `ThinkingLevel`. */
function thinkingConfig({ reasoning }: ChatOptions): JsonObject | undefined {
  if (!reasoning) return undefined;
  return defined({
    includeThoughts: true,
    thinkingBudget: reasoning.budgetTokens,
    thinkingLevel: reasoning.effort?.toUpperCase(),
  });
}

const reasons = {
  allowMultipleToolCalls: 'Google has no member for it; a model may call several functions at once.',
  conversationId: 'generateContent keeps no conversation; every request carries all messages.',
  store: 'generateContent keeps no conversation; every request carries all messages.',
} as const;

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsupportedSettings(options: ChatOptions): Warning[] {
  return Object.entries(reasons)
    .filter(([name]) => options[name as keyof typeof reasons] !== undefined)
    .map(([name, reason]) => ({ code: 'unsupported-setting', message: `${name} was not sent: ${reason}` }));
}

// Messages of the contract as `systemInstruction` and `contents` of the request body.

interface Conversation {
  /** Parts for `systemInstruction`, in order. */
  readonly system: JsonObject[];
  readonly contents: { readonly role: 'user' | 'model'; readonly parts: JsonObject[] }[];
}

/**
 * Roles `tool` and `user` are both the user's turn; neighbours of one role become one content. The API demands that a turn with
 * calls is followed by one with as many responses and nothing else, so these stand together, apart from what the user says, and
 * first, in the order of their calls: where the API gave no ids, that order links them. Messages without any part are left out.
 *
 * System messages go to the top, wherever they stood: the API takes them nowhere else.
 *
 * @param surface Vertex AI takes no calls of the API's own tools, which a conversation may hold that was begun elsewhere
 */
function conversation(messages: readonly ChatMessage[], surface: Surface): Conversation {
  const result: Conversation = { system: [], contents: [] };
  const calls = knownCalls(messages);
  for (const { role: asSaid, contents } of messages) {
    if (asSaid === 'system') {
      result.system.push(...contents.flatMap(systemPart));
      continue;
    }
    const role = roles[asSaid];
    if (!role) throw invalidRequest(`a message has the unknown role ${JSON.stringify(asSaid)}`);
    const parts =
      role === 'model'
        ? modelParts(contents).filter((part) => surface !== 'vertex' || !isOfOwnTool(part))
        : inOrder(contents, calls).flatMap((c) => userParts(c, calls));
    const last = result.contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) result.contents.push({ role, parts });
  }
  return { ...result, contents: result.contents.flatMap(responsesApart) };
}

/** Source: `Part.toolCall` and `Part.toolResponse`, which the SDK refuses for Vertex AI. */
const isOfOwnTool = (part: JsonObject): boolean => 'toolCall' in part || 'toolResponse' in part;

function responsesApart(content: Conversation['contents'][number]): Conversation['contents'] {
  const responses = content.parts.filter((part) => 'functionResponse' in part);
  const others = content.parts.filter((part) => !('functionResponse' in part));
  return [responses, others].filter((parts) => parts.length > 0).map((parts) => ({ ...content, parts }));
}

const roles: Partial<Record<ChatRole, 'user' | 'model'>> = { assistant: 'model', user: 'user', tool: 'user' };

function inOrder(contents: readonly Content[], calls: KnownCalls): Content[] {
  const rank = (content: Content) => ('callId' in content ? (calls.get(content.callId ?? '')?.order ?? -1) : -1);
  return [...contents].sort((a, b) => rank(a) - rank(b));
}

function systemPart(content: Content): JsonObject[] {
  if (content.type !== 'text')
    throw invalidRequest(`a system message holds "${content.type}"; Google takes text alone`);
  return content.text === '' ? [] : [{ text: content.text }];
}

// Contents that the application writes, as parts of the API.

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/**
 * The part of one content; none for an empty text.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no part for
 */
function userParts(content: Content, calls: KnownCalls): JsonObject[] {
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
      throw invalidRequest(`a message holds "${content.type}" that did not come from Google`);
    }
  }
}

function dataPart({ mediaType, data }: Of<'data'>): JsonObject {
  return { inlineData: { mimeType: mediaType, data } };
}

/**
 * What a function gave goes under `output`, how it failed under `error`, media beside them. `rawRepresentation` may be a response
 * that carries what the contract has no member for; what the contract does say stands over it.
 * Source: `FunctionResponse.response`, `FunctionResponse.parts`.
 */
function functionResponse(content: FunctionResultContent, calls: KnownCalls): JsonObject {
  const { callId, error, outputs = [] } = content;
  const raw = rawPart(content, 'functionResponse')?.functionResponse;
  const words = outputs.flatMap((output) => (output.type === 'text' ? output.text : []));
  const result = nonEmpty(words)?.join('\n') ?? content.result ?? null;
  const said = error === undefined ? { output: result } : { error: error || noMessage };
  const media = outputs.flatMap((output) => (output.type === 'text' ? [] : userParts(output, calls)));
  const name = nameOfCall(callId, calls, content.name);
  const base = isJsonObject(raw) ? raw : {};
  return {
    functionResponse: { ...base, ...idMember(callId), name, response: said, ...defined({ parts: nonEmpty(media) }) },
  };
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
  throw invalidRequest(
    `the result "${callId}" answers no call of this conversation, and Google wants the name of its function`,
  );
}

// What the model said earlier, as the parts it was.

/**
 * Opaque state and parts this adapter has no content for go back as they came, from `rawRepresentation`; where the contract has
 * members of its own, those count, so that an application can edit or build a conversation.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no part for
 */
function modelParts(contents: readonly Content[]): JsonObject[] {
  const parts: JsonObject[] = [];
  for (const content of contents) {
    if (content.type === 'reasoning') pushReasoning(parts, content);
    else parts.push(...partsOf(content));
  }
  return parts;
}

function partsOf(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text': {
      const raw = rawPart(content, 'text');
      if (content.text === '') return [];
      return [raw?.text === content.text ? raw : { text: content.text }];
    }
    case 'function-call': {
      const { callId, name, arguments: args, argumentsText } = content;
      const raw = rawPart(content, 'functionCall');
      const call = isJsonObject(raw?.functionCall) ? raw.functionCall : {};
      const said = args ?? (argumentsText === undefined ? {} : { INVALID_JSON: argumentsText });
      return [{ ...raw, functionCall: { ...call, ...idMember(callId), name, args: said } }];
    }
    case 'action-call': {
      const raw = rawPart(content, 'functionCall');
      if (raw) return [raw];
      return content.actions.map(({ type, ...args }) => ({
        functionCall: { ...idMember(content.callId), name: type ?? '', args },
      }));
    }
    case 'data':
      return [rawPart(content, 'inlineData') ?? dataPart(content)];
    case 'error':
      // A note on the answer (why it ended), not a part of what the model said.
      return [];
    default:
      return verbatim(content);
  }
}

/** The provider's own part; nothing for what it told beside the message, because no request has a place for it. */
function verbatim(content: Content): JsonObject[] {
  const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
  if (isBeside(raw)) return [];
  if (isJsonObject(raw)) return [raw];
  throw invalidRequest(`a message of the assistant holds "${content.type}" that did not come from Google`);
}

/**
 * A signature without words belongs to the part before it; one that came in a part of its own, with an empty text, goes back in
 * one. Thoughts go back as thoughts.
 */
function pushReasoning(parts: JsonObject[], content: TextReasoningContent): void {
  const { text, protectedData } = content;
  const raw = rawPart(content, 'text');
  if (text !== '') parts.push({ text, thought: true });
  if (protectedData === undefined) return;
  const own = raw?.text === '' && raw.thoughtSignature === protectedData ? raw : undefined;
  parts.push(own ?? { ...(parts.pop() ?? { text: '' }), thoughtSignature: protectedData });
}

// The calls of a conversation: results link to them, by id where the API gave one, else by name and order.

interface KnownCall {
  readonly name: string;
  /** Its place among all calls: results without ids follow the order of their calls. */
  readonly order: number;
}

type KnownCalls = ReadonlyMap<string, KnownCall>;

function knownCalls(messages: readonly ChatMessage[]): KnownCalls {
  const calls = new Map<string, KnownCall>();
  for (const content of messages.flatMap(({ contents }) => contents)) {
    if (content.type !== 'function-call' && content.type !== 'action-call') continue;
    const name = content.type === 'function-call' ? content.name : text(content.actions[0]?.type);
    if (name !== undefined) calls.set(content.callId, { name, order: calls.size });
  }
  return calls;
}

/** The member `id`; none where the API gave none. */
function idMember(callId: string): { id?: string } {
  return callId.startsWith(noId) ? {} : { id: callId };
}

/** The part that a content was read from, where it is one with this member. */
function rawPart(content: Content, member: string) {
  const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
  return isJsonObject(raw) && member in raw ? raw : undefined;
}
