import { answerHolds, type Demand } from '../demands.ts';
import { asArray, asObject } from '../json.ts';

const asking = ['steps.list', 'steps.retrieve', 'runs.create'];

/** What a search of files found is told in words only where the query asks. Source: openai `RunStepInclude`. */
export const foundWordsAskedFor: Demand = {
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
