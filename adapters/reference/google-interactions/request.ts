/** From the contract to the body of `POST /v1/interactions`. Pure: nothing is sent here. */

import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type Content,
  type FunctionResultContent,
  mergePatch,
  type Warning,
} from '../../../spec/contract/index.ts';
import type { Prepared, RequestContext } from '../shared/client.ts';
import { unsupported } from '../shared/declare-tools.ts';
import { invalidRequest } from '../shared/google.ts';
import { defined, jsonCopy, nonEmpty, withMembers } from '../shared/json.ts';
import { declaration, toolChoice } from './tools.ts';

export interface Request extends Prepared {
  readonly body: JsonObject;
  /** Whether Google was asked, or left, to keep the interaction. */
  readonly isKept: boolean;
}

/**
 * Where Google keeps the conversation (`conversationId`), only what came after the assistant's last word is sent; tools, instructions
 * and settings belong to one request and are said again. Otherwise all of it is told as steps.
 *
 * @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API
 */
export function buildRequest(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Request {
  const { conversationId, responseFormat, reasoning } = options;
  const declared = declaration(options.tools ?? [], context.adapterId);
  const unsaid =
    conversationId === undefined ? messages : messages.slice(messages.findLastIndex((m) => m.role === 'assistant') + 1);
  const system = messages.filter(({ role }) => role === 'system').flatMap(({ contents }) => contents.map(words));
  const body: JsonObject = defined({
    model: options.modelId ?? context.settings.model,
    system_instruction: [options.instructions, ...system].filter(Boolean).join('\n\n') || undefined,
    input: stepsOf(unsaid, messages),
    previous_interaction_id: conversationId,
    tools: nonEmpty(declared.tools),
    generation_config: withMembers(
      defined({
        max_output_tokens: options.maxOutputTokens,
        temperature: options.temperature,
        stop_sequences: nonEmpty(options.stopSequences),
        thinking_level: reasoning?.effort,
        thinking_summaries: reasoning && 'auto',
        tool_choice: toolChoice(options),
      }),
    ),
    response_format:
      responseFormat?.type === 'json'
        ? defined({ type: 'text', mime_type: 'application/json', schema: responseFormat.schema })
        : undefined,
    store: options.store,
  });
  const patched = options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body;
  return {
    body: jsonCopy(mergePatch(patched, { stream: context.stream ? true : null })),
    isKept: patched.store !== false,
    warnings: [...declared.warnings, ...unsupportedSettings(options)],
  };
}

const unsupportedSettings = ({ allowMultipleToolCalls, reasoning }: ChatOptions): Warning[] =>
  unsupported(
    allowMultipleToolCalls !== undefined && 'allowMultipleToolCalls was not sent: Google has no member for it.',
    reasoning?.budgetTokens !== undefined &&
      'reasoning.budgetTokens was not sent: Interactions take an effort, no budget.',
  );

function words(content: Content): string {
  if (content.type === 'text') return content.text;
  throw invalidRequest(`a system message holds "${content.type}"; Google takes text alone`);
}

// Messages of the contract as steps. Source: `Step` of `@google/genai`.

/** @param all the whole conversation: a result repeats the name of its function */
function stepsOf(messages: readonly ChatMessage[], all: readonly ChatMessage[]): JsonObject[] {
  const steps: JsonObject[] = [];
  const names = new Map(
    all.flatMap(({ contents }) =>
      contents.flatMap((c) => (c.type === 'function-call' ? [[c.callId, c.name] as const] : [])),
    ),
  );
  for (const { role, contents } of messages) {
    if (role === 'system') continue;
    if (role !== 'assistant' && role !== 'user' && role !== 'tool')
      throw invalidRequest(`a message has the unknown role ${JSON.stringify(role)}`);
    for (const content of contents) {
      if (role === 'assistant') assistantStep(content, steps);
      else userStep(content, steps, names);
    }
  }
  return steps;
}

/** A part within the last step, where that is one of this type and of this message; else in a step of its own. */
function say(steps: JsonObject[], type: 'user_input' | 'model_output', part: JsonObject): void {
  const last = steps.at(-1);
  if (last?.type === type && Array.isArray(last.content))
    steps[steps.length - 1] = { ...last, content: [...last.content, part] };
  else steps.push({ type, content: [part] });
}

function userStep(content: Content, steps: JsonObject[], names: ReadonlyMap<string, string>): void {
  if (content.type === 'function-result') {
    steps.push(functionResult(content, names.get(content.callId) ?? content.name));
    return;
  }
  const part = partOf(content);
  if (part) say(steps, 'user_input', part);
}

/** Source: `FunctionResultStep`. The service wants the name, which the type leaves open. */
function functionResult(
  { callId, error, outputs, result }: FunctionResultContent,
  name: string | undefined,
): JsonObject {
  const media = outputs?.some(({ type }) => type !== 'text')
    ? outputs.flatMap((output) => partOf(output) ?? [])
    : undefined;
  const texts = outputs?.flatMap((output) => (output.type === 'text' ? output.text : [])).join('\n');
  return defined({
    type: 'function_result',
    call_id: callId,
    name,
    result:
      error === undefined ? (media ?? texts ?? resultOf(result)) : error || 'The function failed without a message.',
    is_error: error === undefined ? undefined : true,
  });
}

/** A text or an object as it is; a list would be read as parts of content, so it goes as JSON, as all else does. */
const resultOf = (result: Json = null): Json =>
  typeof result === 'string' || isJsonObject(result) ? result : JSON.stringify(result);

/**
 * What is written by its media type: images, sound and video as such, everything else as a document. Nothing for an empty text.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no part for
 */
function partOf(content: Content): JsonObject | undefined {
  switch (content.type) {
    case 'text':
      return content.text === '' ? undefined : { type: 'text', text: content.text };
    case 'data':
      return { type: kindOf(content.mediaType), data: content.data, mime_type: content.mediaType };
    case 'uri':
      return defined({ type: kindOf(content.mediaType), uri: content.uri, mime_type: content.mediaType });
    case 'hosted-file':
      return defined({ type: kindOf(content.mediaType), uri: content.fileId, mime_type: content.mediaType });
    default: {
      const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
      if (isJsonObject(raw) && 'text' in raw) return raw;
      throw invalidRequest(`a message holds "${content.type}" that did not come from Google`);
    }
  }
}

const kindOf = (mediaType = ''): string => /^(image|audio|video)\//.exec(mediaType)?.[1] ?? 'document';

/** Steps go back as they came, from `rawRepresentation`; where the contract has members of its own, those count. */
function assistantStep(content: Content, steps: JsonObject[]): void {
  const step = stepBehind(content);
  switch (content.type) {
    case 'text':
    case 'data':
    case 'uri': {
      const part = isPart(content.rawRepresentation) ? content.rawRepresentation : partOf(content);
      if (part) say(steps, 'model_output', part);
      break;
    }
    case 'reasoning': {
      const { text, protectedData } = content;
      const isAsItCame = step && step.signature === protectedData && summaryOf(step) === text;
      const summary = text === '' ? undefined : [{ type: 'text', text }];
      steps.push(isAsItCame ? step : defined({ type: 'thought', summary, signature: protectedData }));
      break;
    }
    case 'function-call': {
      const { callId, name, arguments: parsed, argumentsText } = content;
      if (callId === '') throw invalidRequest('a function call has no id');
      const said = parsed ?? (argumentsText === undefined ? {} : { INVALID_JSON: argumentsText });
      steps.push({ ...step, type: 'function_call', id: callId, name, arguments: said });
      break;
    }
    case 'error':
      // A note on the answer (why it ended), not a part of what the model said.
      break;
    default:
      if (!step)
        throw invalidRequest(`a message of the assistant holds "${content.type}" that did not come from Google`);
      if (!jsonEquals(steps.at(-1) ?? null, step)) steps.push(step);
  }
}

/** The words of a thought that came as a step. */
export const summaryOf = ({ summary }: JsonObject): string =>
  (Array.isArray(summary) ? summary : []).map((part) => (isJsonObject(part) ? (part.text ?? '') : '')).join('');

const parts = new Set<unknown>(['text', 'image', 'audio', 'video', 'document']);
const isPart = (raw: unknown): raw is JsonObject => isJsonObject(raw) && parts.has(raw.type);

/** The step that a content was made from. */
function stepBehind(content: Content): JsonObject | undefined {
  const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
  return isJsonObject(raw) && typeof raw.type === 'string' && !isPart(raw) ? raw : undefined;
}
