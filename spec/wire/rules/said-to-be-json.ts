import { headerOf } from '../../../recordings/format/exchange.ts';
import { type Rule, ruleOver } from './rule.ts';

/** Services read a body as what it is said to be: JSON that is not said to be JSON is refused, or read as a form. */
export const saidToBeJson: Rule = ruleOver({
  id: 'said-to-be-json',
  what: 'A request whose body is JSON says so in its header "Content-Type".',
  source: {
    title: 'RFC 9110, HTTP Semantics: Content-Type, and status 415',
    url: 'https://www.rfc-editor.org/rfc/rfc9110#name-content-type',
  },
  placesOf: ({ exchange: { request }, body }) =>
    Object.keys(body).length === 0
      ? []
      : [{ path: 'headers.content-type', value: headerOf(request, 'content-type') ?? '' }],
  wrong: (type) =>
    // As JSON, or as a dialect of it: application/vnd.api+json.
    /^application\/([\w.-]+\+)?json\b|^application\/x-amz-json/i.test(type)
      ? undefined
      : `a body of JSON is said to be ${type === '' ? 'nothing' : JSON.stringify(type)}`,
});
