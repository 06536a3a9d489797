/** From the contract to the body of InvokeInlineAgent or InvokeAgent. Pure: nothing is sent here. */
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  InvalidToolError,
  mergePatch,
  type Tool,
  type Warning,
} from '../../../spec/contract/index.ts';
import { bedrockAgents } from '../shared/aws.ts';
import { defined, jsonCopy, nonEmpty, text } from '../shared/json.ts';
import { type Declaration, declaration } from './tools.ts';

/** The two operations: an agent that is declared in the request, and one that exists. */
export type Surface = 'invoke-inline-agent' | 'invoke-agent';

interface RequestContext {
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
    actionGroups: jsonCopy(actionGroups),
    body: jsonCopy(options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body),
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
    responseFormat,
    stopSequences,
    store,
    temperature,
    toolMode,
  } = options;
  const ofPrompts = { maxOutputTokens, temperature, stopSequences };
  const format = responseFormat?.type === 'json' ? responseFormat : undefined;
  const ofNothing = { toolMode, allowMultipleToolCalls: many, reasoning, responseFormat: format };
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

// Messages of the contract as input, instruction and state of a session.

interface Conversation {
  readonly inputText: string | undefined;
  /** System messages, in order. */
  readonly system: readonly string[];
  /** `inlineSessionState`, or `sessionState`; `undefined` where there is nothing to say. */
  readonly state: JsonObject | undefined;
  readonly warnings: readonly Warning[];
}

/** How the messages are said. */
interface Manner {
  /** Whether the session has all up to the assistant's last word already. */
  readonly kept: boolean;
  /** What files are for. */
  readonly useCase: 'CODE_INTERPRETER' | 'CHAT';
}

/**
 * A session keeps what was said: of a conversation that goes on, only what is new is sent. One that begins anew takes earlier
 * messages as `conversationHistory`, which holds text alone.
 *
 * @throws ProviderError (code `ValidationException`) for what the API has no member for
 */
function conversation(messages: readonly ChatMessage[], { kept, useCase }: Manner): Conversation {
  const spoken = messages.filter(({ role }) => role !== 'system');
  const firstNew = spoken.findLastIndex(({ role }) => role === 'assistant') + 1;
  const unsaid = spoken.slice(firstNew);
  const contents = unsaid.flatMap((message) => message.contents);
  const before = kept ? [] : spoken.slice(0, firstNew);
  const earlier = nonEmpty(before.map(told));
  const state = defined({
    ...resultsOf(contents.filter(isAnswer), messages),
    files: nonEmpty(contents.flatMap((content) => fileOf(content, useCase))),
    conversationHistory: earlier && { messages: earlier },
  });
  return {
    inputText: unsaid.map(textOf).filter(Boolean).join('\n\n') || undefined,
    system: messages.filter(({ role }) => role === 'system').map(systemText),
    state: Object.keys(state).length > 0 ? (state as JsonObject) : undefined,
    warnings: before.some(({ contents }) => contents.some(({ type }) => type === 'reasoning')) ? [noThoughts] : [],
  };
}

const noThoughts: Warning = {
  code: 'reasoning-not-sent',
  message: 'reasoning of earlier messages was not sent: a session of Amazon Bedrock Agents begins with words alone.',
};

const textOf = ({ contents }: ChatMessage): string =>
  contents.map((content) => (content.type === 'text' ? content.text : '')).join('');

function systemText(message: ChatMessage): string {
  const other = message.contents.find(({ type }) => type !== 'text');
  if (other)
    throw bedrockAgents.invalidRequest(
      `a system message holds "${other.type}"; Amazon Bedrock Agents takes text alone`,
    );
  return textOf(message);
}

/** What was said before the session began. The agent's thoughts are no part of it. */
function told(message: ChatMessage): JsonObject {
  const other = message.contents.find(({ type }) => type !== 'text' && type !== 'reasoning');
  if (other) {
    throw bedrockAgents.invalidRequest(
      `an earlier message holds "${other.type}"; a new session takes texts of earlier messages alone: conversationId goes on with the old one`,
    );
  }
  return { role: message.role === 'assistant' ? 'assistant' : 'user', content: [{ text: textOf(message) }] };
}

