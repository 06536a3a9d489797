/** From the contract to what is sent for one call. Pure: nothing is sent here. */
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
import { conversation } from '../shared/responses/messages.ts';
import { resumed, unsupportedSettings } from '../shared/responses/request-members.ts';
import { toolChoice } from '../shared/responses/tools.ts';
import type { AgentReference } from './agents.ts';
import { declaration } from './tools.ts';

export interface RequestContext {
  readonly settings: Pick<ClientSettings, 'model'>;
  readonly adapterId: string;
  /** Which of the client's methods was called: it alone decides how the answer is read. */
  readonly stream: boolean;
}

/** All that one call sends, in bodies. */
export interface Plan {
  /** What the version of the agent is made of. */
  readonly definition: JsonObject;
  /** The request that the model answers, once there is an agent. */
  readonly requestTo: (agent: AgentReference) => JsonObject;
  readonly warnings: Warning[];
}

/**
 * Whatever a definition has a member for stands there: beside an agent the service refuses it ("Not allowed when agent is
 * specified"). `rawRepresentation` patches the request that the model answers.
 *
 * Source: `PromptAgentDefinition` of `@azure/ai-projects`, `ResponseCreateParams` of `openai`.
 *
 * @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API
 */
export function planCall(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Plan {
  const model = options.modelId ?? context.settings.model;
  const declared = declaration(options.tools ?? [], context.adapterId, model);
  const talk = conversation(messages, options.conversationId !== undefined);
  const include = [...declared.include, ...(options.store === false ? ['reasoning.encrypted_content'] : [])];
  const definition: JsonObject = defined({
    kind: 'prompt',
    model,
    instructions: options.instructions || undefined,
    temperature: options.temperature,
    reasoning: options.reasoning?.effort === undefined ? undefined : { effort: options.reasoning.effort },
    tools: nonEmpty(declared.tools),
    tool_choice: toolChoice(options),
  });
  // What cannot be written fails here, before an agent is made for it.
  const body: JsonObject = sendable(
    defined({
      input: talk.input,
      ...resumed(options.conversationId),
      store: options.store,
      include: nonEmpty(include),
      parallel_tool_calls: options.allowMultipleToolCalls,
      max_tool_calls: declared.maxToolCalls,
      max_output_tokens: options.maxOutputTokens,
    }),
  );
  const patch = options.rawRepresentation && sendable(options.rawRepresentation);
  return {
    definition: sendable(definition),
    requestTo: (agent) => {
      const asked = { agent_reference: { ...agent }, ...body };
      const patched = patch ? mergePatch(asked, patch) : asked;
      return mergePatch(patched, { stream: context.stream ? true : null });
    },
    warnings: [...declared.warnings, ...talk.warnings, ...unsupportedSettings(options)],
  };
}
