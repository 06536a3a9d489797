/** Contents of messages, from and to the wire, as more than one API has them. */

import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import { isJsonObject } from '../../../lib/canonical-json.ts';
import type {
  ActionCallContent,
  ChatMessage,
  Content,
  FunctionResultContent,
  ProviderError,
  UsageDetails,
} from '../../../spec/contract/index.ts';
import { count, defined, objects, text } from './json.ts';

/** The content of a message: a text alone goes as text, anything else as its parts; nothing where there is none. */
export function contentOf(parts: readonly JsonObject[]): Json | undefined {
  const [first, ...others] = parts;
  if (!first || others.length > 0) return first && [...parts];
  return first.text ?? [first];
}

/**
 * What a function gave, for APIs that take text and have no flag for a failure: that is told in words, `Error: <message>`. A
 * string goes as it is, anything else as JSON; where the function gave nothing, `null`.
 */
export function resultText({ error, result }: FunctionResultContent): string {
  if (error !== undefined) return `Error: ${error === '' ? 'The function failed without a message.' : error}`;
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}

/**
 * The outputs of functions as their results, for APIs that take text alone.
 *
 * @throws {ProviderError} an output is none: as text, the model would read its bytes, and elsewhere it would be another's words
 */
export function textResults(
  messages: readonly ChatMessage[],
  invalid: (reason: string) => ProviderError,
): readonly ChatMessage[] {
  const inText = (content: Content): Content => {
    if (content.type !== 'function-result' || !content.outputs) return content;
    const { outputs, ...rest } = content;
    const texts = outputs.map((output) => {
      if (output.type === 'text') return output.text;
      const what = output.mediaType ?? output.type;
      throw invalid(
        `the result of the function "${content.name ?? content.callId}" holds ${what}; it takes text alone`,
      );
    });
    return { ...rest, result: texts.join('\n') };
  };
  return messages.map((message) => ({ ...message, contents: message.contents.map(inText) }));
}

/**
 * What an application cuts from a conversation may leave one half of a call, and services refuse either alone. A call in the last
 * message may be answered yet. No repair: an invented result would be another conversation.
 *
 * @throws {ProviderError} a result has no call before it, or a call that others follow has no result
 */
export function demandPairs(messages: readonly ChatMessage[], invalid: (reason: string) => ProviderError): void {
  const open = new Map<string, number>();
  const called = new Set<string>();
  for (const [i, { contents }] of messages.entries()) {
    for (const { type, callId } of contents.filter(isHalf)) {
      if (type === 'function-call' || type === 'action-call') {
        called.add(callId);
        open.set(callId, i);
      } else if (!called.has(callId)) {
        throw invalid(
          `the ${type} "${callId}" answers no call of this conversation; leave out both or none of the two`,
        );
      } else open.delete(callId);
    }
  }
  const [lost] = [...open].find(([, at]) => at < messages.length - 1) ?? [];
  if (lost !== undefined) {
    throw invalid(`the call "${lost}" has no result in this conversation; leave out both or none of the two`);
  }
}

/**
 * Where the provider keeps the conversation, its last calls wait there for results, and nothing else may be said before.
 *
 * @throws {ProviderError} a call of the last response has no result, and something follows it
 */
export function demandAnswers(messages: readonly ChatMessage[], invalid: (reason: string) => ProviderError): void {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const next = messages.slice(last + 1).flatMap(({ contents }) => contents.filter(isHalf));
  const calls = (messages[last]?.contents ?? []).filter(isHalf);
  const waiting = calls.find((call) => !next.some(({ callId }) => callId === call.callId));
  if (!waiting || last === messages.length - 1) return;
  throw invalid(`the call "${waiting.callId}" waits for its result; send that before anything else`);
}

const halves = ['function-call', 'action-call', 'function-result', 'action-result'] as const;
type Half = Extract<Content, { type: (typeof halves)[number] }>;
const isHalf = (content: Content): content is Half => halves.some((type) => type === content.type);

/** Each item that the model wrote makes a message, under its id; what stands between two of them belongs to the first. */
export function writtenMessages(
  items: readonly Json[],
  contentsOf: (item: Json) => readonly Content[],
  idOf: (item: Json) => string | undefined,
): ChatMessage[] {
  const messages: { role: 'assistant'; contents: Content[]; messageId?: string }[] = [];
  for (const item of items) {
    const contents = contentsOf(item);
    const id = idOf(item);
    const last = messages.at(-1);
    if (!last || (id !== undefined && last.messageId !== undefined && last.messageId !== id)) {
      messages.push({ role: 'assistant', contents: [...contents], ...(id === undefined ? {} : { messageId: id }) });
    } else {
      last.contents.push(...contents);
      if (id !== undefined) last.messageId = id;
    }
  }
  return messages;
}

/** How an API writes a text without anything beside its words. */
interface PlainText {
  /** The words of a block; what is no text where it is another block. */
  readonly words: (block: JsonObject) => Json | undefined;
  readonly block: (words: string) => JsonObject;
}

/**
 * Removes words from the end of the blocks, because a block that has them and more takes their place. False, and nothing
 * removed, where the plain texts at the end do not say them.
 */
export function takeBack(blocks: JsonObject[], words: string, plain: PlainText): boolean {
  const kept = [...blocks];
  let rest = words;
  while (rest !== '') {
    const last = kept.pop();
    const text = last && plain.words(last);
    if (typeof text !== 'string') return false;
    if (rest.endsWith(text)) {
      rest = rest.slice(0, rest.length - text.length);
    } else if (text.endsWith(rest)) {
      kept.push(plain.block(text.slice(0, text.length - rest.length)));
      rest = '';
    } else {
      return false;
    }
  }
  blocks.splice(0, blocks.length, ...kept);
  return true;
}

/**
 * Offset in UTF-16 code units, as JavaScript and the contract count, of an offset in Unicode code points, as most providers
 * count. Beyond the end of the text, its end.
 */
export function utf16Offset(text: string, codePoints: number): number {
  let offset = 0;
  for (let passed = 0; passed < codePoints && offset < text.length; passed++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Usage of those that count the tokens of prompts and completions. @param input details of the prompt's */
export function promptUsage(usage: JsonObject, input: Json | undefined): UsageDetails {
  const { completion_tokens_details: output } = usage;
  return defined({
    inputTokens: count(usage.prompt_tokens),
    outputTokens: count(usage.completion_tokens),
    cachedInputTokens: isJsonObject(input) ? count(input.cached_tokens) : undefined,
    reasoningTokens: isJsonObject(output) ? count(output.reasoning_tokens) : undefined,
  });
}

/** The checks that a call of OpenAI's computer asks the application to acknowledge before it acts; `undefined` where there are none. */
export function safetyChecks(call: JsonObject): ActionCallContent['pendingSafetyChecks'] {
  const checks = objects(call.pending_safety_checks).map((check) =>
    defined({ id: text(check.id) ?? '', code: text(check.code), message: text(check.message) }),
  );
  return checks.length > 0 ? checks : undefined;
}