/** Source: `InputFile`. Texts and results are said elsewhere. */
function fileOf(content: Content, useCase: Manner['useCase']): JsonObject[] {
  switch (content.type) {
    case 'text':
    case 'function-result':
    case 'action-result':
    case 'approval-response':
      return [];
    case 'data': {
      const { mediaType, data, name = `file.${mediaType.replace(/^.*\//, '')}` } = content;
      return [{ name, source: { sourceType: 'BYTE_CONTENT', byteContent: { mediaType, data } }, useCase }];
    }
    case 'uri':
      if (content.uri.startsWith('s3://')) {
        const name = content.uri.replace(/^.*\//, '');
        return [{ name, source: { sourceType: 'S3', s3Location: { uri: content.uri } }, useCase }];
      }
      throw bedrockAgents.invalidRequest(
        `a message names ${content.mediaType ?? 'something'} at a URI that is none of S3; Amazon Bedrock Agents fetches from there alone`,
      );
    default:
      throw bedrockAgents.invalidRequest(
        `a message holds "${content.type}"; Amazon Bedrock Agents has no member for it`,
      );
  }
}

// What the application did, as results of the invocations that returned control.

type Of<T extends Content['type']> = Extract<Content, { type: T }>;
type Answer = Of<'function-result'> | Of<'action-result'> | Of<'approval-response'>;

const isAnswer = (content: Content): content is Answer =>
  content.type === 'function-result' || content.type === 'action-result' || content.type === 'approval-response';

/** Members of the session's state that carry results. */
interface Results {
  readonly invocationId: string;
  readonly returnControlInvocationResults: readonly JsonObject[];
}

/**
 * Results go back together, in the order of their calls, under the id that the calls came with: several calls of one function
 * are told apart by nothing else.
 *
 * @param answers what is new
 * @param messages the conversation, in which the calls stand
 * @throws ProviderError (code `ValidationException`) where a call is not there or belongs to another invocation, and for a result
 *   that the API has no member for
 */
function resultsOf(answers: readonly Answer[], messages: readonly ChatMessage[]): Results | undefined {
  if (answers.length === 0) return undefined;
  const calls = messages.flatMap(({ contents }) => contents.flatMap(linkOf));
  const linked = answers.map((answer) => {
    const id = 'requestId' in answer ? answer.requestId : answer.callId;
    const place = calls.findIndex((call) => call.id === id);
    const call = calls[place];
    if (!call)
      throw bedrockAgents.invalidRequest(
        `there is a result for ${JSON.stringify(id)}, and no call of it in the messages`,
      );
    return { answer, call, place };
  });
  linked.sort((a, b) => a.place - b.place);
  const [invocationId = '', ...others] = new Set(linked.map(({ call }) => call.invocationId));
  if (others.length > 0)
    throw bedrockAgents.invalidRequest('the results answer calls of several answers; those of one go back at once');
  return {
    invocationId,
    returnControlInvocationResults: linked.map(({ answer, call }) => resultOf(answer, call)),
  };
}

interface Link {
  readonly id: string;
  readonly invocationId: string;
  /** `functionResult` or `apiResult`. */
  readonly member: string;
  /** What names the call. */
  readonly call: JsonObject;
  readonly confirmed: boolean;
}

function linkOf(content: Content): Link[] {
  const { type, rawRepresentation: raw } = content;
  if (type !== 'function-call' && type !== 'action-call' && type !== 'approval-request') return [];
  const id = type === 'approval-request' ? content.requestId : content.callId;
  if (!isJsonObject(raw)) return [];
  const invocationId = text(raw.invocationId);
  const { functionInvocationInput: called, apiInvocationInput: asked } = raw;
  if (invocationId === undefined) return [];
  const invocation = isJsonObject(called) ? called : asked;
  if (!isJsonObject(invocation)) return [];
  const { actionGroup, agentId, function: name, httpMethod, apiPath } = invocation;
  return [
    {
      id,
      invocationId,
      member: isJsonObject(called) ? 'functionResult' : 'apiResult',
      call: defined({ actionGroup, agentId, function: name, httpMethod, apiPath }),
      confirmed: invocation.actionInvocationType === 'USER_CONFIRMATION_AND_RESULT',
    },
  ];
}

function resultOf(answer: Answer, { member, call, confirmed }: Link): JsonObject {
  if (answer.type === 'approval-response') {
    return { [member]: { ...call, confirmationState: answer.approved ? 'CONFIRM' : 'DENY' } };
  }
  const { failed, body } = answer.type === 'function-result' ? functionOutcome(answer) : actionOutcome(answer);
  return {
    [member]: {
      ...call,
      ...(confirmed ? { confirmationState: 'CONFIRM' } : {}),
      ...(member === 'apiResult' && !failed ? { httpStatusCode: 200 } : {}),
      // FAILURE would end the request with an exception; this lets the model hear of it. Source: `ResponseState`.
      ...(failed ? { responseState: 'REPROMPT' } : {}),
      responseBody: body,
    },
  };
}

interface Outcome {
  readonly failed: boolean;
  readonly body: JsonObject;
}

function functionOutcome({ result, error }: Of<'function-result'>): Outcome {
  if (error !== undefined) return { failed: true, body: textBody(error || 'It failed without a message.') };
  return { failed: false, body: textBody(typeof result === 'string' ? result : JSON.stringify(result ?? null)) };
}

/** The API takes one text, or one image where the call was one of computer use. Source: `ContentBody.images`. */
function actionOutcome({ outputs }: Of<'action-result'>): Outcome {
  const failed = outputs.some(({ type }) => type === 'error');
  const words = outputs.flatMap((output) => {
    if (output.type === 'data') return [];
    return [output.type === 'text' ? output.text : output.message];
  });
  const image = outputs.find((output) => output.type === 'data');
  if (!image) return { failed, body: textBody(words.join('\n')) };
  if (outputs.length > 1) {
    throw bedrockAgents.invalidRequest(
      'the result of an action holds more than one picture; Amazon Bedrock Agents takes one, alone',
    );
  }
  return { failed, body: { IMAGES: { images: [imageOf(image)] } } };
}

const imageOf = ({ mediaType, data }: Of<'data'>): JsonObject => ({
  format: mediaType.slice('image/'.length),
  source: { bytes: data },
});

const textBody = (body: string): JsonObject => ({ TEXT: { body } });
