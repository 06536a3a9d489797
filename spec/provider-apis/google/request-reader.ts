import { type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import type { HttpRequest } from '../../../recordings/format/exchange.ts';
import type { ChatMessage, ChatOptions, ChatRole, ReasoningOptions, ToolMode } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, jsonOf, otherMembers, remainingMembers } from '../../wire/json.ts';
import {
  type MemberReader,
  type MemberReading,
  readMembers,
  roleOfContent,
  SaidMessages,
  type SingleRequestReading,
} from '../../wire/requests.ts';
import { inCamelCase, inOneAlphabet, joinThoughts, readPart } from './parts.ts';
import { jsonSchemaOf, readTools, saysImages } from './request-tools.ts';

/**
 * A request in the words of the contract. Paths begin at the exchange: `request.body.contents[0].parts[1]`; names in them are
 * as the API itself writes them.
 *
 * `systemInstruction` is read as `options.instructions`, and the model of the path as `options.modelId`. A content that holds
 * results of functions becomes several messages, of role `tool` for the results and `user` for the rest, in order.
 *
 * Source: `GenerateContentParameters` of `@google/genai`; the REST reference of `models.generateContent`.
 */
export function readRequest(request: HttpRequest): SingleRequestReading {
  const asWritten = asObject(jsonOf(request.body));
  const body = asWritten && inCamelCase(asWritten);
  const paths = new Map<object, string>();
  const unread: Unrecognized[] = body ? [] : [{ path: 'request.body', what: 'body that is not a JSON object' }];
  const place: Place = { paths, unread, isAction: actionsOf(body) };
  const messages = (asArray(body?.contents) ?? []).flatMap((content, i) =>
    messagesOf(asObject(content) ?? {}, `request.body.contents[${i}]`, place),
  );
  const modelId = /\/models\/([^/:]+):/.exec(request.url.replaceAll(/%3a/gi, ':'))?.[1];
  return {
    messages,
    options: {
      ...(modelId === undefined ? {} : { modelId: decodeURIComponent(modelId) }),
      ...readOptions(body ?? {}, modelId ?? '', paths, unread),
    },
    paths,
    unread,
  };
}

/** Where things were read from, and what was not; filled while reading. */
interface Place {
  readonly paths: Map<object, string>;
  readonly unread: Unrecognized[];
  readonly isAction: (name: string) => boolean;
}

/** A content without a role is the user's; `function` is what results were sent under before they were the user's. */
const roles: ReadonlyMap<string, ChatRole> = new Map([
  ['user', 'user'],
  ['model', 'assistant'],
  ['function', 'tool'],
]);

function messagesOf(content: ReturnType<typeof inCamelCase> & object, path: string, place: Place): ChatMessage[] {
  const object = asObject(content) ?? {};
  const role = roles.get(asString(object.role) ?? 'user');
  if (!role) {
    place.unread.push({ path, what: `content of role ${toText(object.role)}` });
    return [];
  }
  for (const name of otherMembers(object, new Set(['role', 'parts']))) {
    place.unread.push({ path: `${path}.${name}`, what: `content.${name}` });
  }
  const parts = (asArray(object.parts) ?? []).flatMap((part, i) =>
    readPart(signedInOneAlphabet(asObject(part) ?? {}), place.isAction).map((each) => ({
      ...each,
      path: `${path}.parts[${i}]`,
    })),
  );
  const said = new SaidMessages(place.paths, place.unread);
  for (const { content: part, path: at } of joinThoughts(parts)) said.say(roleOfContent(part, role), part, at, path);
  if (said.messages.length === 0) said.begin(role, path);
  return said.messages;
}

/** Of answers, signatures are opaque and compared as they came. */
function signedInOneAlphabet(part: JsonObject): JsonObject {
  const thoughtSignature = inOneAlphabet(part.thoughtSignature);
  return thoughtSignature === undefined ? part : { ...part, thoughtSignature };
}

/** How each member is read; `undefined` where it says something that the options cannot. */
const memberReaders: Readonly<Record<string, MemberReader>> = {
  systemInstruction: readSystem,
  toolConfig: readToolConfig,
  generationConfig: readGenerationConfig,
};

const readElsewhere = new Set(['contents', 'tools', 'model']);

/** What a request's body asks for besides the messages. Paths of tools go to `paths`, what is not understood to `unread`. */
function readOptions(body: JsonObject, model: string, paths: Map<object, string>, unread: Unrecognized[]): ChatOptions {
  return { ...readTools(body, model, paths, unread), ...readMembers(body, memberReaders, readElsewhere) };
}

/** Texts of a content. Several of them, or members beside them, cannot be said again by one text. */
function readSystem(system: Json): MemberReading | undefined {
  if (typeof system === 'string') return { options: { instructions: system } };
  const said = asObject(system)?.parts;
  // One part may stand without a list around it.
  const parts = asObject(said) ? [asObject(said) ?? {}] : asArray(said)?.map((part) => asObject(part) ?? {});
  const texts = parts?.map((part) => asString(part.text));
  if (!parts || parts.length === 0 || !texts?.every((text) => text !== undefined)) return undefined;
  const plain = parts.length === 1 && parts.every((part) => remainingMembers(part, ['text']) === undefined);
  return { options: { instructions: texts.join('\n\n') }, rest: plain ? undefined : system };
}

