/** From the contract to the body of `POST /v1/conversations` or `POST /v1/conversations/{id}`. Pure: nothing is sent here. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  mergePatch,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty, sendable } from '../shared/json.ts';
import { declaration } from '../shared/mistral/tools.ts';
import { type Conversation, conversation } from './messages.ts';

export interface RequestContext {
  readonly settings: Pick<ClientSettings, 'model'>;
  readonly adapterId: string;
  /** Which of the client's methods was called: it alone decides how the answer is read. */
  readonly stream: boolean;
}

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
    body: sendable(mergePatch(patched, { stream: context.stream ? true : null })),
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
    tool_choice: toolMode?.type ?? (appends ? 'auto' : undefined),
  });
  return Object.keys(args).length > 0 ? args : undefined;
}

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsupportedSettings({ allowMultipleToolCalls, toolMode, reasoning }: ChatOptions): Warning[] {
  const warnings: Warning[] = [];
  const warn = (message: string) => warnings.push({ code: 'unsupported-setting', message });
  if (allowMultipleToolCalls !== undefined) {
    warn('allowMultipleToolCalls was not sent: Mistral Conversations have no member for it.');
  }
  if (toolMode?.type === 'required' && toolMode.functionName !== undefined) {
    warn('functionName of toolMode was not sent: Mistral Conversations can demand some tool, and none by name.');
  }
  if (reasoning?.budgetTokens !== undefined) {
    warn('reasoning.budgetTokens was not sent: Mistral takes an effort, no budget.');
  }
  return warnings;
}
