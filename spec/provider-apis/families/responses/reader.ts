import type { JsonObject } from '../../../../lib/canonical-json.ts';
import { type Exchange, headerOf } from '../../../../recordings/format/exchange.ts';
import type { FactReading, Unrecognized } from '../../../facts/fact.ts';
import { failureHeaders, openAiErrorFact, unreadableResponse } from '../../../wire/errors.ts';
import { asArray, asObject, asString, jsonOf } from '../../../wire/json.ts';
import { answerHolds, type RequestRequirement, requestBodyOf } from '../../../wire/request-requirements.ts';
import { identityFacts, identityIn } from '../../../wire/shared-facts.ts';
import {
  type ExchangeReading,
  failureOfResponse,
  finishOf,
  type PlacedResponse,
  readItems,
  unreadEnvelope,
  usageOf,
} from './items.ts';
import { readStream } from './stream-reader.ts';

/** See {@link readAnswers}. */
export const readResponses = (exchanges: readonly Exchange[]): FactReading => readAnswers(exchanges, () => false);

/**
 * What the answers of one client call say. A response that is asked for again while the provider works on it counts once, as
 * it was last. See {@link import('../../../wire/reader.ts').WireReader.readResponses}.
 *
 * @param isSilent whether an exchange says nothing of an answer
 */
export function readAnswers(exchanges: readonly Exchange[], isSilent: (exchange: Exchange) => boolean): FactReading {
  const readings = exchanges.flatMap((exchange, i) =>
    isSilent(exchange) ? [] : [readExchange(exchange, `exchanges[${i}].response`)],
  );
  const responses = lastOfEach(readings.flatMap((reading) => reading.responses));
  const contents = responses.map(({ items }) => readItems(items));
  const last = responses.at(-1);
  return {
    facts: [
      ...contents.flatMap(({ facts }) => facts),
      ...(last ? finishOf(last) : []),
      ...usageOf(responses),
      ...identityFacts(responses.map(({ envelope, path }) => identityIn(envelope, path))),
      ...responses.flatMap(failureOfResponse),
      ...readings.flatMap(({ errors }) => errors),
    ],
    unread: [
      ...responses.flatMap((response, i) => [
        ...unreadEnvelope(response),
        ...(contents[i]?.unread ?? []),
        ...response.unread,
      ]),
      ...readings.flatMap(({ unread }) => unread),
    ],
  };
}

/** The responses that one exchange holds. */
export const responsesOf = (exchange: Exchange): readonly PlacedResponse[] =>
  readExchange(exchange, 'response').responses;

function lastOfEach(responses: readonly PlacedResponse[]): PlacedResponse[] {
  const idOf = ({ envelope }: PlacedResponse) => asString(envelope.id);
  return responses.filter(
    (response, i) =>
      idOf(response) === undefined || !responses.slice(i + 1).some((later) => idOf(later) === idOf(response)),
  );
}

function readExchange({ response, transport }: Exchange, path: string): ExchangeReading {
  const type = headerOf(response, 'content-type') ?? '';
  const isStream = type.includes('event-stream') || (transport === 'sse' && !type.includes('json'));
  if (response.status < 400 && isStream && response.body.encoding === undefined) {
    return readStream(response.body.text, path);
  }
  const body = asObject(jsonOf(response.body));
  const unread: Unrecognized[] = body ? [] : [{ path: `${path}.body`, what: 'body that is not a JSON object' }];
  if (response.status >= 400) {
    const fact = { ...openAiErrorFact(body, response.status), ...failureHeaders(response, 'x-request-id') };
    return { responses: [], errors: [{ fact, path: `${path}.body` }], unread };
  }
  if (body) return { responses: [readBody(body, `${path}.body`)], errors: [], unread };
  return { responses: [], errors: unreadableResponse(response, `${path}.body`), unread };
}

function readBody(body: JsonObject, path: string): PlacedResponse {
  const output = asArray(body.output);
  return {
    items: (output ?? []).map((item, i) => ({ item: asObject(item) ?? {}, path: `${path}.output[${i}]` })),
    envelope: body,
    path,
    unread: output ? [] : [{ path, what: 'response without output' }],
  };
}

/** What an answer holds only where `include` asks for it. */
const included = (value: string, holds: (item: JsonObject) => boolean): RequestRequirement => ({
  what: `"${value}" in "include", without which the response lacks it`,
  of: (exchange) => answerHolds(exchange, holds),
  isMet: (exchange) => asArray(requestBodyOf(exchange).include)?.includes(value) ?? false,
});

/** Source: https://platform.openai.com/docs/api-reference/responses/create (include); openai `ResponseIncludable`. */
export const includedOnRequest: readonly RequestRequirement[] = [
  included(
    'file_search_call.results',
    ({ type, results }) => type === 'file_search_call' && asArray(results) !== undefined,
  ),
  included(
    'code_interpreter_call.outputs',
    ({ type, outputs }) => type === 'code_interpreter_call' && asArray(outputs) !== undefined,
  ),
  included(
    'web_search_call.action.sources',
    ({ type, action }) => type === 'web_search_call' && asArray(asObject(action)?.sources) !== undefined,
  ),
  included(
    'reasoning.encrypted_content',
    ({ type, encrypted_content: sealed }) => type === 'reasoning' && typeof sealed === 'string' && sealed !== '',
  ),
];
