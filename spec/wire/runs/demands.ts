import type { Exchange } from '../../../recordings/format/exchange.ts';
import { answerHolds, type Demand } from '../demands.ts';
import { asArray, asObject, asString, jsonOf } from '../json.ts';
import { idIn } from './kept.ts';

const asking = ['steps.list', 'steps.retrieve', 'runs.create'];

/** What a search of files found is told in words only where the query asks. Source: openai `RunStepInclude`. */
const foundWordsAskedFor: Demand = {
  what: '"include[]" of the results’ content in the query, without which a step does not tell what its search found',
  of: (exchange) =>
    asking.includes(exchange.operation) &&
    answerHolds(exchange, ({ type, file_search }) => {
      const results = type === 'file_search' ? asArray(asObject(file_search)?.results) : undefined;
      return results?.some((result) => asArray(asObject(result)?.content) !== undefined) ?? false;
    }),
  isMet: ({ request }) =>
    new URL(request.url).searchParams
      .getAll('include[]')
      .includes('step_details.tool_calls[*].file_search.results[*].content'),
};

const listing = ['steps.list', 'messages.list'];

/** The page of the same list that came right before, where it said that there is more. Source: openai `CursorPageResponse`. */
function pageBefore({ operation, request }: Exchange, earlier: readonly Exchange[]) {
  const last = earlier.at(-1);
  if (!listing.includes(operation) || last?.operation !== operation) return undefined;
  const page = asObject(jsonOf(last.response.body));
  const isSame = new URL(last.request.url).pathname === new URL(request.url).pathname;
  return isSame && page?.has_more === true ? page : undefined;
}

/** A list goes on where its page before ended. Source: openai `CursorPageParams.after`. */
const nextPageAskedFor: Demand = {
  what: '"after" in the query, with the last id of the page before: without it the same page comes again',
  of: (exchange, earlier) => pageBefore(exchange, earlier) !== undefined,
  isMet: (exchange, earlier) => {
    const page = pageBefore(exchange, earlier);
    const last = asString(page?.last_id) ?? asString(asObject(asArray(page?.data)?.at(-1))?.id);
    return new URL(exchange.request.url).searchParams.get('after') === last;
  },
};

/**
 * Of a thread in which others have spoken, an answer holds the messages of one run where the query names it. Source: openai
 * `MessageListParams.run_id`.
 */
const messagesOfRunAskedFor: Demand = {
  what: '"run_id" in the query, without which messages of the whole thread are told',
  of: (exchange, earlier) =>
    exchange.operation === 'messages.list' &&
    runsOf(exchange).length === 1 &&
    earlier.some((one) => one.operation === 'messages.create' && idIn(one, 'threads') === idIn(exchange, 'threads')),
  isMet: (exchange) => new URL(exchange.request.url).searchParams.get('run_id') === runsOf(exchange)[0],
};

/** The runs that the messages of a page are of; one that a caller wrote is of none. */
const runsOf = ({ response }: Exchange) => [
  ...new Set((asArray(asObject(jsonOf(response.body))?.data) ?? []).map((one) => asString(asObject(one)?.run_id))),
];

/** What each request to such an API must carry besides what the caller said. */
export const demandsOfRuns: readonly Demand[] = [foundWordsAskedFor, nextPageAskedFor, messagesOfRunAskedFor];
