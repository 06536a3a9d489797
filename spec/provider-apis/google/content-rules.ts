/** Where things stand in a body of `generateContent`: names in camel case, paths as that body would have them. */
import { type Json, type JsonObject, jsonEquals, toText } from '../../../lib/canonical-json.ts';
import { memoize } from '../../../lib/memoize.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { asArray, asObject, asString } from '../../wire/json.ts';
import { type Asked, defineRule, type Rule } from '../../wire/rules/rule.ts';
import { callsAreAnswered, type Half, type Pairs } from '../../wire/rules/tools.ts';
import { inCamelCase, inOneAlphabet } from './parts.ts';
import { chunksOf, wholeCalls } from './response-reader.ts';

/** Something with the place where it stands. */
export interface Located<T = JsonObject> {
  readonly path: string;
  readonly value: T;
}

/** A part, with the content that it stands in. */
interface PlacedPart extends Located {
  readonly turn: number;
  readonly role: string | undefined;
}

/** Vertex AI has the project in the path; nothing else tells the two surfaces apart. */
export const isVertex = ({ request }: Exchange): boolean => /\/(projects|publishers)\//.test(request.url);

/** The body with every name as the API itself writes it. */
export const camelBody = ({ body }: Pick<Asked, 'body'>): JsonObject => inCamel(body);

/** Each rule asks for it. */
const inCamel = memoize((body: JsonObject) => inCamelCase(body));

function contentsIn(asked: Pick<Asked, 'body'>): Located[] {
  return objectsIn(camelBody(asked).contents, 'body.contents');
}

function partsIn(asked: Pick<Asked, 'body'>): PlacedPart[] {
  return contentsIn(asked).flatMap(({ path, value }, turn) =>
    objectsIn(value.parts, `${path}.parts`).map((part) => ({ ...part, turn, role: asString(value.role) })),
  );
}

/** Elements of `tools`, each with one or more tools by the member that declares them. */
export function toolsIn(asked: Pick<Asked, 'body'>): Located[] {
  return objectsIn(camelBody(asked).tools, 'body.tools');
}

export function functionsIn(asked: Pick<Asked, 'body'>): Located[] {
  return toolsIn(asked).flatMap(({ path, value }) =>
    objectsIn(value.functionDeclarations, `${path}.functionDeclarations`),
  );
}

/** The elements of a list; what is no object is an empty one, so that places stay what they are. */
function objectsIn(list: unknown, path: string): Located[] {
  return (asArray(list) ?? []).map((value, i) => ({ path: `${path}[${i}]`, value: asObject(value) ?? {} }));
}

// How the contents of a request follow each other. Every rule names where the service said so.

