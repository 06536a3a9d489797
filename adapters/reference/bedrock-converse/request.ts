/** From the contract to the body of `POST /model/{modelId}/converse`. Pure: nothing is sent here. */

import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type Content,
  type FunctionCallContent,
  type FunctionResultContent,
  mergePatch,
  type TextReasoningContent,
  type Warning,
} from '../../../spec/contract/index.ts';
import { bedrock } from '../shared/aws.ts';
import type { RequestContext } from '../shared/client.ts';
import { takeBack } from '../shared/contents.ts';
import { unsupported } from '../shared/declare-tools.ts';
import { defined, jsonCopy, list, nonEmpty } from '../shared/json.ts';
import { type Conversation, turnsOf, type WireMessage } from '../shared/turns.ts';
import { noWords, toolResultOfAction, toolUseOfAction } from './actions.ts';
import { dataBlock, memberOf, objectIn, uriBlock } from './media.ts';
import { type DeclaredTools, declareTools, standIn, toolChoice } from './tools.ts';

export interface Request {
  /** A part of the path. */
  readonly modelId: string;
  readonly body: JsonObject;
  readonly warnings: Warning[];
}

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API. */
export function buildRequest(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  context: Omit<RequestContext, 'stream'>,
): Request {
  const declared = declareTools(options.tools ?? [], context.adapterId);
  const talk = conversation(messages);
  const system = [...(options.instructions ? [{ text: options.instructions }] : []), ...talk.system];
  const body: JsonObject = defined({
    messages: talk.messages,
    system: nonEmpty(system),
    inferenceConfig: orNothing({
      maxTokens: options.maxOutputTokens,
      temperature: options.temperature,
      stopSequences: nonEmpty(options.stopSequences),
    }),
    toolConfig: toolConfig(declared, options, talk.messages),
    additionalModelRequestFields: additionalFields(declared, options),
    outputConfig: orNothing({ effort: options.reasoning?.effort, textFormat: textFormat(options) }),
  });
  const patched = options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body;
  return {
    modelId: options.modelId ?? context.settings.model,
    body: jsonCopy(patched),
    warnings: [...talk.warnings, ...unsaid(options, declared)],
  };
}

/** The schema is a text. Source: `OutputFormat` of `@aws-sdk/client-bedrock-runtime`. */
function textFormat({ responseFormat }: ChatOptions): JsonObject | undefined {
  if (responseFormat?.type !== 'json' || responseFormat.schema === undefined) return undefined;
  const { schema, name } = responseFormat;
  return { type: 'json_schema', structure: { jsonSchema: defined({ schema: JSON.stringify(schema), name }) } };
}

function orNothing(members: object): JsonObject | undefined {
  const said = defined(members) as JsonObject;
  return Object.keys(said).length > 0 ? said : undefined;
}

function toolConfig(
  { tools, builtIns }: DeclaredTools,
  { toolMode }: ChatOptions,
  messages: readonly WireMessage[],
): JsonObject | undefined {
  if (tools.length > 0) return defined({ tools, toolChoice: toolChoice(toolMode) });
  return builtIns.length > 0 && hasToolBlocks(messages) ? { tools: [standIn] } : undefined;
}

/** What Converse passes on to the model as it is. Source: Amazon Bedrock user guide, Claude: extended thinking, computer use. */
function additionalFields({ builtIns, betas }: DeclaredTools, { reasoning }: ChatOptions): JsonObject | undefined {
  return orNothing({
    thinking:
      reasoning?.budgetTokens === undefined ? undefined : { type: 'enabled', budget_tokens: reasoning.budgetTokens },
    tools: nonEmpty(builtIns),
    anthropic_beta: nonEmpty(betas),
  });
}

function unsaid(options: ChatOptions, { tools }: DeclaredTools): Warning[] {
  const { toolMode, conversationId, store, allowMultipleToolCalls, responseFormat } = options;
  return unsupported(
    responseFormat?.type === 'json' &&
      responseFormat.schema === undefined &&
      'responseFormat was not sent: Converse takes JSON with a schema only.',
    toolMode?.type === 'none' && 'toolMode was not sent: Converse has no choice that forbids tools.',
    toolMode?.type === 'required' &&
      tools.length === 0 &&
      'toolMode was not sent: a choice stands beside the tools of Converse, and none is declared.',
    allowMultipleToolCalls !== undefined &&
      'allowMultipleToolCalls was not sent: Converse leaves the number of calls to the model.',
    options.tools?.some((tool) => tool.type === 'computer-use' && tool.environment !== undefined) === true &&
      'environment was not sent: Claude is told the size of a screen alone.',
    conversationId !== undefined &&
      'conversationId was not sent: Converse keeps no conversation; every request carries all messages.',
    store === true && 'store was not sent: Converse keeps no conversation; every request carries all messages.',
  );
}

/** Messages of the contract as `system` and `messages` of the request body. */
export function conversation(messages: readonly ChatMessage[]): Conversation {
  const turns = turnsOf(messages, {
    ...{ system: systemBlock, user: userBlock, text: pushText },
    ...{ reasoning: reasoningBlock, call: toolUse, action: toolUseOfAction },
  });
  for (const message of turns.messages) if (message.role === 'user') resultsFirst(message.content);
  return turns;
}

