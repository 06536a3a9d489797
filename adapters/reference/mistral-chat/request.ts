/** From the contract to the body of `POST /v1/chat/completions`. Pure: nothing is sent here. */
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
import { conversation } from './messages.ts';

export interface RequestContext {
  readonly settings: Pick<ClientSettings, 'model'>;
  readonly adapterId: string;
  /** Which of the client's methods was called: it alone decides how the answer is read. */
  readonly stream: boolean;
}

export interface Request {
  readonly body: JsonObject;
  readonly warnings: Warning[];
}

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API */
export function buildRequest(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Request {
  const declared = declaration(options.tools ?? [], { adapterId: context.adapterId, providerApi: 'mistral-chat' });
  const body: JsonObject = defined({
    model: options.modelId ?? context.settings.model,
    messages: conversation(messages, options.instructions),
    tools: nonEmpty(declared.tools),
    tool_choice: toolChoice(options),
    parallel_tool_calls: options.allowMultipleToolCalls,
    max_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    stop: nonEmpty(options.stopSequences),
    reasoning_effort: options.reasoning?.effort,
  });
  const patched = options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body;
  return {
    body: sendable(mergePatch(patched, { stream: context.stream ? true : null })),
    warnings: [...declared.warnings, ...unsupportedSettings(options)],
  };
}

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsupportedSettings(options: ChatOptions): Warning[] {
  const warnings: Warning[] = [];
  const warn = (message: string) => warnings.push({ code: 'unsupported-setting', message });
  if (options.conversationId !== undefined) {
    warn('conversationId was not sent: every request of Mistral’s chat completions carries the whole conversation.');
  }
  if (options.store !== undefined) warn('store was not sent: Mistral’s chat completions keep no conversation.');
  if (options.reasoning?.budgetTokens !== undefined) {
    warn('reasoning.budgetTokens was not sent: Mistral takes an effort, no budget.');
  }
  return warnings;
}

/** `tool_choice`, or `undefined` where there is nothing to say. */
function toolChoice({ toolMode }: ChatOptions): string | JsonObject | undefined {
  if (toolMode?.type !== 'required') return toolMode?.type;
  const name = toolMode.functionName;
  return name === undefined ? 'required' : { type: 'function', function: { name } };
}
