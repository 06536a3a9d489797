/** From the contract to the body of `POST /v1/conversations` or `POST /v1/conversations/{id}`. Pure: nothing is sent here. */

import { isJsonObject, type JsonObject, jsonEquals } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type Content,
  type FunctionCallContent,
  mergePatch,
  type Warning,
} from '../../../spec/contract/index.ts';
import type { RequestContext } from '../shared/client.ts';
import { contentOf, resultText } from '../shared/contents.ts';
import { nestedFormat, unsupported } from '../shared/declare-tools.ts';
import { defined, jsonCopy, nonEmpty } from '../shared/json.ts';
import { invalidRequest } from '../shared/mistral.ts';
import { declaration } from '../shared/mistral-tools.ts';
import { textOfMessage } from './response.ts';

export interface Request {
  /** The conversation that is gone on with; a new one where absent. */
  readonly conversationId: string | undefined;
  readonly body: JsonObject;
  /** What only a conversation that begins is told, and keeps: model, instructions, tools. */
  readonly atTheBeginning: JsonObject;
  /** Whether Mistral was asked, or left, to keep what is said. */
  readonly isKept: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * Where Mistral keeps the conversation (`conversationId`), only what came after the assistant's last word is appended; otherwise
 * all of it is told again as entries, calls and executions included.
 *
 * @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API
 */
export function buildRequest(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Request {
  const { conversationId, store } = options;
  const appends = conversationId !== undefined;
  const declared = declaration(options.tools ?? [], { adapterId: context.adapterId, providerApi: 'mistral' });
  const talk = conversation(messages, appends);
  const atTheBeginning: JsonObject = defined({
    model: options.modelId ?? context.settings.model,
    instructions: instructions(options, talk),
    tools: nonEmpty(declared.tools),
  });
  const body: JsonObject = defined({
    ...(appends ? {} : atTheBeginning),
    inputs: nonEmpty(talk.inputs),
    tool_confirmations: nonEmpty(talk.confirmations),
    completion_args: completionArguments(options, appends),
    store,
  });
  const patched = options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body;
  return {
    conversationId,
    body: jsonCopy(mergePatch(patched, { stream: context.stream ? true : null })),
    atTheBeginning,
    isKept: store !== false,
    warnings: [...declared.warnings, ...talk.warnings, ...unsupportedSettings(options)],
  };
}

function instructions(options: ChatOptions, { system }: Conversation): string | undefined {
  return [options.instructions, ...system].filter(Boolean).join('\n\n') || undefined;
}

/** A conversation keeps these as well, but may be told others; so a choice of tools that no longer holds is taken back. */
function completionArguments(options: ChatOptions, appends: boolean): JsonObject | undefined {
  const { maxOutputTokens, temperature, stopSequences, reasoning, toolMode } = options;
  const args = defined({
    max_tokens: maxOutputTokens,
    temperature,
    stop: nonEmpty(stopSequences),
    reasoning_effort: reasoning?.effort,
    response_format: nestedFormat(options),
    tool_choice: toolMode?.type ?? (appends ? 'auto' : undefined),
  });
  return Object.keys(args).length > 0 ? args : undefined;
}

const unsupportedSettings = ({ allowMultipleToolCalls, toolMode, reasoning }: ChatOptions): Warning[] =>
  unsupported(
    allowMultipleToolCalls !== undefined &&
      'allowMultipleToolCalls was not sent: Mistral Conversations have no member for it.',
    toolMode?.type === 'required' &&
      toolMode.functionName !== undefined &&
      'functionName of toolMode was not sent: Mistral Conversations can demand some tool, and none by name.',
    reasoning?.budgetTokens !== undefined && 'reasoning.budgetTokens was not sent: Mistral takes an effort, no budget.',
  );

// Messages of the contract as entries of a conversation. Source: `InputEntries`, `ToolCallConfirmation`.

/** What goes out of a conversation. */
interface Conversation {
  readonly inputs: readonly JsonObject[];
  /** Leave that is given or refused. */
  readonly confirmations: readonly JsonObject[];
  /** What system messages say: there are no such entries, so a conversation is told when it begins. */
  readonly system: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * @param appends whether Mistral has all up to the assistant's last word already
 * @throws ProviderError (code `invalid_request_error`) for what the API has no entry for
 */
function conversation(messages: readonly ChatMessage[], appends: boolean): Conversation {
  const warnings: Warning[] = [];
  const inputs: JsonObject[] = [];
  const confirmations: JsonObject[] = [];
  const unsaid = appends ? messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1) : messages;
  for (const { role, contents } of unsaid) {
    switch (role) {
      case 'system':
        if (appends) throw invalidRequest('a conversation takes no system message once it has begun');
        break;
      case 'assistant':
        inputs.push(...assistantEntries(contents, warnings));
        break;
      case 'user':
      case 'tool':
        answers(contents, inputs, confirmations, warnings);
        break;
      default:
        throw invalidRequest(`a message has the unknown role ${JSON.stringify(role)}`);
    }
  }
  if (confirmations.length > 0 && !appends) {
    throw invalidRequest('leave is given within a conversation that Mistral keeps, so it needs its conversationId');
  }
  const system = messages.filter(({ role }) => role === 'system').map(({ contents }) => contents.map(words).join(''));
  return { inputs, confirmations, system, warnings };
}

/** Chunks that stand together are one entry; a result between them parts them. */
function answers(
  contents: readonly Content[],
  inputs: JsonObject[],
  confirmations: JsonObject[],
  warnings: Warning[],
): void {
  let chunks: JsonObject[] = [];
  const flush = () => {
    inputs.push(...said('user', chunks));
    chunks = [];
  };
  for (const content of contents) {
    switch (content.type) {
      case 'function-result':
        flush();
        inputs.push({ type: 'function.result', tool_call_id: content.callId, result: resultText(content) });
        break;
      case 'approval-response':
        if (content.reason !== undefined) warnings.push(unsaidReason);
        confirmations.push({
          tool_call_id: content.requestId,
          confirmation: content.approved ? 'allow' : 'deny',
        });
        break;
      default:
        chunks.push(...chunkOf(content));
    }
  }
  flush();
}

const unsaidReason: Warning = {
  code: 'unsupported-setting',
  message: 'reason of an approval-response was not sent: Mistral takes "allow" or "deny" and no words.',
};

function words(content: Content): string {
  if (content.type === 'text') return content.text;
  throw invalidRequest(`a system message holds "${content.type}"; Mistral takes text alone`);
}

// What was said and done on the model's side earlier, as the entries it was.

/**
 * Entries go back as they came, from `rawRepresentation`, with their ids and all members that have no word in the contract; where
 * an application changed or built a content, its own members count.
 *
 * @param warnings is added to
 * @throws ProviderError (code `invalid_request_error`) for what the API has no entry for
 */
function assistantEntries(contents: readonly Content[], warnings: Warning[]): JsonObject[] {
  const entries: JsonObject[] = [];
  // Contents whose entry is not known yet: the last content of a message carries it.
  let open: Content[] = [];
  const close = () => {
    entries.push(...builtByTheApplication(open, warnings));
    open = [];
  };
  for (const content of contents) {
    const entry = entryOf(content);
    if (entry?.type === 'message.output') {
      const whole = [...open, content];
      open = [];
      if (modelTextOf(whole) === textOfMessage(entry)) entries.push(entry);
      else entries.push(...builtByTheApplication(whole, warnings));
    } else if (content.type === 'function-call') {
      close();
      entries.push(functionCall(content, entry));
    } else if (entry) {
      close();
      // Of a call and its result that are one entry, both give that entry.
      if (!jsonEquals(entries.at(-1) ?? null, entry)) entries.push(entry);
    } else {
      open.push(content);
    }
  }
  close();
  return entries;
}

/** The entry that a content was made from; chunks of a message are none. */
function entryOf({ rawRepresentation: raw }: Content): JsonObject | undefined {
  const isEntry = isJsonObject(raw) && typeof raw.type === 'string' && raw.type.includes('.');
  return isEntry ? raw : undefined;
}

const modelTextOf = (contents: readonly Content[]): string =>
  contents.map((content) => (content.type === 'text' ? content.text : '')).join('');

/** What has no entry of its own: words, and files that Mistral knows. */
function builtByTheApplication(contents: readonly Content[], warnings: Warning[]): JsonObject[] {
  const sayable = contents.filter((content) => {
    if (content.type === 'error') return false;
    if (content.type !== 'reasoning') return true;
    if (content.text !== '') warnings.push(unsentReasoning);
    return false;
  });
  return said('assistant', sayable.flatMap(chunkOf));
}

const unsentReasoning: Warning = {
  code: 'reasoning-not-sent',
  message: 'Reasoning was not sent back: Mistral takes it within the entry that it came in.',
};

/** With what else its own entry has, where it came in one. */
function functionCall(content: FunctionCallContent, entry: JsonObject | undefined): JsonObject {
  const { callId, name, arguments: parsed, argumentsText } = content;
  if (callId === '') throw invalidRequest('a function call has no id');
  const own = entry?.tool_call_id === callId ? entry : {};
  const written = argumentsText ?? JSON.stringify(parsed ?? {});
  return { ...own, type: 'function.call', tool_call_id: callId, name, arguments: written };
}

// Contents of a message as chunks of an entry. Source: `MessageInputEntry`, `MessageInputContentChunks`.

/** None where there is nothing in it; the words themselves where it holds nothing else. */
function said(role: 'user' | 'assistant', chunks: readonly JsonObject[]): JsonObject[] {
  const content = contentOf(chunks);
  return content === undefined ? [] : [{ type: 'message.input', role, content }];
}

/**
 * None for an empty text.
 *
 * @throws ProviderError (code `invalid_request_error`) for what no chunk can say
 */
function chunkOf(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [{ type: 'text', text: content.text }];
    case 'data':
      return [at(`data:${content.mediaType};base64,${content.data}`, content.mediaType, content.name)];
    case 'uri':
      return [at(content.uri, content.mediaType ?? guessed(content.uri))];
    default: {
      const raw = content.rawRepresentation;
      if (isJsonObject(raw) && raw.type === 'tool_file') return [raw];
      throw invalidRequest(`a message holds "${content.type}", for which Mistral has no chunk`);
    }
  }
}

/** Images are shown to the model, everything else is a document. */
function at(url: string, mediaType: string, name?: string): JsonObject {
  return mediaType.startsWith('image/')
    ? { type: 'image_url', image_url: url }
    : defined({ type: 'document_url', document_url: url, document_name: name });
}

/** Where no media type is given, the path's ending tells an image from a document. */
const guessed = (uri: string): string =>
  /\.(jpe?g|png|gif|webp)$/i.test(uri.replace(/[?#].*$/s, '')) ? 'image/*' : 'application/octet-stream';
