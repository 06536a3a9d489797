/** From the contract to the body of `generateContent`. Pure: nothing is sent here. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  mergePatch,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty, sendable, withMembers } from '../shared/json.ts';
import { conversation } from './messages.ts';
import { surfaceOf } from './sdk.ts';
import { declaration, toolConfig } from './tools.ts';

export interface RequestContext {
  readonly settings: Pick<ClientSettings, 'model' | 'surface'>;
  readonly adapterId: string;
}

export interface Request {
  readonly model: string;
  /** The body as the API's reference has it; the model is part of the path, and how the answer travels too. */
  readonly body: JsonObject;
  readonly warnings: Warning[];
}

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API. */
export function buildRequest(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Request {
  const { settings, adapterId } = context;
  const surface = surfaceOf(settings);
  const { tools, images, warnings } = declaration(options.tools ?? [], adapterId, surface);
  const talk = conversation(messages, surface);
  const system = nonEmpty([...(options.instructions ? [{ text: options.instructions }] : []), ...talk.system]);
  const generationConfig = defined({
    maxOutputTokens: options.maxOutputTokens,
    temperature: options.temperature,
    stopSequences: nonEmpty(options.stopSequences),
    thinkingConfig: thinkingConfig(options),
    responseModalities: images ? ['TEXT', 'IMAGE'] : undefined,
  });
  const body: JsonObject = defined({
    contents: talk.contents,
    systemInstruction: system && { parts: system },
    tools: nonEmpty(tools),
    toolConfig: toolConfig(options, tools, surface),
    generationConfig: withMembers(generationConfig),
  });
  return {
    model: options.modelId ?? settings.model,
    body: sendable(options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body),
    warnings: [...warnings, ...unsupportedSettings(options)],
  };
}

/** Who asks for reasoning is shown what may be shown of it. Source: `ThinkingConfig`, `ThinkingLevel`. */
function thinkingConfig({ reasoning }: ChatOptions): JsonObject | undefined {
  if (!reasoning) return undefined;
  return defined({
    includeThoughts: true,
    thinkingBudget: reasoning.budgetTokens,
    thinkingLevel: reasoning.effort?.toUpperCase(),
  });
}

const reasons = {
  allowMultipleToolCalls: 'Google has no member for it; a model may call several functions at once.',
  conversationId: 'generateContent keeps no conversation; every request carries all messages.',
  store: 'generateContent keeps no conversation; every request carries all messages.',
} as const;

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsupportedSettings(options: ChatOptions): Warning[] {
  return Object.entries(reasons)
    .filter(([name]) => options[name as keyof typeof reasons] !== undefined)
    .map(([name, reason]) => ({ code: 'unsupported-setting', message: `${name} was not sent: ${reason}` }));
}
