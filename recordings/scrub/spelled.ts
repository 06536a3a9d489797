/** A text, found however its characters are spelled. Pure. */

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
export function spelledPattern(text: string): string {
  const characters = [...text].map(spelled);
  const most = mostOf(characters.length);
  if (characters.length <= most) return characters.join('');
  const rest = characters.slice(most).reduceRight((after, character) => `(?:${character}${after})?`, '');
  return `${characters.slice(0, most).join('')}${rest}|${characters.slice(-most).join('')}`;
}

/** How many of so many characters are caught alone. */
const mostOf = (length: number): number => Math.max(tellingLength, Math.ceil((length * 2) / 3));

/** The source of a pattern that fits wherever that of {@link spelledPattern} may, and is small: it looks at few characters. */
export function spelledBeginning(text: string): string {
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
