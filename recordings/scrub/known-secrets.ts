import { lruCache } from '../../lib/memoize.ts';
import type { ClientSettings, Credentials } from '../../spec/contract/client.ts';
import { bodyOf, bytesOf } from '../format/body.ts';
import { isEventStream } from '../format/event-stream.ts';
import { type Body, type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { changeInFrames } from './encoded-members.ts';
import { bytesChangedBy, withEncodedForms } from './encoded-text.ts';
import { inMessage, inTexts } from './map-strings.ts';
import { redacted } from './name-rules.ts';
import { mapSplitText } from './split-text.ts';
import { findByLook, scrubText } from './text.ts';
import { changedBy, type Edit, eitherOf, type Finder } from './text-edits.ts';

/** Secrets shorter than this many characters are left, since any text may hold them. */
const shortest = 8;

/** The secrets of credentials, as far as they are known beforehand. */
export function secretsOf(credentials: Credentials): string[] {
  switch (credentials.type) {
    case 'apiKey':
      return [credentials.apiKey];
    case 'bearerToken':
      return [credentials.token];
    case 'awsKeys':
      return [credentials.accessKeyId, credentials.secretAccessKey, credentials.sessionToken ?? ''];
    case 'tokenProvider':
      return [];
  }
}

/** The settings, such that `told` hears of every token that is asked for. */
export function watchingTokens(settings: ClientSettings, told: (token: string) => void): ClientSettings {
  const { credentials } = settings;
  if (credentials.type !== 'tokenProvider') return settings;
  const getToken = async () => {
    const token = await credentials.getToken();
    told(token);
    return token;
  };
  return { ...settings, credentials: { type: 'tokenProvider', getToken } };
}

/**
 * Takes known secrets out of plain data, members’ names included, wherever they stand and however they are spelled: a server may echo a
 * key where no rule looks for one. White space around a secret is not part of it.
 */
export function withoutSecrets<T>(data: T, secrets: readonly string[]): T {
  const find = finderOf(secrets);
  return find ? inTexts(data, (text) => changedBy(find, text)) : data;
}

/** What was looked for last: a recording asks for the same again and again, and the pattern takes longer to make than to use. */
let last: { readonly key: string; readonly find: Finder | undefined } | undefined;

/** Finds known secrets in a text, in all their spellings; nothing where there are none. */
function finderOf(secrets: readonly string[]): Finder | undefined {
  const key = JSON.stringify(secrets);
  if (last?.key !== key) last = { key, find: newFinder(secrets) };
  return last.find;
}

function newFinder(secrets: readonly string[]): Finder | undefined {
  const telling = secrets.map((secret) => secret.trim()).filter((secret) => secret.length >= shortest);
  if (telling.length === 0) return undefined;
  // The longest first: one may begin as another does.
  const patterns = [...new Set(telling)].sort((a, b) => b.length - a.length).map(patternsOf);
  return withEncodedForms((text) => {
    const edits: Edit[] = [];
    let end = 0;
    for (const { start, endOf } of startsIn(text, patterns)) {
      const found = start < end ? -1 : endOf(text, start);
      if (found < 0) continue;
      end = found;
      edits.push({ start, end, text: redacted });
    }
    return edits;
  });
}

/** How a secret is looked for: first for how it begins, in any spelling; then where it ends, or that it is not there, as -1. */
interface Patterns {
  readonly beginning: RegExp;
  readonly endOf: (text: string, start: number) => number;
}

const patternsOf = (secret: string): Patterns =>
  samePatterns(secret, () => ({
    beginning: new RegExp(spelledBeginning(secret), 'gi'),
    endOf: /^[\w.~:=+/-]*$/.test(secret) ? endBySteps(secret) : endByPattern(secret),
  }));

/** What most secrets consist of is spelled in ways that begin otherwise each: then no step has to be taken back, and no large pattern is made. */
function endBySteps(secret: string): Patterns['endOf'] {
  const most = mostOf(secret.length);
  return (text, start) => {
    const whole = stepsIn(text, start, secret);
    if (whole.steps >= Math.min(most, secret.length)) return whole.end;
    const ending = secret.slice(-most);
    const last = stepsIn(text, start, ending);
    return last.steps === ending.length ? last.end : -1;
  };
}

/** How many characters of a secret stand in a text from `start`, and where they end. */
function stepsIn(text: string, start: number, secret: string): { readonly steps: number; readonly end: number } {
  let end = start;
  let steps = 0;
  for (const character of secret) {
    const step = matchAt(
      sameCharacter(character, () => new RegExp(spelled(character), 'iy')),
      text,
      end,
    );
    if (!step) break;
    end += step[0].length;
    steps += 1;
  }
  return { steps, end };
}

const sameCharacter = lruCache<RegExp>();

function endByPattern(secret: string): Patterns['endOf'] {
  let pattern: RegExp | undefined;
  return (text, start) => {
    pattern ??= new RegExp(spelledPattern(secret), 'iy');
    const found = matchAt(pattern, text, start);
    return found ? start + found[0].length : -1;
  };
}

const samePatterns = lruCache<Patterns>();

/** Where secrets may start: in order, and in one place in the order of the patterns. */
function startsIn(
  text: string,
  patterns: readonly Patterns[],
): (Pick<Patterns, 'endOf'> & { readonly start: number })[] {
  const starts = patterns.flatMap(({ beginning, endOf }) => {
    const own: (Pick<Patterns, 'endOf'> & { readonly start: number })[] = [];
    for (let found = matchAt(beginning, text, 0); found; found = matchAt(beginning, text, found.index + 1)) {
      own.push({ start: found.index, endOf });
    }
    return own;
  });
  return starts.sort((a, b) => a.start - b.start);
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/**
 * The same of a request or response, and inside its body, where text may be base64, in the frames of AWS, compressed, or bytes. Of what
 * is told over several events, what is a secret by its look alone is taken out as well.
 */
export function messageWithoutSecrets<M extends HttpRequest | HttpResponse>(message: M, secrets: readonly string[]): M {
  const type = headerOf(message, 'content-type') ?? '';
  return inMessage(
    message,
    (text) => withoutSecrets(text, secrets),
    (body) => bodyWithoutSecrets(body, type, secrets),
  );
}

function bodyWithoutSecrets(body: Body, type: string, secrets: readonly string[]): Body {
  const find = finderOf(secrets);
  const whole = find ? changedWhole(body, type, find) : body;
  return mapSplitText(whole, type, eitherOf(find ? [find, findByLook] : [findByLook]));
}

function changedWhole(body: Body, type: string, find: Finder): Body {
  if (isEventStream(type)) return changeInFrames(body, (text) => changedBy(find, text));
  if (!body.encoding) return { text: changedBy(find, body.text) };
  const bytes = bytesOf(body);
  const clean = bytesChangedBy(find, bytes);
  return clean === bytes ? body : bodyOf(clean);
}

/** A text as it may be shown: without known secrets, and without what is one by its look. */
export const isSafeToLog = (text: string, secrets: readonly string[]): string =>
  scrubText(withoutSecrets(text, secrets));

/** What variables of an environment hold that are secrets by their names. */
export const secretsOfEnvironment = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|CONNECTION_STRING/i.test(name) ? [value] : [],
  );

// A text, found however its characters are spelled. Pure.

/** Backslashes before a character: JSON within JSON doubles them, and an address spells them as `%5C`. Bounded, so that many of them cost little. */
const backslashes = (least: number): string => `(?:\\\\|%(?:25){0,4}5c){${least},16}`;

/** Begins an entity of HTML, which itself may be spelled. */
const semicolon = '(?:;|%(?:25){0,4}3b)';
const ampersand = `(?:&|\\\\{1,16}u0026|%(?:25){0,4}26)(?:amp${semicolon}){0,4}`;
const hash = '(?:#|%(?:25){0,4}23)';

/** Entities that have names. Source: HTML Living Standard, named character references. */
const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** How JSON and programming languages spell what cannot be seen. */
const named: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };

/** Shorter beginnings and endings of a secret than this many characters may be anything. */
const tellingLength = 16;

/**
 * The source of a pattern (to be used without regard to case) that finds a text as it is, in JSON within JSON, in an address however
 * often it was encoded, in a form, in HTML, and as UTF-8 bytes that were read one by one. A server that quotes only most of a long
 * secret is caught as well: two thirds of it, from its beginning or to its end.
 */
function spelledPattern(text: string): string {
  const characters = [...text].map(spelled);
  const most = mostOf(characters.length);
  if (characters.length <= most) return characters.join('');
  const rest = characters.slice(most).reduceRight((after, character) => `(?:${character}${after})?`, '');
  return `${characters.slice(0, most).join('')}${rest}|${characters.slice(-most).join('')}`;
}

/** How many of so many characters are caught alone. */
const mostOf = (length: number): number => Math.max(tellingLength, Math.ceil((length * 2) / 3));

/** The source of a pattern that fits wherever that of {@link spelledPattern} may, and is small: it looks at few characters. */
function spelledBeginning(text: string): string {
  const characters = [...text];
  const most = mostOf(characters.length);
  const begins = characters.length <= most ? [characters] : [characters, characters.slice(-most)];
  return begins.map((each) => each.slice(0, beginningLength).map(spelled).join('')).join('|');
}

const beginningLength = 4;

function spelled(character: string): string {
  const bytes = [...Buffer.from(character)];
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  const point = character.codePointAt(0) ?? 0;
  const entity = entities[character];
  const letter = named[character];
  const ways = [
    literal(character),
    bytes.map((byte) => `%(?:25){0,4}${hex(byte, 2)}`).join(''),
    units.map((unit) => `${backslashes(1)}u${hex(unit, 4)}`).join(''),
    `${ampersand}${hash}(?:x0{0,6}${point.toString(16)}|0{0,6}${point})${semicolon}`,
    ...(entity === undefined ? [] : [`${ampersand}${entity}${semicolon}`]),
    ...(letter === undefined ? [] : [`${backslashes(1)}${letter}`]),
    ...(character === ' ' ? ['\\+'] : []),
    ...(point > 0x7f ? [escaped(Buffer.from(character).toString('latin1'))] : []),
  ];
  return `(?:${ways.join('|')})`;
}

/** Quotes and slashes are written with backslashes or without; a backslash, as any number of them. */
function literal(character: string): string {
  if (character === '\\') return backslashes(1);
  return (/["'/]/.test(character) ? backslashes(0) : '') + escaped(character);
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

const escaped = (text: string): string => text.replaceAll(/[-.*+?^${}()|[\]\\/]/g, '\\$&');