/** True where a conversation holds calls or results. */
const hasToolBlocks = (messages: readonly WireMessage[]): boolean =>
  messages.some(({ content }) => content.some((block) => 'toolUse' in block || 'toolResult' in block));

function systemBlock(content: ChatMessage['contents'][number]): JsonObject[] {
  if (content.type !== 'text')
    throw bedrock.invalidRequest(`a system message holds "${content.type}"; Converse takes text alone`);
  return content.text === '' ? [] : [{ text: content.text }];
}

function resultsFirst(blocks: JsonObject[]): void {
  const rank = (block: JsonObject) => ('toolResult' in block ? 0 : 1);
  blocks.sort((a, b) => rank(a) - rank(b));
}

// Contents that the application writes, as content blocks of the API.

/**
 * The block of one content; none for an empty text, which the API refuses.
 *
 * @throws ProviderError (code `ValidationException`) for what the API has no block for
 */
function userBlock(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text':
      return textBlocks(content);
    case 'function-result':
      return [toolResult(content)];
    case 'action-result':
      return [toolResultOfAction(content)];
    case 'data':
      return [ownBlock(content) ?? dataBlock(content)];
    case 'uri':
      return [ownBlock(content) ?? uriBlock(content)];
    default:
      return [ownBlock(content) ?? refuse(content)];
  }
}

/** A text that was read from another block than text (one to be guarded, say) goes back as that block. */
function textBlocks(content: Extract<Content, { type: 'text' }>): JsonObject[] {
  // Blank texts are refused, white space too.
  if (content.text.trim() === '') return [];
  const raw = objectIn(content.rawRepresentation, 'guardContent');
  return [
    raw && isJsonObject(raw.text) && raw.text.text === content.text ? { guardContent: raw } : { text: content.text },
  ];
}

/** The provider's own block, for contents that are one. */
function ownBlock(content: Content): JsonObject | undefined {
  const raw = content.rawRepresentation;
  return isJsonObject(raw) && memberOf(raw) ? raw : undefined;
}

function refuse(content: Content): never {
  throw bedrock.invalidRequest(`a message holds "${content.type}" that did not come from Amazon Bedrock`);
}

/**
 * That it failed is a flag; only some models know that it did not, so success is left unsaid. `rawRepresentation` may be a
 * `toolResult` that carries what the contract has no member for, such as images; the link and what the contract does say stand
 * over it.
 */
function toolResult(content: FunctionResultContent): JsonObject {
  const { callId: toolUseId, error, result, outputs, rawRepresentation } = content;
  const base = objectIn(rawRepresentation, 'toolResult') ?? {};
  if (error !== undefined) {
    // A failure has to have words.
    const words = error || 'The function failed without a message.';
    return { toolResult: { ...base, toolUseId, content: [{ text: words }], status: 'error' } };
  }
  if (outputs) return { toolResult: { ...base, toolUseId, content: outputs.flatMap(userBlock) } };
  const said = result === undefined && base.content !== undefined ? base.content : [resultBlock(result)];
  return { toolResult: { ...base, toolUseId, content: said } };
}

/** Objects as JSON; anything else, which not all models take for JSON, as the text of it; no words where there is none. */
function resultBlock(result: FunctionResultContent['result']): JsonObject {
  if (result === undefined) return noWords;
  if (isJsonObject(result)) return { json: result };
  return { text: typeof result === 'string' ? result : JSON.stringify(result) };
}

// What the model said earlier, as the content blocks it was.

/**
 * A text with citations goes back whole. From a stream, its words came as pieces, and an empty piece with the whole block
 * followed them: then the block takes the place of the words.
 */
function pushText(blocks: JsonObject[], content: Extract<Content, { type: 'text' }>): void {
  const raw = objectIn(content.rawRepresentation, 'citationsContent');
  if (raw && citedWords(raw) === content.text) blocks.push({ citationsContent: raw });
  else if (content.text.trim() !== '') blocks.push({ text: content.text });
  else if (raw && takeBack(blocks, citedWords(raw), { words: plainWords, block: textBlock }))
    blocks.push({ citationsContent: raw });
}

const citedWords = ({ content }: JsonObject): string =>
  (list(content) ?? []).map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : '')).join('');

const plainWords = ({ text }: JsonObject) => text;
const textBlock = (text: string): JsonObject => ({ text });

/** The signature covers the words, so both go back as they came. */
function reasoningBlock(content: TextReasoningContent, warnings: Warning[]): JsonObject[] {
  const raw = objectIn(content.rawRepresentation, 'reasoningContent');
  if (raw) return [{ reasoningContent: raw }];
  const { text, protectedData } = content;
  if (protectedData !== undefined) {
    const said =
      text === '' ? { redactedContent: protectedData } : { reasoningText: { text, signature: protectedData } };
    return [{ reasoningContent: said }];
  }
  if (text !== '') {
    warnings.push({
      code: 'reasoning-not-sent',
      message: 'Reasoning without a signature was not sent back: models take their own, signed reasoning alone.',
    });
  }
  return [];
}

function toolUse(content: FunctionCallContent): JsonObject {
  // Models take an object alone; text that does not parse is wrapped in one, as Anthropic's documentation has it.
  const input = content.arguments ?? defined({ INVALID_JSON: content.argumentsText });
  return { toolUse: { toolUseId: content.callId, name: content.name, input } };
}