export const conversationRules: readonly Rule[] = [
  defineRule<readonly unknown[]>({
    id: 'contents-not-empty',
    what: 'A request has at least one content, and every content at least one part.',
    evidence: {
      grade: 'documented',
      title: 'GenerateContentRequest.contents[…].parts: contents.parts must not be empty',
      url: 'https://github.com/vercel/ai/issues/3775',
    },
    placesOf: (asked) => [
      { path: 'body.contents', value: contentsIn(asked) },
      ...contentsIn(asked).map(({ path, value }) => ({ path: `${path}.parts`, value: asArray(value.parts) ?? [] })),
    ],
    wrong: (list) => (list.length > 0 ? undefined : 'the list is empty, which the service does not accept'),
  }),
  defineRule({
    id: 'role-known',
    what: 'A content has the role "user" or "model". Function results may have the role "function".',
    evidence: {
      grade: 'documented',
      title: 'Gemini API: Content.role, must be either "user" or "model"',
      url: 'https://ai.google.dev/api/caching#Content',
    },
    placesOf: (asked) => contentsIn(asked).map(({ path, value }) => ({ path: `${path}.role`, value: value.role })),
    wrong: (role) =>
      role === undefined || ['user', 'model', 'function'].includes(toText(role))
        ? undefined
        : `${JSON.stringify(role)} is no role of this API`,
  }),
  callsAreAnswered({
    evidence: {
      grade: 'documented',
      title: 'The number of function response parts is equal to the number of function call parts of the turn before',
      url: 'https://github.com/google-gemini/gemini-cli/issues/5443',
    },
    pairsIn,
  }),
  defineRule({
    id: 'function-responses-separate',
    what: 'A content with function results has nothing else, except text on the Gemini API.',
    evidence: {
      grade: 'documented',
      title:
        'Vertex AI rejects a content that mixes functionResponse parts with others; the Gemini API takes it (measured)',
      url: 'https://github.com/Prism-Shadow/agenthub/pull/189',
    },
    placesOf: (asked) =>
      contentsIn(asked)
        .map(({ path, value }) => ({ path: `${path}.parts`, value: partsOf(value) }))
        .filter(({ value }) => value.some(isAnswer)),
    wrong: (parts, { exchange }) =>
      parts.every((part) => isAnswer(part) || (!isVertex(exchange) && typeof part.text === 'string'))
        ? undefined
        : 'another part is beside a functionResponse',
  }),
  defineRule({
    id: 'safety-decision-acknowledged',
    what: 'The result of a call with a safety decision to confirm acknowledges it.',
    evidence: {
      grade: 'documented',
      title: 'The safety decision from function call … must be acknowledged in the corresponding function response',
      url: 'https://github.com/google-gemini/computer-use-preview/issues/97',
    },
    placesOf: (asked) => {
      const parts = partsIn(asked);
      const open = parts.flatMap(({ value: { functionCall } }) => {
        const { id, args } = asObject(functionCall) ?? {};
        const { decision } = asObject(asObject(args)?.safety_decision) ?? {};
        return asString(id) && decision === 'require_confirmation' ? [id] : [];
      });
      return parts.flatMap(({ path, value: { functionResponse } }) => {
        const { id, response } = asObject(functionResponse) ?? {};
        return open.includes(id ?? null) ? [{ path: `${path}.functionResponse.response`, value: response }] : [];
      });
    },
    wrong: (response) =>
      asObject(response)?.safety_acknowledgement === undefined ? 'the safety decision is not acknowledged' : undefined,
  }),
  defineRule({
    id: 'function-responses-together',
    // The other side: crewAI's test_gemini_parallel_native_tool_calling_test_crew.yaml has them apart, to gemini-2.5-flash of the
    // Gemini API, which is answered with 200.
    what: 'Results of the calls of one turn are in one content. Models before Gemini 3 accept more on the Gemini API.',
    evidence: {
      grade: 'documented',
      title:
        'Replayed against Vertex AI: split turns are answered with 400 (the number of function response parts …), merged ones with 200',
      url: 'https://github.com/vertesia/llumiverse/pull/620',
    },
    placesOf: (asked) => {
      const { exchange } = asked;
      if (!isVertex(exchange) && /\/gemini-[12]\b/.test(exchange.request.url)) return [];
      return contentsIn(asked).flatMap(({ path, value }, turn, all) => {
        const before = all[turn - 1]?.value;
        return partsOf(value).some(isAnswer) ? [{ path, value: before && partsOf(before).some(isAnswer) }] : [];
      });
    },
    wrong: (isApart) => (isApart ? 'the content before has results of the same turn' : undefined),
  }),
  defineRule({
    id: 'call-position',
    what: 'A content with calls follows the user’s content or function results.',
    evidence: {
      grade: 'documented',
      title:
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn',
      url: 'https://github.com/google-gemini/gemini-cli/issues/11814',
    },
    placesOf: (asked) =>
      contentsIn(asked).flatMap(({ path, value }, turn, all) =>
        partsOf(value).some(isCall) ? [{ path, value: all[turn - 1]?.value }] : [],
      ),
    wrong: (before) => {
      if (!before) return 'the conversation begins with a call';
      return before.role === 'model' ? 'a call follows another content of the model' : undefined;
    },
  }),
  defineRule({
    id: 'function-response-name',
    what: 'A function result has the name of the called function.',
    evidence: {
      grade: 'documented',
      title: 'function_response.name: Name cannot be empty; it matches FunctionCall.name',
      url: 'https://github.com/langflow-ai/langflow/issues/9437',
    },
    placesOf: (asked) => {
      const parts = partsIn(asked);
      return parts
        .filter(({ value }) => isAnswer(value))
        .map((answer) => {
          const { id, name } = asObject(answer.value.functionResponse) ?? {};
          const calls = parts
            .slice(0, parts.indexOf(answer))
            .flatMap(({ value }) => [asObject(value.functionCall)].filter((call) => call !== undefined));
          const called = asString(id) ? calls.findLast((call) => call.id === id)?.name : undefined;
          return { path: `${answer.path}.functionResponse.name`, value: { name, called } };
        });
    },
    wrong: ({ name, called }) => {
      if (!asString(name)) return 'the name of the function is missing';
      return called === undefined || called === name
        ? undefined
        : `${JSON.stringify(name)} is answered under the id of a call to ${JSON.stringify(called)}`;
    },
  }),
  defineRule({
    id: 'function-response-id',
    what: 'A function result has an id only if its call has that id.',
    evidence: {
      grade: 'inferred',
      title: 'FunctionResponse has id even when FunctionCall does not',
      url: 'https://github.com/google-gemini/gemini-cli/issues/6974',
    },
    placesOf: (asked) => {
      const parts = partsIn(asked);
      return parts.flatMap(({ path, turn, value: { functionResponse } }) => {
        const id = asString(asObject(functionResponse)?.id);
        const called = parts.filter((part) => part.turn < turn).map(({ value }) => asObject(value.functionCall)?.id);
        return id ? [{ path: `${path}.functionResponse.id`, value: { id, called } }] : [];
      });
    },
    wrong: ({ id, called }) => (called.includes(id) ? undefined : `no call before has the id ${JSON.stringify(id)}`),
  }),
];

