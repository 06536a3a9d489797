/** Facts in words, for whoever reads a finding. What a model wrote is shown shortened and with nothing hidden in it. */

import { canonicalJson, type Json, jsonEquals } from '../../lib/canonical-json.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { ErrorFact, Fact, FactKind, FactReading, LocatedFact } from './fact.ts';

const longest = 120;

/** Of a part whose whole is shown as well. */
const brief = 40;

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
export const shown = (value: unknown, limit = longest): string =>
  value === undefined ? 'nothing' : onOneLine(shorten(canonicalJson(value), limit));

/**
 * How a value differs from the one that is wanted: encoded twice, in another order, or at which place; long texts from where they part on.
 * As a remark behind a sentence about it.
 */
export function howItDiffers(wanted: Json | undefined, found: Json | undefined, place = ''): string {
  const at = place === '' ? '' : `at ${onOneLine(shorten(place, longest))}: `;
  if (isEncodedTwice(wanted, found)) return `${at}encoded twice, as a JSON string`;
  if (typeof wanted === 'string' && typeof found === 'string') return `${at}${whereTextsPart(wanted, found)}`;
  if (Array.isArray(wanted) && Array.isArray(found)) {
    if (wanted.length !== found.length) return `${at}${found.length} items, not ${wanted.length}`;
    if (jsonEquals(inOneOrder(wanted), inOneOrder(found))) return `${at}the same items in another order`;
  }
  if (isContainer(wanted) && isContainer(found) && Array.isArray(wanted) === Array.isArray(found)) {
    const [name] = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].filter(
      (one) =>
        Object.hasOwn(wanted, one) !== Object.hasOwn(found, one) ||
        !jsonEquals(memberOf(wanted, one) ?? null, memberOf(found, one) ?? null),
    );
    if (name !== undefined) return howItDiffers(memberOf(wanted, name), memberOf(found, name), `${place}/${name}`);
  }
  return `${at}${shown(found, brief)}, not ${shown(wanted, brief)}`;
}

type Container = Extract<Json, object>;

const isContainer = (value: Json | undefined): value is Container => typeof value === 'object' && value !== null;

const memberOf = (value: Container, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? (value as { readonly [name: string]: Json })[name] : undefined;

const inOneOrder = (list: readonly Json[]): Json[] =>
  list.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));

/** True where a text is, in JSON, the text, list or object that is wanted, or in JSON again. */
export function isEncodedTwice(wanted: Json | undefined, found: Json | undefined): boolean {
  if (typeof found !== 'string' || found === wanted || !(typeof wanted === 'string' || isContainer(wanted)))
    return false;
  try {
    const inner: Json = JSON.parse(found);
    return jsonEquals(inner, wanted) || isEncodedTwice(wanted, inner);
  } catch {
    return false;
  }
}

/** Where two long texts part, the wanted one first: both may begin with the same page. */
export function whereTextsPart(
  wanted: string,
  found: string,
  [first, second]: readonly [string, string] = ['it should have', 'it has'],
): string {
  let at = 0;
  while (at < wanted.length && wanted[at] === found[at]) at++;
  const rest = (text: string) => (at < text.length ? quote(text.slice(at), 40) : 'the end');
  return `differs from character ${at} on, where ${first} ${rest(wanted)} and ${second} ${rest(found)}`;
}

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

/** Kinds of fact that name an answer and what it is made of, and say nothing of what it says: each answer has other names. */
export const nameKinds: readonly FactKind[] = ['response-id', 'model', 'message-id'];

/** What is said, without the names of who says it. */
export const withoutNames = (facts: readonly LocatedFact[]): LocatedFact[] =>
  facts.filter(({ fact }) => !nameKinds.includes(fact.kind));

/** The same of all that was read. */
export const saidIn = ({ facts, unread }: FactReading): FactReading => ({ facts: withoutNames(facts), unread });
