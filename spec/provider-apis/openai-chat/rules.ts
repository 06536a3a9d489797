/** For what Chat Completions refuse a part of a message. */
import type { Json } from '../../../lib/canonical-json.ts';
import { asArray, asObject, asString } from '../../wire/json.ts';
import { type Asked, defineRule, type Rule, type RuleEvidence } from '../../wire/rules/rule.ts';
import { callsAreAnswered, choiceIsDeclared, strictSchemas, toolNames } from '../../wire/rules/tools.ts';
import {
  callsIn,
  choicesIn,
  messagesIn,
  namesIn,
  type Place,
  pairsIn,
  strictIn,
  toolsIn,
} from '../families/chat/rules.ts';

const types: RuleEvidence = {
  grade: 'types',
  title: 'openai: ChatCompletionContentPart, and what each part holds',
  url: 'https://github.com/openai/openai-node/blob/master/src/resources/chat/completions/completions.ts',
};

const partsIn = (asked: Asked) =>
  messagesIn(asked).flatMap(({ path, object }) =>
    (asArray(object.content) ?? []).map((value, i) => ({ path: `${path}.content[${i}]`, value })),
  );

const rulesOfParts: readonly Rule[] = [
  defineRule({
    id: 'part-type-required',
    what: 'A message part has a type, and the members of that type.',
    evidence: types,
    placesOf: partsIn,
    wrong: (part) => {
      const type = asString(asObject(part)?.type) ?? '';
      return (asObject(part)?.[type] ?? null) === null
        ? `the type is ${JSON.stringify(type)}, and there is no member of that name`
        : undefined;
    },
  }),
  defineRule({
    id: 'media-part-type',
    what: 'Bytes are in the part of their kind: images in "image_url", WAV and MP3 in "input_audio", documents in "file".',
    evidence: types,
    placesOf: partsIn,
    wrong: misplaced,
  }),
];