const isCall = ({ functionCall }: JsonObject): boolean => asObject(functionCall) !== undefined;
const isAnswer = ({ functionResponse }: JsonObject): boolean => asObject(functionResponse) !== undefined;

const partsOf = ({ parts }: JsonObject): JsonObject[] => (asArray(parts) ?? []).map((part) => asObject(part) ?? {});

/**
 * Calls of one content and answers to them, which may stand in several contents that follow each other. The API links them by
 * id where both have one, and otherwise by the name and the order in which that name is called.
 */
function pairsIn(asked: Asked): Pairs {
  const contents = contentsIn(asked);
  const runs: number[] = [];
  for (const [i, { value }] of contents.entries()) {
    const before = contents[i - 1]?.value;
    const goesOn = before !== undefined && partsOf(value).some(isAnswer) && partsOf(before).some(isAnswer);
    runs.push(goesOn ? (runs.at(-1) ?? 0) : (runs.at(-1) ?? -1) + 1);
  }
  const parts = partsIn(asked).map((part) => ({ ...part, turn: runs[part.turn] ?? 0 }));
  const calls = parts.filter(({ value }) => isCall(value)).map((part) => named(part, 'functionCall'));
  const answers = parts.filter(({ value }) => isAnswer(value)).map((part) => named(part, 'functionResponse'));
  const linksById = (turn: number) =>
    [...calls.filter((c) => c.turn === turn), ...answers.filter((a) => a.turn === turn + 1)].every(({ id }) => id);
  return {
    calls: calls.map((call, i) => half(call, calls.slice(0, i), linksById(call.turn))),
    answers: answers.map((answer, i) => half(answer, answers.slice(0, i), linksById(answer.turn - 1))),
    turns: (runs.at(-1) ?? -1) + 1,
  };
}

interface Named {
  readonly path: string;
  readonly turn: number;
  readonly name: string;
  readonly id: string | undefined;
}

function named({ path, turn, value }: PlacedPart, member: string): Named {
  const said = asObject(value[member]) ?? {};
  return { path: `${path}.${member}`, turn, name: asString(said.name) ?? '', id: asString(said.id) };
}

function half({ path, turn, name, id }: Named, before: readonly Named[], byId: boolean): Half {
  const nth = before.filter((other) => other.turn === turn && other.name === name).length;
  return { path, turn, id: byId ? id : `${name} (${nth + 1})` };
}

// What one part of a content must look like.

/** The members of which a part has one. Source: `Part` of `@google/genai`; there is one more for each kind to come. */
const dataMembers = [
  ...['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse', 'executableCode', 'codeExecutionResult'],
  ...['toolCall', 'toolResponse'],
];

/** One part may stand without a list around it. */
function partsOfSystem(asked: Asked): Json | undefined {
  const parts = asObject(camelBody(asked).systemInstruction)?.parts;
  return asObject(parts) ? [parts ?? null] : parts;
}

export const partRules: readonly Rule[] = [
  defineRule({
    id: 'part-member-single',
    what: 'A part has exactly one content member.',
    evidence: {
      grade: 'documented',
      title: 'required oneof field "data" must have one initialized field',
      url: 'https://github.com/genkit-ai/genkit/issues/3816',
    },
    placesOf: (asked) => [...partsIn(asked), ...objectsIn(partsOfSystem(asked), 'body.systemInstruction.parts')],
    wrong: (part) => {
      const said = dataMembers.filter((name) => (part[name] ?? null) !== null);
      if (said.length > 1) return `one part has ${said.join(' and ')}`;
      return said.length === 1 || hasOtherMember(part) ? undefined : 'the part is empty';
    },
  }),
  defineRule({
    id: 'data-base64',
    what: 'Bytes and signatures are base64, without anything around it.',
    evidence: {
      grade: 'documented',
      title: 'Invalid value (TYPE_BYTES), Base64 decoding failed',
      url: 'https://github.com/google-gemini/gemini-cli/issues/8003',
    },
    placesOf: (asked) => partsIn(asked).flatMap(({ path, value }) => bytesIn(value, path)),
    wrong: (bytes) =>
      typeof bytes === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(bytes) ? undefined : 'this is not base64',
  }),
  defineRule({
    id: 'arguments-and-results-object',
    what: 'Arguments and results of a call are objects.',
    evidence: {
      grade: 'documented',
      title: 'GenerateContentRequest: FunctionCall.args and FunctionResponse.response are google.protobuf.Struct',
      url: 'https://ai.google.dev/api/caching#FunctionResponse',
    },
    placesOf: (asked) =>
      partsIn(asked).flatMap(({ path, value: { functionCall, functionResponse } }) => [
        ...(asObject(functionCall)?.args === undefined
          ? []
          : [{ path: `${path}.functionCall.args`, value: asObject(functionCall)?.args }]),
        ...(asObject(functionResponse)
          ? [{ path: `${path}.functionResponse.response`, value: asObject(functionResponse)?.response }]
          : []),
      ]),
    wrong: (value) => (asObject(value) ? undefined : 'this is not a JSON object'),
  }),
  defineRule({
    id: 'vertex-text-not-empty',
    what: 'On Vertex AI a text part is not empty.',
    evidence: {
      grade: 'documented',
      title: 'Unable to submit request because it has an empty text parameter',
      url: 'https://github.com/Portkey-AI/gateway/issues/462',
    },
    placesOf: (asked) =>
      isVertex(asked.exchange)
        ? partsIn(asked).filter(({ value }) => typeof value.text === 'string' && value.thoughtSignature === undefined)
        : [],
    wrong: ({ text }) => (text === '' ? 'the text is empty' : undefined),
  }),
];

