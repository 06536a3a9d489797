/** Secrets that nobody else has, in the forms of those who give them out, and how servers and libraries spell them. For tests. */
import { deflateSync, gzipSync } from 'node:zlib';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const base64 = `${lower}${upper}${digits}+/`;
const word = `${lower}${upper}${digits}-_`;

/** One secret of each kind. */
export function secretsFrom(chance: () => number): Readonly<Record<string, string>> {
  const any = (length: number, alphabet: string) =>
    Array.from({ length }, () => [...alphabet][Math.floor(chance() * [...alphabet].length)]).join('');
  const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const letters = `${lower}${upper}${digits}`;
  return {
    'a key of Anthropic': `sk-ant-api03-${any(93, word)}AA`,
    'a key of OpenAI': `sk-proj-${any(74, word)}T3BlbkFJ${any(74, word)}`,
    'a key of Google': `AIza${any(35, word)}`,
    'an access token of Google': `ya29.${any(160, word)}`,
    'a key id of AWS': `AKIA${any(16, `${upper}234567`)}`,
    'a secret key of AWS': any(40, base64),
    'a session token of AWS': `IQoJb3JpZ2lu${any(300, base64)}==`,
    'a web token': `${json({ alg: 'RS256', kid: any(8, word) })}.${json({ sub: any(12, word) })}.${any(86, word)}`,
    'an old key of Azure': any(32, `${digits}abcdef`),
    'a key of Azure': `${any(52, letters)}JQQJ99${any(26, letters)}`,
    'a key of Mistral': any(32, letters),
    'a key of a function': `${any(54, base64)}==`,
    'signs of every kind': `ca/na+ry=?&%"\\\\q\\n-<'> ${any(8, letters)}`,
    'letters of other alphabets': `kanarie-ø-🐤-vogel-${any(8, 'æøåßéμж字🐟')}`,
  };
}

type Spell = (secret: string) => string;

const escaped: Spell = (text) => JSON.stringify(text).slice(1, -1);
const hexEscaped: Spell = (text) =>
  text.replaceAll(/[^A-Za-z0-9]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
const of = (encoding: 'base64' | 'base64url' | 'hex', before: string, after = ''): Spell => {
  return (secret) => Buffer.from(`${before}${secret}${after}`).toString(encoding);
};

/** How a secret may be written. */
export const spellings: Readonly<Record<string, Spell>> = {
  plain: (secret) => secret,
  'base64, at the beginning': of('base64', ''),
  'base64, from the second byte': of('base64', ':', '; q=1'),
  'base64, from the third byte': of('base64', 'x:'),
  'base64, within JSON': (secret) => Buffer.from(JSON.stringify({ key: secret })).toString('base64'),
  'base64 for addresses': of('base64url', 'a'),
  'base64, letters before it': (secret) => `key_${of('base64', '')(secret)}`,
  'base64 in lines': (secret) => (of('base64', 'ab')(secret).match(/.{1,24}/g) ?? []).join('\r\n'),
  'base64 in an address': (secret) => encodeURIComponent(of('base64', '?>')(secret)),
  'base64 of base64': (secret) => of('base64', '')(of('base64', 'a:')(secret)),
  hexadecimal: of('hex', ''),
  'hexadecimal in capitals': (secret) => of('hex', 'k')(secret).toUpperCase(),
  'an address': encodeURIComponent,
  'an address, twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'an address in small letters': (secret) => encodeURIComponent(secret).replaceAll(/%../g, folded),
  'a form': (secret) => new URLSearchParams({ key: secret }).toString(),
  JSON: escaped,
  'JSON in JSON': (secret) => escaped(escaped(secret)),
  'JSON in JSON in JSON': (secret) => escaped(escaped(escaped(secret))),
  'JSON of ASCII alone': hexEscaped,
  HTML: (secret) => secret.replaceAll(/[&<>"]/g, (sign) => `&${entities[sign]};`).replaceAll("'", '&#39;'),
  'compressed, in base64': (secret) => gzipSync(`{"key":${JSON.stringify(secret)}}`).toString('base64'),
  'deflated, in base64': (secret) => deflateSync(`key: ${secret}`).toString('base64'),
};

const folded = (text: string): string => text.toLowerCase();