/** Source: `FunctionCallingConfig` of `@google/genai`; ANY with names is a demand for one of these. */
function readToolConfig(value: Json): MemberReading | undefined {
  const config = asObject(value);
  const calling = asObject(config?.functionCallingConfig);
  const toolMode = calling && toolModeOf(calling);
  if (!config || !toolMode) return undefined;
  const restOfCalling = remainingMembers(calling, ['mode', 'allowedFunctionNames']);
  const others = remainingMembers(config, ['functionCallingConfig']);
  const rest = restOfCalling ? { ...others, functionCallingConfig: restOfCalling } : others;
  return { options: { toolMode }, rest };
}

function toolModeOf({ mode: said, allowedFunctionNames }: JsonObject): ToolMode | undefined {
  // The service reads modes in small letters too.
  const mode = asString(said)?.toUpperCase();
  const names = asArray(allowedFunctionNames) ?? [];
  const [name] = names;
  if (names.length > 1 || (names.length === 1 && mode !== 'ANY')) return undefined;
  switch (mode) {
    case 'AUTO':
      return { type: 'auto' };
    case 'NONE':
      return { type: 'none' };
    case 'ANY':
      return typeof name === 'string' ? { type: 'required', functionName: name } : { type: 'required' };
    default:
      return undefined;
  }
}

/** Images among `responseModalities` are read as a tool, and stand there. */
function readGenerationConfig(value: Json): MemberReading | undefined {
  const config = asObject(value);
  if (!config) return undefined;
  const { maxOutputTokens, temperature, stopSequences, thinkingConfig, responseModalities } = config;
  const stops = asArray(stopSequences)?.filter((s) => typeof s === 'string');
  const reasoning = reasoningOf(asObject(thinkingConfig) ?? {});
  const older = asObject(config.responseSchema);
  const schema = asObject(config.responseJsonSchema) ?? (older && jsonSchemaOf(older));
  const isJson = config.responseMimeType === 'application/json';
  const read = [
    ...(asCount(maxOutputTokens) ? ['maxOutputTokens'] : []),
    ...(typeof temperature === 'number' ? ['temperature'] : []),
    ...(stops && stops.length > 0 ? ['stopSequences'] : []),
    ...(reasoning ? ['thinkingConfig'] : []),
    ...(isJson ? ['responseMimeType'] : []),
    ...(isJson && schema ? ['responseJsonSchema', 'responseSchema'] : []),
    ...(saysImages(responseModalities) ? ['responseModalities', 'imageConfig'] : []),
  ];
  const rest = remainingMembers(config, read);
  const restOfThinking =
    reasoning && remainingMembers(asObject(thinkingConfig) ?? {}, ['thinkingBudget', 'thinkingLevel']);
  const whole = restOfThinking ? { ...rest, thinkingConfig: restOfThinking } : rest;
  return {
    options: {
      ...(asCount(maxOutputTokens) ? { maxOutputTokens: Number(maxOutputTokens) } : {}),
      ...(typeof temperature === 'number' ? { temperature } : {}),
      ...(stops && stops.length > 0 ? { stopSequences: stops } : {}),
      ...(reasoning ? { reasoning } : {}),
      ...(isJson ? { responseFormat: { type: 'json', ...(schema ? { schema } : {}) } } : {}),
    },
    rest: whole,
  };
}

const efforts: Readonly<Record<string, ReasoningOptions['effort']>> = { LOW: 'low', MEDIUM: 'medium', HIGH: 'high' };

/** Source: `ThinkingConfig`, `ThinkingLevel` of `@google/genai`. */
function reasoningOf({ thinkingBudget, thinkingLevel }: JsonObject): ReasoningOptions | undefined {
  const budgetTokens = asCount(thinkingBudget);
  const effort = efforts[(asString(thinkingLevel) ?? '').toUpperCase()];
  if (!budgetTokens && !effort) return undefined;
  return { ...(budgetTokens ? { budgetTokens } : {}), ...(effort ? { effort } : {}) };
}

// What a request's body says of its functions, as far as an answer is read differently for it.

/**
 * Tells actions on a screen from calls of the application's functions: on this wire both are `functionCall`, and with
 * `computerUse` declared every name is an action that no function of the request has. Source: `ComputerUse` of
 * `@google/genai`; ai.google.dev, "Computer Use", user-defined functions.
 *
 * @param body with names in camel case
 */
export function actionsOf(body: JsonObject | undefined): (name: string) => boolean {
  const tools = (asArray(body?.tools) ?? []).map((tool) => asObject(tool) ?? {});
  if (!tools.some(({ computerUse }) => asObject(computerUse))) return () => false;
  const functions = tools.flatMap((tool) => asArray(tool.functionDeclarations) ?? []);
  const names = new Set(functions.map((declaration) => asString(asObject(declaration)?.name)));
  return (name) => !names.has(name);
}
