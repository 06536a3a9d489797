import { recent } from '../../files/recent.ts';
import type { ClientSettings, Credentials } from '../../spec/contract/client.ts';
import { bodyOf, bytesOf } from '../format/body.ts';
import { isEventStream } from '../format/event-stream.ts';
import { type Body, type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { changedAcross } from './across.ts';
import { changedBy, type Edit, eitherOf, type Finder } from './edits.ts';
import { changeInFrames } from './inside.ts';
import { bytesChangedBy, packedToo } from './packed.ts';
import { redacted } from './rules.ts';
import { spelledBeginning, spelledPattern } from './spelled.ts';
import { findByLook, scrubText } from './text.ts';
import { inMessage, inTexts } from './texts.ts';

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
  return packedToo((text) => {
    const edits: Edit[] = [];
    let end = 0;
    for (const { start, whole } of startsIn(text, patterns)) {
      const found = start < end ? undefined : matchAt(whole(), text, start);
      if (!found) continue;
      end = start + found[0].length;
      edits.push({ start, end, text: redacted });
    }
    return edits;
  });
}

/** How a secret is looked for: first for how it begins, in any spelling. The whole pattern is large, and only made where it may fit. */
interface Patterns {
  readonly beginning: RegExp;
  readonly whole: () => RegExp;
}

const patternsOf = (secret: string): Patterns =>
  samePatterns(secret, () => {
    let whole: RegExp | undefined;
    return {
      beginning: new RegExp(spelledBeginning(secret), 'gi'),
      whole: () => (whole ??= new RegExp(spelledPattern(secret), 'iy')),
    };
  });

const samePatterns = recent<Patterns>();

/** Where secrets may start: in order, and in one place in the order of the patterns. */
function startsIn(
  text: string,
  patterns: readonly Patterns[],
): { readonly start: number; readonly whole: () => RegExp }[] {
  const starts = patterns.flatMap(({ beginning, whole }) => {
    const own: { start: number; whole: () => RegExp }[] = [];
    for (let found = matchAt(beginning, text, 0); found; found = matchAt(beginning, text, found.index + 1)) {
      own.push({ start: found.index, whole });
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
  return changedAcross(whole, type, eitherOf(find ? [find, findByLook] : [findByLook]));
}

function changedWhole(body: Body, type: string, find: Finder): Body {
  if (isEventStream(type)) return changeInFrames(body, (text) => changedBy(find, text));
  if (!body.encoding) return { text: changedBy(find, body.text) };
  const bytes = bytesOf(body);
  const clean = bytesChangedBy(find, bytes);
  return clean === bytes ? body : bodyOf(clean);
}

/** A text as it may be shown: without known secrets, and without what is one by its look. */
export const tellable = (text: string, secrets: readonly string[]): string => scrubText(withoutSecrets(text, secrets));

/** What variables of an environment hold that are secrets by their names. */
export const secretsOfEnvironment = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|CONNECTION_STRING/i.test(name) ? [value] : [],
  );
