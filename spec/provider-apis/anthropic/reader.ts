import type { JsonObject } from '../../../lib/canonical-json.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import type { Fact, FactReading, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { truncatedResponse, unreadableResponse } from '../../wire/errors.ts';
import { asArray, asCount, asObject, asString, jsonOf } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import {
  bodyMember,
  credentialsIn,
  header,
  type RequestRequirement,
  requestBodyOf,
} from '../../wire/request-requirements.ts';
import { eachRequest } from '../../wire/requests.ts';
import { identityFacts } from '../../wire/shared-facts.ts';
import { answerRules, conditions } from './conditions.ts';
import { actionToolsIn, errorFact, type LocatedMessage, readContents, readEnvelope } from './message.ts';
import { readRequest } from './request-reader.ts';
import { isInvokeModel, isVertex, rules } from './rules.ts';
import { readStream, type StreamReading } from './stream-reader.ts';

/** What the answers of one client call say. See {@link import('../../wire/reader.ts').WireReader.readResponses}. */
export function readResponses(exchanges: readonly Exchange[]): FactReading {
  const readings = exchanges.map((exchange, i) => readExchange(exchange, `exchanges[${i}].response`));
  const messages = readings.flatMap((reading) => reading.messages);
  const tools = new Map(exchanges.flatMap(({ request }) => [...actionToolsIn(asObject(jsonOf(request.body)))]));
  const contents = continued(messages).map((message) => readContents(message, tools));
  return {
    facts: [
      ...contents.flatMap((reading) => reading.facts),
      ...finishOf(messages),
      ...usageOf(messages),
      ...identityFacts(messages.map(({ identity }) => identity)),
      ...readings.flatMap((reading) => reading.errors),
    ],
    unread: [...contents.flatMap((reading) => reading.unread), ...readings.flatMap((reading) => reading.unread)],
  };
}

/** A turn that was paused and then continued is one message, though it took several exchanges, and keeps the id it began with. */
function continued(messages: readonly LocatedMessage[]): LocatedMessage[] {
  const whole: LocatedMessage[] = [];
  for (const [i, message] of messages.entries()) {
    const paused = messages[i - 1]?.stop?.reason === 'pause_turn' ? whole.pop() : undefined;
    whole.push({
      blocks: [...(paused?.blocks ?? []), ...message.blocks],
      identity: paused?.identity ?? message.identity,
      unread: [...(paused?.unread ?? []), ...message.unread],
    });
  }
  return whole;
}

function readExchange({ response, transport }: Exchange, path: string): StreamReading {
  const type = headerOf(response, 'content-type') ?? '';
  const isStream = type.includes('event-stream') || (transport === 'sse' && !/json|html/.test(type));
  if (response.status < 400 && isStream && response.body.encoding === undefined) {
    return readStream(response.body.text, path);
  }
  const body = asObject(jsonOf(response.body));
  const unread: Unrecognized[] = body ? [] : [{ path: `${path}.body`, what: 'body that is not a JSON object' }];
  if (response.status >= 400 || body?.type === 'error') {
    return { messages: [], errors: [{ fact: errorFact(body, response), path: `${path}.body` }], unread };
  }
  if (!body || !asArray(body.content)) {
    const [foreign = truncatedResponse(`${path}.body`)] = body ? [] : unreadableResponse(response, `${path}.body`);
    return { messages: [], errors: [foreign], unread };
  }
  return { messages: [readMessage(body, `${path}.body`)], errors: [], unread };
}

function readMessage(body: JsonObject, path: string): LocatedMessage {
  const content = asArray(body.content) ?? [];
  return {
    ...readEnvelope(body, path),
    blocks: content.map((block, i) => ({ block: asObject(block) ?? {}, path: `${path}.content[${i}]` })),
  };
}

/** `stop_reason` in the contract's words. Source: `StopReason` of the SDK; `ChatFinishReason` of M.E.AI. */
const finishReasons: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** Why the call ended: what its last message says. That a turn was paused and continued is no end. */
function finishOf(messages: readonly LocatedMessage[]): LocatedFact[] {
  const stop = messages.at(-1)?.stop;
  if (!stop) return [];
  const why = stop.why === undefined ? {} : { why: stop.why };
  const fact: Fact = { kind: 'finish', reason: finishReasons.get(stop.reason) ?? stop.reason, ...why };
  return [{ fact, path: stop.path }];
}

/**
 * Tokens summed over the messages of the call; input is all input, cached or not. The totals of a message leave out what it took to
 * compact the conversation, which is billed too. Source: https://platform.claude.com/docs/en/build-with-claude/compaction
 */
