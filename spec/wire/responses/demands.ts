import type { JsonObject } from '../../../files/canonical-json.ts';
import { answerHolds, askedIn, type Demand } from '../demands.ts';
import { asArray, asObject } from '../json.ts';

/** What an answer holds only where `include` asks for it. */
const included = (value: string, holds: (item: JsonObject) => boolean): Demand => ({
  what: `"${value}" in "include", without which the answer does not hold it`,
  of: (exchange) => answerHolds(exchange, holds),
  isMet: (exchange) => asArray(askedIn(exchange).include)?.includes(value) ?? false,
});

/** Source: https://platform.openai.com/docs/api-reference/responses/create (include); openai `ResponseIncludable`. */
export const includedOnRequest: readonly Demand[] = [
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
