/** From the contract to the body of InvokeInlineAgent or InvokeAgent. Pure: nothing is sent here. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  InvalidToolError,
  mergePatch,
  type Tool,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty, sendable } from '../shared/json.ts';
import { conversation } from './messages.ts';
import { type Declaration, declaration } from './tools.ts';

/** The two operations: an agent that is declared in the request, and one that exists. */
export type Surface = 'invoke-inline-agent' | 'invoke-agent';

export interface RequestContext {
  readonly settings: Pick<ClientSettings, 'endpoints' | 'model'>;
  readonly adapterId: string;
  readonly surface: Surface;
  /** Which of the client's methods was called: whether the last words shall come in pieces. */
  readonly stream: boolean;
}

export interface Request {
  readonly body: JsonObject;
  /** What an agent that exists must be given before it is asked. */
  readonly actionGroups: readonly JsonObject[];
  /** Whether a group of the request is computer use. */
  readonly screen: boolean;
  readonly warnings: Warning[];
}

/**
 * What hosted tools do is told in traces alone, so those are asked for wherever one is declared.
 *
 * @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API
 */
export function buildRequest(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Request {
  const tools = options.tools ?? [];
  const declared = declaration(tools, context.adapterId);
  const talk = conversation(messages, {
    kept: options.conversationId !== undefined,
    useCase: tools.some(({ type }) => type === 'code-interpreter') ? 'CODE_INTERPRETER' : 'CHAT',
  });
  const system = [...(options.instructions ? [options.instructions] : []), ...talk.system].join('\n\n');
  const asked = context.surface === 'invoke-agent' ? existingAgent : inlineAgent;
  const actionGroups = context.surface === 'invoke-agent' ? groupsToDeclare(declared, tools, context) : [];
  const body: JsonObject = defined({
    ...asked(declared, options, context, system, talk.state),
    inputText: talk.inputText,
    enableTrace: declared.hosted || undefined,
    streamingConfigurations: context.stream ? { streamFinalResponse: true } : undefined,
  });
  return {
    actionGroups: sendable(actionGroups),
    body: sendable(options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body),
    screen: tools.some(({ type }) => type === 'computer-use'),
    warnings: [...declared.warnings, ...talk.warnings, ...unsupportedSettings(options, context.surface, system)],
  };
}

function inlineAgent(
  { actionGroups, knowledgeBases }: Declaration,
  { modelId }: ChatOptions,
  { settings }: RequestContext,
  system: string,
  state: JsonObject | undefined,
) {
  return {
    foundationModel: modelId ?? settings.model,
    instruction: system || undefined,
    actionGroups: nonEmpty(actionGroups),
    knowledgeBases: nonEmpty(knowledgeBases),
    inlineSessionState: state,
  };
}

/**
 * An agent that exists has its model and its instruction already; action groups are declared before it is asked. Its knowledge
 * bases can be searched in another way for one request.
 */
function existingAgent(
  { knowledgeBases }: Declaration,
  _options: ChatOptions,
  _context: RequestContext,
  _system: string,
  state: JsonObject | undefined,
) {
  const configurations = knowledgeBases.map(({ description: _, ...configuration }) => configuration);
  const overrides = nonEmpty(configurations);
  return { sessionState: overrides ? { ...state, knowledgeBaseConfigurations: overrides } : state };
}

/**
 * The bodies of CreateAgentActionGroup. What is raw is sent as it is.
 *
 * @throws InvalidToolError where the settings do not say where that is asked
 */
function groupsToDeclare(
  { actionGroups }: Declaration,
  tools: readonly Tool[],
  { settings: { endpoints } }: RequestContext,
): JsonObject[] {
  const [group] = actionGroups;
  if (group && !endpoints?.control) {
    throw new InvalidToolError(
      String(group.actionGroupName),
      'InvokeAgent takes no action groups; to declare them on the agent, the endpoint "control" must be set. The surface "invoke-inline-agent" takes them in the request.',
    );
  }
  const asTheyAre = new Set(tools.map((tool) => (tool.type === 'raw' ? tool.declaration : undefined)));
  return actionGroups.map((declared) =>
    asTheyAre.has(declared) ? declared : { ...declared, actionGroupState: 'ENABLED' },
  );
}

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsupportedSettings(options: ChatOptions, surface: Surface, system: string): Warning[] {
  const {
    allowMultipleToolCalls: many,
    maxOutputTokens,
    reasoning,
    stopSequences,
    store,
    temperature,
    toolMode,
  } = options;
  const ofPrompts = { maxOutputTokens, temperature, stopSequences };
  const ofNothing = { toolMode, allowMultipleToolCalls: many, reasoning };
  const reasons: [name: string, reason: string][] = [
    ...set(ofPrompts).map((name): [string, string] => [name, 'it is a part of prompt templates, which are sent whole']),
    ...set(ofNothing).map((name): [string, string] => [name, 'the API has no member for it']),
    ...(store === undefined ? [] : [['store', 'a session is kept until its time is over'] as [string, string]]),
  ];
  if (surface === 'invoke-agent') {
    const own = { modelId: options.modelId, instructions: system || undefined };
    reasons.push(...set(own).map((name): [string, string] => [name, 'the agent that is invoked has its own']));
  }
  return reasons.map(([name, reason]) => ({
    code: 'unsupported-setting',
    message: `${name} was not sent to Amazon Bedrock Agents: ${reason}.`,
  }));
}

const set = (settings: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(settings).filter((name) => settings[name] !== undefined);
