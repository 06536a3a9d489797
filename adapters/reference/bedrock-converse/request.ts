/** From the contract to the body of `POST /model/{modelId}/converse`. Pure: nothing is sent here. */
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
import { conversation, hasToolBlocks, type WireMessage } from './messages.ts';
import { type DeclaredTools, declareTools, standIn, toolChoice } from './tools.ts';

export interface RequestContext {
  readonly settings: Pick<ClientSettings, 'model'>;
  readonly adapterId: string;
}

export interface Request {
  /** A part of the path. */
  readonly modelId: string;
  readonly body: JsonObject;
  readonly warnings: Warning[];
}

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API. */
export function buildRequest(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Request {
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
    outputConfig: orNothing({ effort: options.reasoning?.effort }),
  });
  const patched = options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body;
  return {
    modelId: options.modelId ?? context.settings.model,
    body: sendable(patched),
    warnings: [...talk.warnings, ...unsaid(options, declared)],
  };
}

function orNothing(members: object): JsonObject | undefined {
  const said = defined(members) as JsonObject;
  return Object.keys(said).length > 0 ? said : undefined;
}

function toolConfig(
  { tools }: DeclaredTools,
  { toolMode }: ChatOptions,
  messages: readonly WireMessage[],
): JsonObject | undefined {
  if (tools.length > 0) return defined({ tools, toolChoice: toolChoice(toolMode) });
  return hasToolBlocks(messages) ? { tools: [standIn] } : undefined;
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

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsaid(options: ChatOptions, { tools }: DeclaredTools): Warning[] {
  const { toolMode, conversationId, store, allowMultipleToolCalls } = options;
  const reasons: string[] = [];
  if (toolMode?.type === 'none') {
    reasons.push('toolMode was not sent: Converse has no choice that forbids tools.');
  } else if (toolMode?.type === 'required' && tools.length === 0) {
    reasons.push('toolMode was not sent: a choice stands beside the tools of Converse, and none is declared.');
  }
  if (allowMultipleToolCalls !== undefined) {
    reasons.push('allowMultipleToolCalls was not sent: Converse leaves the number of calls to the model.');
  }
  if (options.tools?.some((tool) => tool.type === 'computer-use' && tool.environment !== undefined)) {
    reasons.push('environment was not sent: Claude is told the size of a screen alone.');
  }
  if (conversationId !== undefined) {
    reasons.push('conversationId was not sent: Converse keeps no conversation; every request carries all messages.');
  }
  if (store === true) {
    reasons.push('store was not sent: Converse keeps no conversation; every request carries all messages.');
  }
  return reasons.map((message) => ({ code: 'unsupported-setting', message }));
}
