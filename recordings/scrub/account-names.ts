import { escapeRegExp } from '../../lib/escape-regexp.ts';
import type { ClientSettings } from '../../spec/contract/client.ts';
import type { HttpRequest, HttpResponse } from '../format/exchange.ts';
import { changeMessage } from './map-message.ts';
import { inTexts } from './map-strings.ts';

/** What an account calls its own, and what stands for it: what does in replay, or the name of the parameter that says so. */
export type AccountNames = readonly (readonly [name: string, becomes: string])[];

/** Where a service is says nothing of an account, and is part of what else an answer says. */
const everybodys = ['region', 'location'];

/**
 * The names of resources and projects that a caller's settings are made with.
 *
 * @param replayNames what stands for them in replay, by parameter
 */
export const accountNamesOf = (
  { parameters = {} }: ClientSettings,
  replayNames: Readonly<Record<string, string>> = {},
): AccountNames =>
  Object.entries(parameters)
    .filter(([parameter, name]) => !everybodys.includes(parameter) && name.length > 2 && name !== parameter)
    .map(([parameter, name]) => [name, replayNames[parameter] ?? parameter]);

/** A text without the names of an account: an answer repeats them in links and errors. */
export const withoutNames = (text: string, names: AccountNames): string =>
  names.reduce((so, [name, becomes]) => so.replace(patternOf(name), () => becomes), text);

/** The same of a request or response, in headers as well; bytes that are no text stay. */
export function messageWithoutNames<M extends HttpRequest | HttpResponse>(message: M, names: AccountNames): M {
  if (names.length === 0) return message;
  const change = (text: string) => withoutNames(text, names);
  return changeMessage({ ...message, headers: inTexts(message.headers, change) }, change);
}

/** A name that is a word like others is one of an account only where an address has it. */
function patternOf(name: string): RegExp {
  const literal = escapeRegExp(name);
  const before = /[\d-]/.test(name) ? '(?:(?<![\\w-])|(?<=%[\\da-f]{2}))' : '(?<=/|%2f)';
  return new RegExp(`${before}${literal}(?![\\w-])`, 'gi');
}
