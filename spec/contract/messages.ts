/** Messages, responses and the pieces of a streamed response, after Microsoft.Extensions.AI. */
import Type from 'typebox';
import { Content } from './contents.ts';
import { closedObject, json } from './schema-helpers.ts';

export const ChatRole = Type.Union([
  Type.Literal('system'),
  Type.Literal('user'),
  Type.Literal('assistant'),
  Type.Literal('tool'),
]);

/**
 * What the provider calls a message; where it names answers alone, absent or what it calls the answer. A message that several
 * HTTP exchanges make, as where a turn pauses and is gone on with, keeps the id that it began with. Never made up. Source: M.E.AI
 * `ChatMessage.MessageId`, `ChatResponseUpdate.MessageId`.
 */
const messageId = Type.Optional(Type.String());

/** One message of a conversation. */
export const ChatMessage = closedObject('ChatMessage', {
  role: ChatRole,
  contents: Type.Array(Content),
  messageId,
  rawRepresentation: Type.Optional(json('The provider’s own message.')),
});

/**
 * Why the model stopped: `stop`, `length`, `tool_calls`, `content_filter`, or the provider’s own word where none of these
 * says it. Source: M.E.AI `ChatFinishReason`.
 */
export const ChatFinishReason = Type.String({
  minLength: 1,
  examples: ['stop', 'length', 'tool_calls', 'content_filter'],
});

/** Tokens used by one `getResponse`, summed over the HTTP exchanges it made. Source: M.E.AI `UsageDetails`. */
export const UsageDetails = closedObject('UsageDetails', {
  inputTokens: Type.Optional(Type.Integer({ minimum: 0, description: 'All input, cached or not.' })),
  outputTokens: Type.Optional(Type.Integer({ minimum: 0, description: 'All output, reasoning included.' })),
  cachedInputTokens: Type.Optional(
    Type.Integer({ minimum: 0, description: 'The part of the input read from a cache.' }),
  ),
  reasoningTokens: Type.Optional(
    Type.Integer({ minimum: 0, description: 'The part of the output spent on reasoning.' }),
  ),
});

/** Something the adapter wants the application to know: a tool dropped, a setting the provider does not have. */
export const Warning = closedObject('Warning', {
  code: Type.String({ examples: ['unsupported-tool', 'unsupported-setting'] }),
  message: Type.String(),
});

/**
 * `responseId` is what the provider calls the answer: a message, a completion, a response, a run. Of several HTTP exchanges that
 * make one answer, the last is named. Where the answer has no id, absent or that of the request. `modelId` is the model that answered,
 * as the provider calls it, which need not be the name that it was asked by; where the provider does not say, absent or the model
 * that was asked. Neither is ever made up. Source: M.E.AI `ChatResponse.ResponseId`, `ChatResponse.ModelId`.
 */
const envelope = {
  responseId: Type.Optional(Type.String({ description: 'What the provider calls the answer.' })),
  conversationId: Type.Optional(Type.String({ description: 'Resumes the same thread, run or session.' })),
  modelId: Type.Optional(Type.String({ description: 'The model that answered, as the provider says.' })),
  finishReason: Type.Optional(ChatFinishReason),
  usage: Type.Optional(UsageDetails),
};

/** What one `getResponse` gave. */
export const ChatResponse = closedObject('ChatResponse', {
  messages: Type.Array(ChatMessage),
  ...envelope,
  warnings: Type.Array(Warning),
  rawRepresentation: Type.Optional(json('The provider’s own response.')),
});

/**
 * A piece of a streamed response. Updates with the same `messageId` belong to one message; an update without one continues
 * the message before it. `usage` is added up over the updates; of `finishReason`, `responseId` and `modelId` the last one counts.
 */
export const ChatResponseUpdate = closedObject('ChatResponseUpdate', {
  role: Type.Optional(ChatRole),
  contents: Type.Array(Content),
  messageId,
  ...envelope,
  warnings: Type.Optional(Type.Array(Warning)),
  rawRepresentation: Type.Optional(json('The provider’s own event.')),
});

export type ChatRole = Type.Static<typeof ChatRole>;
export type ChatMessage = Type.Static<typeof ChatMessage>;
export type UsageDetails = Type.Static<typeof UsageDetails>;
export type Warning = Type.Static<typeof Warning>;
export type ChatResponse = Type.Static<typeof ChatResponse>;
export type ChatResponseUpdate = Type.Static<typeof ChatResponseUpdate>;