function usageOf(messages: readonly LocatedMessage[]): LocatedFact[] {
  const usages = messages
    .flatMap((message) => message.usage ?? [])
    .filter(({ counts }) => asCount(counts.input_tokens) !== undefined || asCount(counts.output_tokens) !== undefined);
  const [first, ...more] = usages;
  if (!first) return [];
  const sum = (...names: string[]) =>
    usages
      .flatMap(({ counts }) => [counts, ...compactionsOf(counts)])
      .reduce((total, counts) => total + names.reduce((t, name) => t + (asCount(counts[name]) ?? 0), 0), 0);
  const cached = usages.map(({ counts }) => asCount(counts.cache_read_input_tokens));
  const thought = usages.map(({ counts }) => asCount(asObject(counts.output_tokens_details)?.thinking_tokens));
  const fact: Fact = {
    kind: 'usage',
    inputTokens: sum('input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'),
    outputTokens: sum('output_tokens'),
    ...told('cachedInputTokens', cached),
    ...told('reasoningTokens', thought),
  };
  return [{ fact, path: [first, ...more].map(({ path }) => path).join(' + ') }];
}

const compactionsOf = ({ iterations }: JsonObject): JsonObject[] =>
  (asArray(iterations) ?? []).map((one) => asObject(one) ?? {}).filter(({ type }) => type === 'compaction');

/** Added up where any of them is told. */
function told(name: 'cachedInputTokens' | 'reasoningTokens', counts: readonly (number | undefined)[]) {
  const given = counts.filter((count) => count !== undefined);
  return given.length === 0 ? {} : { [name]: given.reduce((total, count) => total + count, 0) };
}

/**
 * Source: https://platform.claude.com/docs/en/api/versioning,
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference,
 * https://platform.claude.com/docs/en/build-with-claude/compaction, https://platform.claude.com/docs/en/build-with-claude/context-editing;
 * of the clouds, what `@anthropic-ai/vertex-sdk` 1.1.3, `bedrock-sdk` 1.1.3 and `aws-sdk` 1.1.2 send.
 */
export const requirements: readonly RequestRequirement[] = [
  credentialsIn('x-api-key', 'authorization'),
  { ...header('anthropic-version'), of: (exchange) => !namesModelInPath(exchange) },
  { ...bodyMember('anthropic_version'), of: namesModelInPath },
  { ...bodyMember('model'), of: (exchange) => !namesModelInPath(exchange) },
  bodyMember('max_tokens'),
  {
    ...header('anthropic-workspace-id'),
    of: ({ request }) => hostOf(request.url).startsWith('aws-external-anthropic.'),
  },
  beta(
    'mcp-client',
    'without which "mcp_servers" is no member',
    (exchange) => 'mcp_servers' in requestBodyOf(exchange),
  ),
  beta('mcp-client', 'without which there are no toolsets of servers', declares(/^mcp_toolset$/)),
  beta('computer-use', 'without which a computer is no tool', declares(/^computer_\d+$/)),
  beta('computer-use', 'of which these versions of the tools are', declares(/^(?:bash|text_editor)_20241022$/)),
  beta('advisor-tool', 'without which an advisor is no tool', declares(/^advisor_\d+$/)),
  beta('compact', 'without which the context cannot be compacted', edits(/^compact_\d+$/)),
  beta('context-management', 'without which the context cannot be cleared', edits(/^clear_\w+_\d+$/)),
  beta('mid-conversation-tool-changes', 'without which a message adds or removes no tools', changesTools),
];

const hostOf = (url: string): string => new URL(url).hostname;

function namesModelInPath(exchange: Exchange): boolean {
  return isVertex(exchange) || isInvokeModel(exchange);
}

function beta(name: string, why: string, of: (exchange: Exchange) => boolean): RequestRequirement {
  return {
    what: `the beta "${name}-…" in the header "anthropic-beta", ${why}`,
    of,
    isMet: (exchange) => {
      const inBody = isInvokeModel(exchange) ? (asArray(requestBodyOf(exchange).anthropic_beta) ?? []) : [];
      const all = [headerOf(exchange.request, 'anthropic-beta') ?? '', ...inBody].join();
      return new RegExp(`(^|[,\\s])${name}-`).test(all);
    },
  };
}

function declares(type: RegExp): (exchange: Exchange) => boolean {
  return (exchange) =>
    (asArray(requestBodyOf(exchange).tools) ?? []).some((tool) => type.test(asString(asObject(tool)?.type) ?? ''));
}

function edits(type: RegExp): (exchange: Exchange) => boolean {
  return (exchange) =>
    (asArray(asObject(requestBodyOf(exchange).context_management)?.edits) ?? []).some((edit) =>
      type.test(asString(asObject(edit)?.type) ?? ''),
    );
}

function changesTools(exchange: Exchange): boolean {
  return blocksIn(exchange).some(({ type }) => type === 'tool_addition' || type === 'tool_removal');
}

const blocksIn = (exchange: Exchange): JsonObject[] =>
  (asArray(requestBodyOf(exchange).messages) ?? [])
    .flatMap((message) => asArray(asObject(message)?.content) ?? [])
    .map((block) => asObject(block) ?? {});

/** Reads the Anthropic Messages API. */
export const reader: WireReader = {
  providerApi: 'anthropic',
  toolErrors: 'flag',
  demands: requirements,
  rules,
  conditions,
  answerRules,
  lacks: ['responseFormat.withoutSchema', 'temperature', 'store', 'conversationId'],
  unsupportedToolMembers: {
    'computer-use': ['displayWidth', 'displayHeight', 'environment'],
    'mcp-server': ['serverDescription'],
  },
  readResponses,
  readRequests: eachRequest(readRequest),
};
