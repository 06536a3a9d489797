import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { dataFact } from '../../facts/data-facts.ts';
import type { Fact, FactReading, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { awsFrameError, awsHttpError, truncatedResponse, unreadableResponse } from '../../wire/errors.ts';
import { eventFrames } from '../../wire/events.ts';
import { asArray, asObject, asString, jsonOf } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import {
  credentialsIn,
  queryParameter,
  type RequestRequirement,
  requestBodyOf,
} from '../../wire/request-requirements.ts';
import { agentFailure, asksModel, createdResources, draftAsked } from './draft.ts';
import { readRequests } from './request-reader.ts';
import { rules } from './rules.ts';
import { screensOf } from './session.ts';
import { type ModelUsage, readInvocation, readTrace } from './trace.ts';

/** What the answers of one client call say. See {@link import('../../wire/reader.ts').WireReader.readResponses}. */
function readResponses(exchanges: readonly Exchange[], earlier: readonly Exchange[] = []): FactReading {
  const answers = exchanges.map((exchange, i) => {
    const path = `exchanges[${i}].response.body`;
    if (!asksModel(exchange)) return readControl(exchange, path);
    const draft = draftAsked(exchange, earlier, exchanges.slice(0, i));
    const screens = screensOf(
      exchange,
      draft.map(({ group }) => group),
    );
    return readAnswer(exchange, path, screens);
  });
  return {
    facts: answers.flatMap((answer) => [
      ...answer.text,
      ...answer.facts,
      ...answer.finish,
      ...usageOf(answer.usages),
      ...answer.errors,
    ]),
    unread: answers.flatMap((answer) => answer.unread),
  };
}

interface Answer {
  readonly text: LocatedFact[];
  readonly facts: LocatedFact[];
  readonly finish: LocatedFact[];
  readonly errors: LocatedFact[];
  readonly usages: ModelUsage[];
  readonly unread: Unrecognized[];
}

const silence: Answer = { text: [], facts: [], finish: [], errors: [], usages: [], unread: [] };

/** The control plane says nothing but what went wrong. What shall be deleted and is gone did not. */
function readControl(exchange: Exchange, path: string): Answer {
  const { operation, response } = exchange;
  if (operation === 'deleteAgentActionGroup' && response.status === 404) return silence;
  const error = response.status >= 400 ? awsHttpError(response) : agentFailure(exchange);
  if (error) return { ...silence, errors: [{ fact: error, path }] };
  // Of an answer to a deletion, nothing is needed.
  const isEnough = exchange.request.method === 'DELETE' || asObject(jsonOf(response.body)) !== undefined;
  return isEnough ? silence : { ...silence, errors: unreadableResponse(response, path) };
}

function readAnswer(exchange: Exchange, path: string, screens: ReadonlySet<string>): Answer {
  if (exchange.response.status >= 400) return { ...silence, errors: [{ fact: awsHttpError(exchange.response), path }] };
  const { frames, torn } = eventFrames(exchange.response.body);
  const reading = new AnswerReading(screens);
  for (const [i, frame] of frames.entries()) {
    const at = `${path}.frames[${i}]`;
    const error = awsFrameError(frame);
    if (error) reading.errors.push({ fact: error, path: at });
    else reading.event(frame.headers[':event-type'], asObject(frame.payload), at);
  }
  return reading.end(path, torn);
}

/** One answer, event by event. */
class AnswerReading {
  readonly errors: LocatedFact[] = [];
  readonly #told = {
    facts: [] as LocatedFact[],
    unread: [] as Unrecognized[],
    usages: [] as ModelUsage[],
    hostedSteps: new Set<string>(),
    failures: [] as string[],
  };
  readonly #screens: ReadonlySet<string>;
  /** Pieces of text may be cut within a character, so they are put together first. */
  readonly #bytes: Buffer[] = [];
  readonly #textPaths: string[] = [];
  #finish: { reason: string; path: string } | undefined;

  constructor(screens: ReadonlySet<string>) {
    this.#screens = screens;
  }

  event(type: string | undefined, payload: JsonObject | undefined, path: string): void {
    const { facts, unread } = this.#told;
    if (!payload) {
      unread.push({ path, what: `event ${type ?? 'without a type'} that is not a JSON object` });
      return;
    }
    switch (type) {
      case 'chunk':
        this.#bytes.push(Buffer.from(asString(payload.bytes) ?? '', 'base64'));
        this.#textPaths.push(`${path}.bytes`);
        this.#finish ??= { reason: 'stop', path };
        facts.push(...citationsIn(payload.attribution, `${path}.attribution`));
        return;
      case 'trace':
        readTrace(payload, path, this.#told);
        return;
      case 'returnControl':
        this.#finish = { reason: 'tool_calls', path };
        this.#returnControl(payload, path);
        return;
      case 'files':
        facts.push(...filesIn(payload, path));
        return;
      default:
        unread.push({ path, what: `event ${type ?? 'without a type'}` });
    }
  }

  end(path: string, torn: string | undefined): Answer {
    const { facts, unread, usages, failures } = this.#told;
    if (torn !== undefined) unread.push({ path, what: `stream that is ${torn}` });
    const [first] = this.#textPaths;
    const text = Buffer.concat(this.#bytes).toString('utf8');
    const finish = this.errors.length > 0 || torn !== undefined ? undefined : this.#finish;
    if (this.errors.length === 0 && !finish) this.errors.push(truncatedResponse(path));
    return {
      text: first === undefined || text === '' ? [] : [{ fact: { kind: 'text', text }, path: first }],
      facts,
      finish: finish ? [{ fact: finishFact(finish.reason, failures), path: finish.path }] : [],
      errors: this.errors,
      usages,
      unread,
    };
  }

  #returnControl(payload: JsonObject, path: string): void {
    const { facts, unread } = this.#told;
    const inputs = asArray(payload.invocationInputs) ?? [];
    for (const [i, input] of inputs.entries()) {
      const at = `${path}.invocationInputs[${i}]`;
      const [member = ''] = Object.keys(asObject(input) ?? {});
      const invocation = readInvocation(asObject(asObject(input)?.[member]) ?? {});
      if (!invocation) {
        unread.push({ path: at, what: `invocation ${member}` });
        continue;
      }
      const { name, arguments: asked, actionGroup } = invocation;
      if (invocation.onlyLeave) {
        // The invocation's id is that of the question, as long as there is no other.
        const id = inputs.length === 1 ? asString(payload.invocationId) : undefined;
        if (id === undefined) unread.push({ path: at, what: 'one of several approval requests' });
        else facts.push({ fact: { kind: 'approval-request', tool: name, arguments: asked, id }, path: at });
        continue;
      }
      const { action, ...members } = asked;
      const fact: Fact =
        this.#screens.has(actionGroup) && typeof action === 'string'
          ? { kind: 'action-call', tool: 'computer-use', actions: [{ type: action, ...members }] }
          : { kind: 'call', name, arguments: asked };
      facts.push({ fact, path: at });
    }
  }
}

/** What an agent failed at, and answered all the same, stands beside the answer. Source: `FailureTrace`. */
const finishFact = (reason: string, failures: readonly string[]): Fact => ({
  kind: 'finish',
  reason,
  ...(failures.length > 0 ? { why: failures.join('\n') } : {}),
});

/** Source: `FilePart`, `OutputFile`. */
function filesIn({ files }: JsonObject, path: string): LocatedFact[] {
  return (asArray(files) ?? []).flatMap((file, i) => {
    const { name, type, bytes } = asObject(file) ?? {};
    const data = asString(bytes);
    if (data === undefined) return [];
    const fact = dataFact(asString(type) ?? 'application/octet-stream', data, asString(name));
    return [{ fact, path: `${path}.files[${i}]` }];
  });
}

/** Tokens of all questions to a model, whoever of the agents asked. */
function usageOf(usages: readonly ModelUsage[]): LocatedFact[] {
  if (usages.length === 0) return [];
  const fact: Fact = {
    kind: 'usage',
    inputTokens: usages.reduce((total, { inputTokens }) => total + inputTokens, 0),
    outputTokens: usages.reduce((total, { outputTokens }) => total + outputTokens, 0),
  };
  return [{ fact, path: usages.map(({ path }) => path).join(' + ') }];
}

// Source: `Attribution`, `Citation`, `RetrievalResultLocation` of `@aws-sdk/client-bedrock-agent-runtime`.

/** The member that names the source, by kind of location. */
const naming: readonly (readonly [location: string, member: string])[] = [
  ['s3Location', 'uri'],
  ['webLocation', 'url'],
  ['confluenceLocation', 'url'],
  ['salesforceLocation', 'url'],
  ['sharePointLocation', 'url'],
  ['kendraDocumentLocation', 'uri'],
  ['oneDriveLocation', 'url'],
  ['googleDriveLocation', 'url'],
  ['customDocumentLocation', 'id'],
  ['sqlLocation', 'query'],
];

/** The citations in `attribution`, one for each reference. The cited part of the answer is quoted. */
function citationsIn(attribution: Json | undefined, path: string): LocatedFact[] {
  return (asArray(asObject(attribution)?.citations) ?? []).flatMap((citation, c) => {
    const { generatedResponsePart, retrievedReferences } = asObject(citation) ?? {};
    const span = asString(asObject(asObject(generatedResponsePart)?.textResponsePart)?.text);
    return (asArray(retrievedReferences) ?? []).flatMap((reference, r): LocatedFact[] => {
      const known = asObject(reference);
      if (!known) return [];
      const quote = asString(asObject(known.content)?.text);
      const fact = {
        kind: 'citation' as const,
        target: targetOf(known),
        ...(span === undefined ? {} : { span }),
        ...(quote === undefined ? {} : { quote }),
      };
      return [{ fact, path: `${path}.citations[${c}].retrievedReferences[${r}]` }];
    });
  });
}

function targetOf({ location, metadata }: JsonObject): string {
  const place = asObject(location) ?? {};
  const named = naming.flatMap(([kind, member]) => asString(asObject(place[kind])?.[member]) ?? []);
  return named[0] ?? asString(asObject(metadata)?.['x-amz-bedrock-kb-source-uri']) ?? '';
}

/**
 * Sources: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_agent-runtime_InvokeInlineAgent.html (enableTrace, streamingConfigurations),
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_agent_DeleteAgentActionGroup.html (skipResourceInUseCheck).
 */
const demands: readonly RequestRequirement[] = [
  credentialsIn('authorization'),
  {
    what: '"enableTrace": true, without which a response has no trace',
    of: ({ transport, response }) =>
      transport === 'eventstream' &&
      eventFrames(response.body).frames.some(({ headers }) => headers[':event-type'] === 'trace'),
    isMet: (exchange) => requestBodyOf(exchange).enableTrace === true,
  },
  {
    what: '"streamingConfigurations": { "streamFinalResponse": true }, without which the response arrives in one chunk',
    whenStreaming: true,
    of: asksModel,
    isMet: (exchange) => asObject(requestBodyOf(exchange).streamingConfigurations)?.streamFinalResponse === true,
  },
  {
    // What is enabled counts as in use.
    ...queryParameter('skipResourceInUseCheck'),
    of: ({ operation }) => operation === 'deleteAgentActionGroup',
  },
];

/** Reads Amazon Bedrock Agents: InvokeInlineAgent, InvokeAgent, and the control plane by which an agent is given tools. */
export const reader: WireReader = {
  providerApi: 'bedrock-agents',
  toolErrors: 'flag',
  demands,
  rules,
  lacks: [
    'toolMode',
    'allowMultipleToolCalls',
    'reasoning',
    'store',
    // Members of prompt templates, which are overridden as a whole or not at all.
    'maxOutputTokens',
    'temperature',
    'responseFormat',
    'stopSequences',
  ],
  unsupportedToolMembers: { 'computer-use': ['environment'] },
  readResponses,
  readRequests,
  made: createdResources,
};
