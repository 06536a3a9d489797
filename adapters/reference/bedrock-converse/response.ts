/** From the body of a response to the contract. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatResponse,
  type Citation,
  type Content,
  type FunctionCallContent,
  type HostedToolResultContent,
  type UsageDetails,
  WireError,
} from '../../../spec/contract/index.ts';
import { count, defined, list, text, wording } from '../shared/json.ts';
import { actionCall, type BuiltIns } from './actions.ts';
import { isMedia, type Member, mediaFromBlock, memberOf, objectIn } from './media.ts';

/**
 * @param answer the body, parsed; `undefined` where it was not JSON
 * @param builtIns tools that are answered by acting
 * @throws WireError when it holds no message
 */
export function responseFromAnswer(answer: unknown, builtIns: BuiltIns): ChatResponse {
  if (!isJsonObject(answer)) throw new WireError('The answer of Amazon Bedrock is no JSON object.');
  const blocks = objectIn(answer.output, 'message')?.content;
  if (!Array.isArray(blocks))
    throw new WireError('The answer of Amazon Bedrock has no list in "output.message.content".');
  const contents = blocks.map((block: unknown) => contentFromBlock(block, builtIns));
  return defined({
    // No contents, no message, as a stream gives none.
    messages: contents.length > 0 ? [{ role: 'assistant' as const, contents }] : [],
    finishReason: finishReason(answer.stopReason),
    usage: usageDetails(answer.usage),
    warnings: [],
    rawRepresentation: answer,
  });
}

const finishReasons = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['guardrail_intervened', 'content_filter'],
  ['content_filtered', 'content_filter'],
]);

/** `stopReason` in the words of `ChatFinishReason`; what none of these says as the provider writes it. */
export function finishReason(stopReason: Json | undefined): string | undefined {
  const said = wording(stopReason);
  return said === undefined ? undefined : (finishReasons.get(said) ?? said);
}

/**
 * The API counts input that was written to a cache or read from one apart from `inputTokens`; the contract's `inputTokens` is
 * all of it.
 */
export function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  const input = count(usage.inputTokens);
  const cached = count(usage.cacheReadInputTokens);
  return defined({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + (count(usage.cacheWriteInputTokens) ?? 0),
    outputTokens: count(usage.outputTokens),
    cachedInputTokens: cached,
  });
}

// Content blocks of a response as contents of the contract. Whatever the block, nothing of it is lost.

/** The contract's names for hosted tools. Anything else keeps its own name. */
const toolNames = new Map([
  ['nova_grounding', 'web-search'],
  ['nova_code_interpreter', 'code-interpreter'],
]);

const toolName = (name: string) => toolNames.get(name) ?? name;

/**
 * New versions of the API bring new blocks: what is not known arrives as `HostedToolResultContent` with the block in
 * `rawRepresentation`.
 *
 * @param builtIns tools that are answered by acting
 * @throws WireError for a block that lacks what every block of its kind has
 */
export function contentFromBlock(block: unknown, builtIns: BuiltIns): Content {
  const member = memberOf(block);
  if (!member) throw new WireError('A content block is not an object of one member.');
  return contentFromMember(member, block as JsonObject, builtIns);
}

function contentFromMember([name, value]: Member, block: JsonObject, builtIns: BuiltIns): Content {
  if (name === 'text') return { type: 'text', text: requiredText(value, 'text') };
  const media = isMedia(name) ? mediaFromBlock(name, value) : undefined;
  if (media) return media;
  if (!isJsonObject(value)) return unknownBlock(name, block);
  switch (name) {
    case 'reasoningContent':
      return reasoning(value, block);
    case 'citationsContent':
      return citedText(value, block);
    case 'toolUse':
      return call(value, block, builtIns);
    case 'toolResult':
      return defined({
        type: 'hosted-tool-result' as const,
        callId: text(value.toolUseId),
        tool: toolName((text(value.type) ?? '').replace(/_result$/, '')),
        outputs: outputsOf(value),
        rawRepresentation: block,
      });
    default:
      return unknownBlock(name, block);
  }
}

const unknownBlock = (name: string, block: JsonObject): Content => ({
  type: 'hosted-tool-result',
  tool: name,
  outputs: [],
  rawRepresentation: block,
});

function reasoning({ reasoningText, redactedContent }: JsonObject, block: JsonObject): Content {
  const said = isJsonObject(reasoningText) ? reasoningText : {};
  return defined({
    type: 'reasoning' as const,
    text: text(said.text) ?? '',
    protectedData: text(said.signature) ?? text(redactedContent),
    rawRepresentation: block,
  });
}