function misplaced(part: Json): string | undefined {
  const { image_url: image, input_audio: audio, file } = asObject(part) ?? {};
  const shown = typeOf(asObject(image)?.url);
  if (shown !== undefined && !shown.startsWith('image/')) return `an image has the media type "${shown}"`;
  const format = asObject(audio)?.format;
  if (audio !== undefined && format !== 'wav' && format !== 'mp3')
    return `the format of audio is ${JSON.stringify(format ?? null)}`;
  const { file_data: data, filename } = asObject(file) ?? {};
  const kept = typeOf(data);
  if (kept !== undefined && /^(image|audio)\//.test(kept)) return `a file has the media type "${kept}"`;
  return data !== undefined && !asString(filename) ? 'the bytes of a file have no "filename"' : undefined;
}

/** The media type of a `data:` URL (RFC 2397). */
const typeOf = (url: Json | undefined): string | undefined => /^data:([^;,]*)/i.exec(asString(url) ?? '')?.[1];

// For what Chat Completions, of OpenAI and of Azure OpenAI, refuse a request.

const reference: RuleEvidence = {
  grade: 'documented',
  title: 'OpenAI API reference: create a chat completion',
  url: 'https://platform.openai.com/docs/api-reference/chat/create',
};
const functionCalling: RuleEvidence = {
  grade: 'documented',
  title: 'OpenAI: function calling',
  url: 'https://platform.openai.com/docs/guides/function-calling',
};

export const rules: readonly Rule[] = [
  ...rulesOfParts,
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,64}$/,
    inWords: '1 to 64 letters, digits, "_" and "-"',
    evidence: reference,
    namesIn,
  }),
  callsAreAnswered({ evidence: functionCalling, pairsIn }),
  strictSchemas({
    evidence: {
      grade: 'traffic',
      title: "OpenAI answers 400: 'additionalProperties' is required to be supplied and to be false",
      url: 'https://github.com/openai/openai-dotnet/blob/b3b4bbbc31cebef0f4978071d586856360173c89/tests/SessionRecords/ChatToolTests/StructuredOutputs(WithoutSchema,Strict,FailureExpected).json',
    },
    strictIn,
  }),
  choiceIsDeclared({ evidence: reference, choicesIn }),
  defineRule({
    id: 'message-content-required',
    what: 'Every message has content, except an assistant message with calls or a refusal.',
    evidence: {
      grade: 'documented',
      title: 'OpenAI answers 400: Invalid value for content, expected a string, got null',
      url: 'https://github.com/run-llama/llama_index/issues/17555',
    },
    placesOf: (asked) => messagesIn(asked).map((place) => ({ path: `${place.path}.content`, value: place })),
    wrong: ({ object }) =>
      isSaid(object.content) || (object.role === 'assistant' && mayBeSilent(object))
        ? undefined
        : `a message of role ${JSON.stringify(object.role ?? null)} has no content`,
  }),
  defineRule({
    id: 'tool-message-text',
    what: 'A tool result is text. Only user messages have other parts.',
    evidence: {
      grade: 'types',
      title: 'openai: ChatCompletionToolMessageParam.content, a text or parts of type "text"',
      url: 'https://github.com/openai/openai-node/blob/master/src/resources/chat/completions/completions.ts',
    },
    placesOf: (asked) =>
      messagesIn(asked)
        .filter(({ object }) => object.role === 'tool')
        .flatMap(({ path, object }) =>
          (asArray(object.content) ?? []).map((part, i) => ({ path: `${path}.content[${i}].type`, value: part })),
        ),
    wrong: (part) =>
      asObject(part)?.type === 'text'
        ? undefined
        : `a part of type ${JSON.stringify(asObject(part)?.type ?? null)} is in a tool result`,
  }),
  defineRule({
    id: 'arguments-json',
    what: 'Replayed function arguments are the text of a JSON object, "{}" if empty.',
    evidence: {
      grade: 'inferred',
      title: 'FastGPT: a call without arguments goes back as an empty text, and is refused with status 400',
      url: 'https://github.com/labring/FastGPT/issues/5836',
    },
    placesOf: (asked) =>
      messagesIn(asked)
        .flatMap(callsIn)
        .filter(({ object }) => asObject(object.function))
        .map(({ path, object }) => ({
          path: `${path}.function.arguments`,
          value: asObject(object.function)?.arguments,
        })),
    wrong: (written) =>
      typeof written === 'string' && written !== ''
        ? undefined
        : `the arguments ${JSON.stringify(written ?? null)} are not JSON text`,
  }),
  defineRule({
    id: 'call-type-required',
    what: 'A call has a type, and the members of that type.',
    evidence: reference,
    placesOf: (asked) =>
      [...messagesIn(asked).flatMap(callsIn), ...toolsIn(asked), ...chosenIn(asked)].map((place) => ({
        path: `${place.path}.type`,
        value: place,
      })),
    wrong: ({ object }) => {
      const { type } = object;
      if (typeof type !== 'string' || type === '') return 'the type is missing';
      const isOfType = (type !== 'function' && type !== 'custom') || asObject(object[type]);
      return isOfType ? undefined : `the type is ${JSON.stringify(type)}, and there is no member of that name`;
    },
  }),
  defineRule({
    id: 'stream-options-stream-required',
    what: '"stream_options" requires "stream": true.',
    evidence: reference,
    placesOf: ({ body }) =>
      (body.stream_options ?? null) === null ? [] : [{ path: 'body.stream_options', value: body.stream ?? null }],
    wrong: (stream) => (stream === true ? undefined : '"stream_options" are set, and no stream is asked for'),
  }),
  defineRule({
    id: 'parallel-tool-calls-tools-required',
    what: '"parallel_tool_calls" requires tools.',
    evidence: {
      grade: 'documented',
      title: 'OpenAI answers 400: parallel_tool_calls is only allowed when tools are specified',
      url: 'https://github.com/openai/swarm/issues/30',
    },
    placesOf: (asked) =>
      (asked.body.parallel_tool_calls ?? null) === null
        ? []
        : [{ path: 'body.parallel_tool_calls', value: toolsIn(asked).length }],
    wrong: (tools) => (tools > 0 ? undefined : '"parallel_tool_calls" is set, and no tool is declared'),
  }),
];

/** An empty text is content; an empty list is none. */
const isSaid = (content: Json | undefined): boolean =>
  typeof content === 'string' || (asArray(content)?.length ?? 0) > 0;

const mayBeSilent = ({ tool_calls: calls, function_call: call, refusal, audio }: Place['object']): boolean =>
  (asArray(calls)?.length ?? 0) > 0 || [call, refusal, audio].some((said) => (said ?? null) !== null);

/** The choice of one tool, where it is made. */
function chosenIn({ body }: Asked): Place[] {
  const chosen = asObject(body.tool_choice);
  return chosen ? [{ path: 'body.tool_choice', object: chosen }] : [];
}
