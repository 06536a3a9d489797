/** From the contract to the body of `POST /v1/responses`. Pure: nothing is sent here. */

import type { JsonObject } from '../../../../lib/canonical-json.ts';
import { type ChatMessage, type ChatOptions, mergePatch, type Tool } from '../../../../spec/contract/index.ts';
import type { Request, RequestContext } from '../client.ts';
import { defined, jsonCopy, nonEmpty } from '../json.ts';
import { resumed, unsupportedSettings } from './client.ts';
import { conversation } from './input.ts';
import { type Declaration, declarationIn, type ToolDialect, textOf, toolChoice } from './tools.ts';

/**
 * Where OpenAI keeps the conversation (`conversationId`), only what came after the assistant's last word is sent; tools and
 * instructions are not kept and go along each time. Where it shall keep nothing (`store: false`), reasoning is asked for in
 * encrypted form, so that it can go back.
 *
 * @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API
 */
export function buildRequest(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  context: RequestContext,
  dialect: ToolDialect = openai,
): Request {
  const model = options.modelId ?? context.settings.model;
  const declared = declarationIn(dialect, options.tools ?? [], context.adapterId, model);
  const talk = conversation(messages, options.conversationId !== undefined);
  const include = [...declared.include, ...(options.store === false ? ['reasoning.encrypted_content'] : [])];
  const body: JsonObject = defined({
    model,
    instructions: options.instructions || undefined,
    input: talk.input,
    ...resumed(options.conversationId),
    store: options.store,
    include: nonEmpty(include),
    tools: nonEmpty(declared.tools),
    tool_choice: toolChoice(options),
    parallel_tool_calls: options.allowMultipleToolCalls,
    max_tool_calls: declared.maxToolCalls,
    max_output_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    text: textOf(options),
    reasoning: options.reasoning?.effort === undefined ? undefined : { effort: options.reasoning.effort },
  });
  const patched = options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body;
  return {
    body: jsonCopy(mergePatch(patched, { stream: context.stream ? true : null })),
    warnings: [...declared.warnings, ...talk.warnings, ...unsupportedSettings(options)],
  };
}

// What OpenAI itself takes of the contract's tools.

const openai: ToolDialect = { providerApi: 'openai-responses' };

/** See {@link declarationIn}. */
export const declaration = (tools: readonly Tool[], adapterId: string, model: string): Declaration =>
  declarationIn(openai, tools, adapterId, model);
