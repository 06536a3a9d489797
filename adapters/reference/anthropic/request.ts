/** From the contract to the body of `POST /v1/messages`. Pure: nothing is sent here. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  mergePatch,
  type Tool,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty, sendable } from '../shared/json.ts';
import { textBlock } from './assistant-blocks.ts';
import { unsendable } from './errors.ts';
import { besideTools, unsaidOf, uploads } from './hosted-tools.ts';
import { conversation, type WireMessage } from './messages.ts';
import { toolChoice, toolToWire } from './tools.ts';

export interface RequestContext {
  readonly settings: Pick<ClientSettings, 'model' | 'maxOutputTokens'>;
  readonly adapterId: string;
  /** Which of the client's methods was called: it alone decides how the answer is read. */
  readonly stream: boolean;
}

export interface Request {
  readonly body: JsonObject;
  readonly warnings: Warning[];
}

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API. */
export function buildRequest(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Request {
  const { tools = [] } = options;
  const talk = conversation(messages);
  for (const file of uploads(tools)) firstOfUser(talk.messages).push(file);
  const system = [...(options.instructions ? [textBlock(options.instructions)] : []), ...talk.system];
  const body: JsonObject = defined({
    model: options.modelId ?? context.settings.model,
    max_tokens: options.maxOutputTokens ?? context.settings.maxOutputTokens,
    system: nonEmpty(system),
    messages: talk.messages,
    tools: nonEmpty(tools.map((tool) => toolToWire(tool, context.adapterId))),
    tool_choice: toolChoice(options),
    ...besideTools(tools),
    stop_sequences: nonEmpty(options.stopSequences),
    thinking:
      options.reasoning?.budgetTokens === undefined
        ? undefined
        : { type: 'enabled', budget_tokens: options.reasoning.budgetTokens },
    output_config: options.reasoning?.effort === undefined ? undefined : { effort: options.reasoning.effort },
  });
  const patched = options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body;
  return {
    body: sendable(mergePatch(patched, { stream: context.stream ? true : null })),
    warnings: [...talk.warnings, ...unsupportedSettings(options, tools)],
  };
}

/** Where files go: always to the same place, so that no later request tells another beginning. */
function firstOfUser(messages: readonly WireMessage[]): JsonObject[] {
  const first = messages.find(({ role }) => role === 'user');
  if (!first) throw unsendable('files are to be read by code, and no message of the user could carry them');
  return first.content;
}

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsupportedSettings(options: ChatOptions, tools: readonly Tool[]): Warning[] {
  const warnings: Warning[] = [];
  const warn = (message: string) => warnings.push({ code: 'unsupported-setting', message });
  if (options.temperature !== undefined) {
    warn(
      'temperature was not sent: API version 2026-10-21, which this SDK speaks, removed it and refuses requests with it.',
    );
  }
  if (options.conversationId !== undefined) {
    warn('conversationId was not sent: Anthropic Messages keeps no conversation; every request carries all messages.');
  }
  if (options.store === true) {
    warn('store was not sent: Anthropic Messages keeps no conversation; every request carries all messages.');
  }
  for (const message of unsaidOf(tools)) warn(message);
  return warnings;
}
