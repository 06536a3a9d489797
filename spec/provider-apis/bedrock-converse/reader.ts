import type { JsonObject } from '../../../lib/canonical-json.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import type { Fact, FactReading, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { awsHttpError, unreadableResponse } from '../../wire/errors.ts';
import { asArray, asCount, asObject, jsonOf } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import { credentialsIn } from '../../wire/request-requirements.ts';
import { eachRequest } from '../../wire/requests.ts';
import { builtInsOf, type LocatedMessage, readContents, readEnvelope } from './message.ts';
import { readRequest } from './request-reader.ts';
import { rules } from './rules.ts';
import { readStream } from './stream-reader.ts';

/** What the answers of one client call say. See {@link import('../../wire/reader.ts').WireReader.readResponses}. */
export function readResponses(exchanges: readonly Exchange[]): FactReading {
  const messages = exchanges.map((exchange, i) => readExchange(exchange, `exchanges[${i}].response`));
  const contents = messages.map((message, i) =>
    readContents(message, builtInsOf(asObject(jsonOf(exchanges[i]?.request.body)))),
  );
  return {
    facts: [
      ...contents.flatMap(({ facts }) => facts),
      ...finishOf(messages),
      ...usageOf(messages),
      ...messages.flatMap(({ errors }) => errors),
    ],
    unread: contents.flatMap(({ unread }) => unread),
  };
}

function readExchange({ response, transport }: Exchange, path: string): LocatedMessage {
  if (response.status >= 400) {
    const unread: Unrecognized[] = asObject(jsonOf(response.body)) ? [] : [noObject(path)];
    return { blocks: [], errors: [{ fact: awsHttpError(response), path: `${path}.body` }], unread };
  }
  const type = headerOf(response, 'content-type') ?? '';
  const isStream = type.includes('eventstream') || (transport === 'eventstream' && !type.includes('json'));
  if (isStream) return readStream(response.body, path);
  const body = asObject(jsonOf(response.body));
  if (body) return readBody(body, `${path}.body`);
  return { blocks: [], errors: unreadableResponse(response, `${path}.body`), unread: [noObject(path)] };
}

function readBody(body: JsonObject, path: string): LocatedMessage {
  const content = asArray(asObject(asObject(body.output)?.message)?.content);
  const envelope = readEnvelope(body, path);
  return {
    ...envelope,
    blocks: (content ?? []).map((block, i) => ({
      block: asObject(block) ?? {},
      path: `${path}.output.message.content[${i}]`,
    })),
    errors: [],
    unread: content ? envelope.unread : [...envelope.unread, { path, what: 'answer without a message' }],
  };
}

const noObject = (path: string): Unrecognized => ({ path: `${path}.body`, what: 'body that is not a JSON object' });

/** `stopReason` in the contract's words. Source: `StopReason` of the SDK; `ChatFinishReason` of M.E.AI. */
const finishReasons: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['guardrail_intervened', 'content_filter'],
  ['content_filtered', 'content_filter'],
]);

function finishOf(messages: readonly LocatedMessage[]): LocatedFact[] {
  const stop = messages.at(-1)?.stop;
  if (!stop) return [];
  const fact: Fact = { kind: 'finish', reason: finishReasons.get(stop.reason) ?? stop.reason };
  return [{ fact, path: stop.path }];
}

/**
 * Tokens summed over the messages of the call. Input that was read from a cache or written to one is counted beside
 * `inputTokens`: the total is the sum of all four.
 */
function usageOf(messages: readonly LocatedMessage[]): LocatedFact[] {
  const usages = messages
    .flatMap((message) => message.usage ?? [])
    .filter(({ counts }) => asCount(counts.inputTokens) !== undefined || asCount(counts.outputTokens) !== undefined);
  const [first, ...more] = usages;
  if (!first) return [];
  const sum = (...names: string[]) =>
    usages.reduce((total, { counts }) => total + names.reduce((t, name) => t + (asCount(counts[name]) ?? 0), 0), 0);
  const fact: Fact = {
    kind: 'usage',
    inputTokens: sum('inputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens'),
    outputTokens: sum('outputTokens'),
    ...(usages.some(({ counts }) => asCount(counts.cacheReadInputTokens) !== undefined)
      ? { cachedInputTokens: sum('cacheReadInputTokens') }
      : {}),
  };
  return [{ fact, path: [first, ...more].map(({ path }) => path).join(' + ') }];
}

/** Reads Amazon Bedrock Converse and ConverseStream. */
export const reader: WireReader = {
  providerApi: 'bedrock-converse',
  toolErrors: 'flag',
  demands: [credentialsIn('authorization')],
  rules,
  // The tool choices of Converse are auto, any and one by name, beside tools that are declared there; none of them says that
  // nothing may be called, or how often. It keeps nothing.
  lacks: [
    'responseFormat.withoutSchema',
    'allowMultipleToolCalls',
    'store',
    'conversationId',
    'toolMode.none',
    'toolMode.withoutFunctions',
  ],
  // Claude's computer is told the size of the screen, and no more.
  unsupportedToolMembers: { 'computer-use': ['environment'] },
  readResponses,
  readRequests: eachRequest(readRequest),
};
