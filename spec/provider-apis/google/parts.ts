/** What one part of a content says, in the words of the contract and as a fact. Source: `Part` of `@google/genai`. */
import { isJsonObject, type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import type { Content } from '../../contract/index.ts';
import { dataFact, linkedFact } from '../../facts/data-facts.ts';
import type { Fact } from '../../facts/fact.ts';
import { asArray, asObject, asString, otherMembers, remainingMembers } from '../../wire/json.ts';
import { functionOutputs } from '../../wire/requests.ts';

/** One thing said. A call id is empty where the wire has none: then name and order link call and result. */
interface Said {
  readonly content: Content;
  readonly fact?: Fact;
}

/** Members that say something of a part, and not what it is. */
const besideData = new Set([
  ...['thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution', 'mediaProcessing', 'partMetadata'],
  'speechMetadata',
]);

/**
 * The signature of a part is opaque state that goes back with that part; it is told after what the part says. A thought and
 * its signature are one.
 *
 * @param isAction whether a call of this name acts on a screen
 */
export function readPart(part: JsonObject, isAction: (name: string) => boolean): Said[] {
  const signature = asString(part.thoughtSignature);
  const text = asString(part.text);
  if (part.thought === true && text !== undefined) return [reasoning(text, signature)];
  const said = otherMembers(part, besideData).flatMap((member) => readMember(member, part, isAction));
  return signature === undefined ? said : [...said, reasoning('', signature)];
}

/** Thoughts that follow each other are one, up to the first with a signature: streams cut them anywhere. */
export function joinThoughts<T extends Said>(said: readonly T[]): T[] {
  const joined: T[] = [];
  for (const next of said) {
    const last = joined.at(-1);
    const both = last?.content.type === 'reasoning' && next.content.type === 'reasoning';
    if (both && last.content.protectedData === undefined) {
      joined[joined.length - 1] = {
        ...last,
        ...reasoning(last.content.text + next.content.text, next.content.protectedData),
      };
    } else {
      joined.push(next);
    }
  }
  return joined;
}

function reasoning(text: string, signature: string | undefined): Said & { content: { type: 'reasoning' } } {
  const state = { text, ...(signature === undefined ? {} : { protectedData: signature }) };
  return {
    content: { type: 'reasoning', ...state },
    ...(text === '' && !signature ? {} : { fact: { kind: 'reasoning', ...state } }),
  };
}

function readMember(member: string, part: JsonObject, isAction: (name: string) => boolean): Said[] {
  const value: Json = part[member] ?? null;
  const object = asObject(value);
  if (member === 'text') {
    const text = asString(value) ?? '';
    return text === '' ? [] : [{ content: { type: 'text', text }, fact: { kind: 'text', text } }];
  }
  switch (object && member) {
    case 'functionCall':
      return [callOf(object ?? {}, isAction, part)];
    case 'functionResponse':
      return [resultOf(object ?? {}, isAction)];
    case 'executableCode':
      return [hostedCall('code_execution', remainingMembers(object ?? {}, ['id']) ?? {}, object?.id, part)];
    case 'toolCall':
      return [hostedCall(toolTypeOf(object), object?.args ?? {}, object?.id, part)];
    case 'codeExecutionResult':
      return [resultOfCall('code_execution', object ?? {}, part)];
    case 'toolResponse':
      return [resultOfCall(toolTypeOf(object), object ?? {}, part)];
    case 'inlineData':
      return [mediaOf(object ?? {})];
    case 'fileData': {
      const mediaType = asString(object?.mimeType);
      const uri = asString(object?.fileUri) ?? '';
      const said = mediaType === undefined ? {} : { mediaType };
      const fact = linkedFact(uri, mediaType);
      return [{ content: { type: 'uri', uri, ...said }, ...(fact ? { fact } : {}) }];
    }
    default:
      return [hostedResult(member, value, undefined, part)];
  }
}

/** As the API itself calls a type that is not said. */
const toolTypeOf = (object: JsonObject | undefined): string => asString(object?.toolType) ?? 'TOOL_TYPE_UNSPECIFIED';

const idOf = (id: Json | undefined): { id?: string } => (typeof id === 'string' ? { id } : {});

/** What stands beside a call, and what it has of other members, is to be kept track of, and goes back with it. */
function callOf(call: JsonObject, isAction: (name: string) => boolean, part: JsonObject): Said {
  const name = asString(call.name) ?? '';
  const args = asObject(call.args) ?? {};
  const callId = asString(call.id) ?? '';
  if (isAction(name)) return actionOf(name, args, callId);
  const beside = {
    ...remainingMembers(part, ['functionCall', 'thought', 'thoughtSignature']),
    ...remainingMembers(call, ['id', 'name', 'args']),
  };
  const isAlone = Object.keys(beside).length === 0;
  return {
    content: {
      type: 'function-call',
      callId,
      name,
      arguments: args,
      ...(isAlone ? {} : { rawRepresentation: beside }),
    },
    fact: { kind: 'call', name, arguments: args, ...idOf(call.id), ...(isAlone ? {} : { state: beside }) },
  };
}

/**
 * An action by its name, with its arguments; what the safety system says of it stands among them. Source: ai.google.dev,
 * "Computer Use", safety decision.
 */
function actionOf(name: string, { safety_decision: decision, ...args }: JsonObject, callId: string): Said {
  const actions = [{ type: name, ...args }];
  const asks = asObject(decision)?.decision === 'require_confirmation';
  const message = asString(asObject(decision)?.explanation);
  const told = { id: safetyCheckId, ...(message === undefined ? {} : { message }) };
  const check = { ...told, code: 'require_confirmation' };
  return {
    content: {
      type: 'action-call',
      callId,
      tool: 'computer-use',
      actions,
      ...(asks ? { pendingSafetyChecks: [check] } : {}),
    },
    fact: {
      kind: 'action-call',
      tool: 'computer-use',
      actions,
      ...(callId === '' ? {} : { id: callId }),
      ...(asks ? { safetyChecks: [told] } : {}),
    },
  };
}

/** A call brings one safety check at most, and the wire gives it no id: it is called as the member that holds it. */
const safetyCheckId = 'safety_decision';

/**
 * `response` says what a function gave under `output`, how it failed under `error`; without either, all of it is what was
 * given. Source: `FunctionResponse.response` of `@google/genai`.
 */
function resultOf({ id, name, response, parts }: JsonObject, isAction: (name: string) => boolean): Said {
  const callId = asString(id) ?? '';
  const named = asString(name) ?? '';
  const given = asObject(response) ?? {};
  const error = asString(given.error);
  const media = (asArray(parts) ?? []).flatMap((part) =>
    ['inlineData', 'fileData'].flatMap((member) =>
      isJsonObject(part) && member in part ? readMember(member, part, isAction).map(({ content }) => content) : [],
    ),
  );
  if (!isAction(named)) {
    const result = ('output' in given ? given.output : response) ?? null;
    const text = { type: 'text', text: toText(result) } as const;
    const outcome = error === undefined ? { result, ...functionOutputs([text, ...media]) } : { error };
    return { content: { type: 'function-result', callId, ...(named === '' ? {} : { name: named }), ...outcome } };
  }
  const acknowledged = given.safety_acknowledgement === 'true' || given.safety_acknowledgement === true;
  const output = asString(given.output);
  return {
    content: {
      type: 'action-result',
      callId,
      tool: 'computer-use',
      outputs: [
        ...(output === undefined ? [] : [{ type: 'text' as const, text: output }]),
        ...media.filter((content) => content.type === 'data'),
        ...(error === undefined ? [] : [{ type: 'error' as const, message: error }]),
      ],
      ...(acknowledged ? { acknowledgedSafetyCheckIds: [safetyCheckId] } : {}),
    },
  };
}

function hostedCall(tool: string, args: Json, id: Json | undefined, part: JsonObject): Said {
  return {
    content: {
      type: 'hosted-tool-call',
      callId: asString(id) ?? '',
      tool,
      name: tool,
      arguments: args,
      rawRepresentation: part,
    },
    fact: { kind: 'hosted-call', tool, arguments: args, ...idOf(id) },
  };
}

function hostedResult(tool: string, payload: Json, id: Json | undefined, part: JsonObject): Said {
  const callId = asString(id);
  return {
    content: {
      type: 'hosted-tool-result',
      ...(callId === undefined ? {} : { callId }),
      tool,
      outputs: [],
      rawRepresentation: part,
    },
    fact: { kind: 'hosted-result', tool, payload, ...idOf(id), ...failureOf(payload) },
  };
}

/** Without an id it is of the call before it. */
function resultOfCall(tool: string, payload: JsonObject, part: JsonObject): Said {
  const said = hostedResult(tool, payload, payload.id, part);
  return said.fact?.kind === 'hosted-result' && said.fact.id === undefined
    ? { ...said, fact: { ...said.fact, ofCallBefore: true } }
    : said;
}

/** Code that failed, or was given up. Source: `Outcome` of the API. */
function failureOf(payload: Json): { failed?: true } {
  const outcome = asObject(payload)?.outcome ?? 'OUTCOME_OK';
  return outcome === 'OUTCOME_OK' || outcome === 'OUTCOME_UNSPECIFIED' ? {} : { failed: true };
}

function mediaOf({ data, mimeType, displayName }: JsonObject): Said {
  const bytes = inOneAlphabet(data) ?? '';
  const mediaType = asString(mimeType) ?? 'application/octet-stream';
  const name = asString(displayName);
  return {
    content: { type: 'data', data: bytes, mediaType, ...(name === undefined ? {} : { name }) },
    fact: dataFact(mediaType, bytes, name),
  };
}

/** The API reads both alphabets of base64; it writes one. Source: Protocol Buffers, "ProtoJSON format", bytes. */
export const inOneAlphabet = (bytes: unknown): string | undefined =>
  asString(bytes)?.replaceAll('-', '+').replaceAll('_', '/');

// Names of members as this API may be told them. Source: Protocol Buffers, "ProtoJSON format", field names.

/** Members that hold what is the application's or the model's own; nothing inside them is renamed. */
const opaque = new Set([
  ...['args', 'response', 'parameters', 'parametersJsonSchema', 'responseJsonSchema', 'responseSchema'],
  ...['headers', 'labels', 'partMetadata'],
]);

/** The same with every name as the API itself writes it: `function_call`, which it takes as well, as `functionCall`. */
export function inCamelCase(value: JsonObject): JsonObject;
export function inCamelCase(value: Json): Json;
export function inCamelCase(value: Json): Json {
  if (Array.isArray(value)) return value.map((element: Json) => inCamelCase(element));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const camel = name.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      return [camel, opaque.has(camel) ? member : inCamelCase(member)];
    }),
  );
}