const besideData = new Set([
  ...['thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution', 'mediaProcessing', 'partMetadata'],
  'speechMetadata',
]);

/** A kind of part that is younger than this list. */
const hasOtherMember = (part: JsonObject): boolean =>
  Object.keys(part).some((name) => !besideData.has(name) && !dataMembers.includes(name));

function bytesIn({ inlineData, thoughtSignature, functionResponse }: JsonObject, path: string) {
  const media = [
    { path: `${path}.inlineData.data`, value: asObject(inlineData)?.data },
    ...(asArray(asObject(functionResponse)?.parts) ?? []).map((part, i) => ({
      path: `${path}.functionResponse.parts[${i}].inlineData.data`,
      value: asObject(asObject(part)?.inlineData)?.data,
    })),
    { path: `${path}.thoughtSignature`, value: thoughtSignature },
  ];
  return media.filter(({ value }) => value !== undefined);
}

/**
 * A call that came with a signature goes back with it, on the part that holds the call; the service looks at the turn that goes
 * on, and leaves earlier ones alone. What never came with one, such as the second of two calls at once, needs none.
 */
export const signedCalls: Rule = defineRule({
  id: 'call-signature-required',
  what: 'A call of the current turn goes back in a part with its signature.',
  evidence: {
    grade: 'documented',
    title: 'Gemini API: thought signatures (Function call is missing a thought_signature in functionCall parts)',
    url: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
  },
  placesOf: (asked) => {
    const came = asked.earlier.flatMap(callParts);
    const begin = contentsIn(asked).findLastIndex(({ value }) => value.role !== 'model' && !answers(value));
    return partsIn(asked)
      .filter(({ turn }) => turn > begin)
      .flatMap((part) => {
        const same = came.filter((one) => isSameCall(one, part));
        const isSigned = same.length > 0 && same.every(({ thoughtSignature }) => asString(thoughtSignature));
        return isSigned ? [{ path: part.path, value: { part: part.value, same } }] : [];
      });
  },
  wrong: ({ part, same }) => {
    if (same.some(({ thoughtSignature }) => bytesOf(thoughtSignature) === bytesOf(part.thoughtSignature)))
      return undefined;
    const name = JSON.stringify(asObject(part.functionCall)?.name);
    return `the call to ${name} had a signature, and goes back ${part.thoughtSignature === undefined ? 'without one' : 'with another one'}`;
  },
});

/** With or without padding. */
const bytesOf = (signature: unknown): string | undefined => inOneAlphabet(signature)?.replace(/=+$/, '');

const answers = ({ parts }: JsonObject): boolean =>
  (asArray(parts) ?? []).some((part) => asObject(asObject(part)?.functionResponse));

/** Parts of an answer that hold a call, put together where they came in pieces. */
function callParts(exchange: Exchange): JsonObject[] {
  const parts = chunksOf(exchange, '').chunks.flatMap(({ body }) => {
    const candidate = asObject(asArray(body.candidates)?.[0]);
    return (asArray(asObject(candidate?.content)?.parts) ?? []).map((part) => ({
      part: asObject(part) ?? {},
      path: '',
    }));
  });
  return wholeCalls(parts).parts.flatMap(({ part }) => (asObject(part.functionCall) ? [part] : []));
}

function isSameCall({ functionCall }: JsonObject, { value }: PlacedPart): boolean {
  const came = asObject(functionCall);
  const goes = asObject(value.functionCall);
  if (!came || !goes) return false;
  const { id } = came;
  return came.name === goes.name && jsonEquals(came.args ?? {}, goes.args ?? {}) && (!id || !goes.id || id === goes.id);
}
