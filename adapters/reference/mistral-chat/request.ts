/** From the contract to the body of `POST /v1/chat/completions`. Pure: nothing is sent here. */

import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type Content,
  type FunctionResultContent,
  mergePatch,
  type Warning,
} from '../../../spec/contract/index.ts';
import { callToWire, systemMessage, systemText, userMessages } from '../shared/chat.ts';
import type { Request, RequestContext } from '../shared/client.ts';
import { contentOf, resultText } from '../shared/contents.ts';
import { nestedChoice, nestedFormat, parallelCallsOf, toolChoiceOf, unsupported } from '../shared/declare-tools.ts';
import { defined, jsonCopy, nonEmpty } from '../shared/json.ts';
import { invalidRequest } from '../shared/mistral.ts';
import { declaration } from '../shared/mistral-tools.ts';

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API */
export function buildRequest(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Request {
  const declared = declaration(options.tools ?? [], { adapterId: context.adapterId, providerApi: 'mistral-chat' });
  const body: JsonObject = defined({
    model: options.modelId ?? context.settings.model,
    messages: conversation(messages, options.instructions),
    tools: nonEmpty(declared.tools),
    tool_choice: toolChoiceOf(options, nestedChoice),
    parallel_tool_calls: parallelCallsOf(options),
    max_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    stop: nonEmpty(options.stopSequences),
    response_format: nestedFormat(options),
    reasoning_effort: options.reasoning?.effort,
  });
  const patched = options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body;
  return {
    body: jsonCopy(mergePatch(patched, { stream: context.stream ? true : null })),
    warnings: [...declared.warnings, ...unsupportedSettings(options)],
  };
}

const unsupportedSettings = ({ conversationId, store, reasoning }: ChatOptions): Warning[] =>
  unsupported(
    conversationId !== undefined &&
      'conversationId was not sent: every request of Mistral’s chat completions carries the whole conversation.',
    store !== undefined && 'store was not sent: Mistral’s chat completions keep no conversation.',
    reasoning?.budgetTokens !== undefined && 'reasoning.budgetTokens was not sent: Mistral takes an effort, no budget.',
  );

// Messages of the contract as `messages` of the request body.

/** Results of functions are messages of their own, wherever they stood; the instructions come first. */
function conversation(said: readonly ChatMessage[], instructions = ''): JsonObject[] {
  const messages = withMistralIds(said);
  const written = messages.flatMap(({ role, contents }) => {
    switch (role) {
      case 'system':
        return systemMessage(systemText(contents, invalidRequest));
      case 'assistant':
        return assistantMessage(contents);
      case 'user':
      case 'tool':
        return userMessages(contents, { part: userPart, result: toolMessage });
      default:
        throw invalidRequest(`a message has the unknown role ${JSON.stringify(role)}`);
    }
  });
  return answered([...systemMessage(instructions), ...written]);
}

/**
 * Where the user speaks right after what tools gave, the assistant has said nothing yet, and the API refuses that order: it has
 * said a space.
 */
const answered = (messages: readonly JsonObject[]): JsonObject[] =>
  messages.flatMap((message, i) =>
    message.role === 'user' && messages[i - 1]?.role === 'tool'
      ? [{ role: 'assistant', content: ' ' }, message]
      : [message],
  );

const toolMessage = (content: FunctionResultContent): JsonObject =>
  defined({ role: 'tool', tool_call_id: content.callId, name: content.name, content: resultText(content) });

// Contents that the application writes, as parts of a message. Source: `ContentChunk`.

/**
 * None for an empty text.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no part for
 */
function userPart(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [{ type: 'text', text: content.text }];
    case 'data':
      if (content.mediaType.startsWith('audio/')) return [{ type: 'input_audio', input_audio: content.data }];
      return [located(`data:${content.mediaType};base64,${content.data}`, content.mediaType)];
    case 'uri':
      return [located(content.uri, content.mediaType)];
    case 'hosted-file':
      return [{ type: 'file', file_id: content.fileId }];
    default:
      throw invalidRequest(`a message holds "${content.type}", and Mistral’s chat completions have no part for it`);
  }
}

/** Where no media type is given, the path's ending tells an image from a document. */
function located(url: string, mediaType: string | undefined): JsonObject {
  const isImage = mediaType?.startsWith('image/') ?? /\.(jpe?g|png|gif|webp)$/i.test(url.replace(/[?#].*$/s, ''));
  return isImage ? { type: 'image_url', image_url: url } : { type: 'document_url', document_url: url };
}

// What the model said earlier, as the message it was.

/**
 * One message, or none where nothing of it goes back.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no part for
 */
function assistantMessage(contents: readonly Content[]): JsonObject[] {
  const calls: JsonObject[] = [];
  const parts: JsonObject[] = [];
  for (const content of contents) {
    if (content.type === 'function-call') calls.push(callToWire(content));
    else parts.push(...partsOf(content));
  }
  if (parts.length + calls.length === 0) return [];
  return [defined({ role: 'assistant', content: contentOf(parts), tool_calls: nonEmpty(calls) })];
}

function partsOf(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text': {
      const sources = (content.annotations ?? []).map(({ rawRepresentation: raw }) => raw).filter(isJsonObject);
      const text = content.text === '' ? [] : [{ type: 'text', text: content.text }];
      return [...text, ...sources.filter(({ type }) => type === 'reference')];
    }
    case 'reasoning': {
      const { text, protectedData, rawRepresentation: raw } = content;
      // Another API's thoughts are called so, too, and are texts.
      if (isJsonObject(raw) && raw.type === 'thinking' && Array.isArray(raw.thinking)) return [raw];
      if (text === '' && !protectedData) return [];
      return [defined({ type: 'thinking', thinking: [{ type: 'text', text }], signature: protectedData })];
    }
    case 'error':
      // A note on the answer, not a part of what the model said.
      return [];
    default: {
      const { type, rawRepresentation: raw } = content;
      // What another API wrote is called otherwise than the tool that it is of.
      if (type === 'hosted-tool-result' && isJsonObject(raw) && raw.type === content.tool) return [raw];
      throw invalidRequest(`a message of the assistant holds "${type}" that did not come from Mistral`);
    }
  }
}

// Ids of calls as Mistral takes them: 9 letters and digits. Those of other providers have other forms.

/** The conversation with ids that Mistral takes: its own stay, each other one becomes the same one wherever it stands. */
const withMistralIds = (messages: readonly ChatMessage[]): ChatMessage[] =>
  messages.map((message) => ({ ...message, contents: message.contents.map(renamed) }));

function renamed(content: Content): Content {
  if (content.type !== 'function-call' && content.type !== 'function-result') return content;
  return { ...content, callId: mistralId(content.callId) };
}

/** Of 36 bits: that two ids of one conversation became one is not to be feared. */
const mistralId = (id: string): string =>
  /^[a-zA-Z0-9]{9}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9);
