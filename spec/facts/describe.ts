/** Facts in words, for whoever reads a finding. What a model wrote is shown shortened and with nothing hidden in it. */
import { canonicalJson } from '../../lib/canonical-json.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { ErrorFact, Fact, FactKind } from './fact.ts';

const longest = 120;

/** One line that says what a fact says. */
export function describeFact(fact: Fact): string {
  switch (fact.kind) {
    case 'text':
      return `the text ${quote(fact.text)}`;
    case 'reasoning':
      return `reasoning ${quote(fact.text)}${fact.protectedData === undefined ? '' : ` with protected data ${quote(fact.protectedData, 24)}`}`;
    case 'call':
      return `a call to ${named(fact.name)}(${shown(fact.arguments)})${withId(fact.id)}`;
    case 'hosted-call':
      return `a hosted call to ${named(fact.tool)}(${shown(fact.arguments)})${withId(fact.id)}`;
    case 'hosted-result':
      return `a hosted result of ${named(fact.tool)} ${shown(fact.payload)}${withId(fact.id)}`;
    case 'approval-request':
      return `an approval request to call ${named(fact.tool)}(${shown(fact.arguments)})${withId(fact.id)}`;
    case 'action-call':
      return `a call to ${fact.tool} for ${shown(fact.actions)}${withId(fact.id)}${
        fact.safetyChecks?.length ? ` with the safety checks ${shown(fact.safetyChecks.map(({ id }) => id))}` : ''
      }`;
    case 'citation':
      return `a citation of ${fact.target === '' ? 'an unnamed source' : quote(fact.target)}${fact.span === undefined ? '' : ` for ${quote(fact.span)}`}`;
    case 'file':
      return `the file ${quote(fact.id)}${fact.name === undefined ? '' : ` named ${quote(fact.name)}`}`;
    case 'data':
      return `data of type ${quote(fact.mediaType)} with SHA-256 ${named(fact.sha256.slice(0, 12))}…`;
    case 'finish':
      return `the finish reason ${quote(fact.reason)}${fact.why === undefined ? '' : ` (${quote(fact.why)})`}`;
    case 'usage':
      return `a usage of ${fact.inputTokens}${some(fact.cachedInputTokens, 'cached')} input and ${fact.outputTokens}${some(fact.reasoningTokens, 'reasoning')} output tokens`;
    case 'response-id':
      return `the response id ${quote(fact.id)}`;
    case 'model':
      return `the model ${quote(fact.model)}`;
    case 'message-id':
      return `the message id ${quote(fact.id)}`;
    case 'error':
      if (fact.message === '' && fact.unreadable !== undefined) {
        return fact.unreadable === ''
          ? 'a truncated response'
          : `a response of the media type ${quote(fact.unreadable)}`;
      }
      return `an error${marksOf(fact)} ${quote(fact.message)}`;
  }
}

/** What a kind of fact is called, in the singular. */
export const factLabels: Readonly<Record<FactKind, string>> = {
  text: 'text',
  reasoning: 'reasoning',
  call: 'call',
  'hosted-call': 'hosted call',
  'hosted-result': 'hosted result',
  'approval-request': 'approval request',
  'action-call': 'action call',
  citation: 'citation',
  file: 'file',
  data: 'data',
  finish: 'finish reason',
  usage: 'usage',
  'response-id': 'response id',
  model: 'model',
  'message-id': 'message id',
  error: 'error',
};

/** Text in quotation marks, shortened to a number of characters. */
export function quote(text: string, limit = longest): string {
  return `"${onOneLine(shorten(text, limit))}"`;
}

/** Text on one line, in which nothing acts or hides. */
const onOneLine = (text: string): string => escapeControl(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

const named = (name: string): string => onOneLine(shorten(name, longest));

/** A JSON value on one line, shortened; `nothing` where there is none. */
export const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : onOneLine(shorten(canonicalJson(value), longest));

const withId = (id: string | undefined): string => (id === undefined ? '' : ` with id ${quote(id)}`);

const some = (count: number | undefined, what: string): string => (count === undefined ? '' : ` (${count} ${what})`);

function marksOf({ status, code, retryAfter, requestId }: ErrorFact): string {
  const marks = [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(code === undefined ? [] : [named(code)]),
    ...(retryAfter === undefined ? [] : [`retry after ${retryAfter} ms`]),
    ...(requestId === undefined ? [] : [`request ${named(requestId)}`]),
  ];
  return marks.length === 0 ? '' : ` (${marks.join(', ')})`;
}

function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...text.slice(0, 2 * limit + 2)];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}