/**
 * Citations are about all the text of their block. Without any they follow the text that they are about, and how much of it that
 * is, the API does not say.
 */
function citedText({ content, citations }: JsonObject, block: JsonObject): Content {
  const words = (list(content) ?? []).map((part) => (isJsonObject(part) ? (text(part.text) ?? '') : '')).join('');
  const annotations = (list(citations) ?? []).map(citation);
  return defined({
    type: 'text' as const,
    text: words,
    annotations: annotations.length > 0 ? annotations : undefined,
    rawRepresentation: block,
  });
}

function citation(raw: Json): Citation {
  if (!isJsonObject(raw)) throw new WireError('A citation is not a JSON object.');
  const [, location] = memberOf(raw.location) ?? [];
  const url = isJsonObject(location) ? text(location.url) : undefined;
  const source = text(raw.source);
  const snippet = (list(raw.sourceContent) ?? []).map((part) => (isJsonObject(part) ? (text(part.text) ?? '') : ''));
  return defined({
    url: url ?? (source !== undefined && URL.canParse(source) ? source : undefined),
    title: text(raw.title),
    fileId: source !== undefined && !URL.canParse(source) ? source : undefined,
    snippet: snippet.length > 0 ? snippet.join('') : undefined,
    rawRepresentation: raw,
  });
}

/** No input is an empty object; input that is no object (a stream cut short) is kept as text. */
function call(value: JsonObject, block: JsonObject, builtIns: BuiltIns): Content {
  const callId = requiredText(value.toolUseId, 'toolUse.toolUseId');
  const name = requiredText(value.name, 'toolUse.name');
  const input = value.input ?? {};
  if (value.type === 'server_tool_use') {
    return { type: 'hosted-tool-call', callId, tool: toolName(name), name, arguments: input, rawRepresentation: block };
  }
  const builtIn = builtIns.get(name);
  const action = builtIn && actionCall(block, callId, builtIn);
  if (action) return action;
  const asked: FunctionCallContent = { type: 'function-call', callId, name, rawRepresentation: block };
  if (isJsonObject(input)) return { ...asked, arguments: input };
  return { ...asked, argumentsText: typeof input === 'string' ? input : JSON.stringify(input) };
}

function requiredText(value: Json | undefined, member: string): string {
  if (typeof value === 'string') return value;
  throw new WireError(`A content block has no text in "${member}".`);
}

// What a hosted tool gave, where it is plain to see. The rest stays in the block's `rawRepresentation`.

type Output = HostedToolResultContent['outputs'][number];

/** The outputs of a `toolResult`; all words of one that failed are errors. */
function outputsOf({ content, status }: JsonObject): Output[] {
  const outputs = (list(content) ?? []).flatMap(outputsOfPart);
  if (status !== 'error') return outputs;
  const failed = outputs.map(
    (output): Output => (output.type === 'text' ? { type: 'error', message: output.text } : output),
  );
  return failed.length > 0 ? failed : [{ type: 'error', message: 'The tool failed without a message.' }];
}

function outputsOfPart(part: Json): Output[] {
  const [name = '', value = null] = memberOf(part) ?? [];
  if (name === 'text') return outputsOfText(text(value) ?? '');
  if (name === 'json') return isJsonObject(value) ? outputsOfJson(value) : [];
  const media = isMedia(name) ? mediaFromBlock(name, value) : undefined;
  return media ? [media] : [];
}

/** What the code interpreter gave is JSON; it has been seen as such, and in text. */
function outputsOfText(words: string): Output[] {
  try {
    const value: unknown = JSON.parse(words);
    if (isJsonObject(value) && value.stdOut !== undefined) return outputsOfJson(value);
  } catch {
    // Words, then.
  }
  return words === '' ? [] : [{ type: 'text', text: words }];
}

/** Programs warn on stderr too; only a code other than 0 says that they failed. */
function outputsOfJson({ stdOut, stdErr, exitCode, isError }: JsonObject): Output[] {
  const printed = text(stdOut) ?? '';
  const warned = text(stdErr) ?? '';
  const failed = isError === true || (typeof exitCode === 'number' && exitCode !== 0);
  const output: Output[] = printed === '' ? [] : [{ type: 'text', text: printed }];
  if (!failed) return warned === '' ? output : [...output, { type: 'text', text: warned }];
  const message = warned || 'The program failed without a message.';
  return [
    ...output,
    defined({ type: 'error' as const, message, errorCode: exitCode === undefined ? undefined : String(exitCode) }),
  ];
}
