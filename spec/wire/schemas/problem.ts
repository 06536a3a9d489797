import type { ErrorObject } from 'ajv/dist/2020.js';
import { isJsonObject, type Json } from '../../../files/canonical-json.ts';
import { nearest } from '../../../files/nearest.ts';

/**
 * What does not fit: a `failure` (a wrong type, an unknown value, a member that must be there), an `extra` member that the
 * SDK's types do not know, or a `missing` one that the SDK requires and real traffic is known to lack.
 */
export interface SchemaProblem {
  readonly kind: 'failure' | 'extra' | 'missing';
  /** The definition that has the member, or has it not; absent where it has no name. */
  readonly owner?: string;
  /** Place in the value: `.messages[0].content`; empty for the value itself. */
  readonly path: string;
  /** What stands there; absent where nothing does. */
  readonly value?: Json;
  /** What is wrong, to be read after the path: `is "x"; expected "a" or "b"`. */
  readonly message: string;
}

/** One of ajv's errors in words. `newlyRequired` of the schema at fault says which members real traffic may lack. */
export function problemOf(error: ErrorObject, root: Json, owner?: string): SchemaProblem {
  const params = error.params as Readonly<Record<string, unknown>>;
  const own = (params.missingProperty ?? params.additionalProperty) as string | undefined;
  const keys = keysOf(error.instancePath);
  const at = own === undefined ? keys : [...keys, own];
  const value = valueAt(root, at);
  return {
    kind: kindOf(error),
    ...(owner === undefined ? {} : { owner }),
    path: pathOf(at),
    ...(value === undefined ? {} : { value }),
    message: words(error, value),
  };
}

function kindOf({ keyword, params, parentSchema }: ErrorObject): SchemaProblem['kind'] {
  if (keyword === 'additionalProperties') return 'extra';
  const newly = parentSchema?.newlyRequired as readonly string[] | undefined;
  return keyword === 'required' && newly?.includes(params.missingProperty) ? 'missing' : 'failure';
}

function words({ keyword, params, parentSchema, message }: ErrorObject, value: Json | undefined): string {
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties': {
      const known = Object.keys((parentSchema?.properties as object | undefined) ?? {});
      return `is no member that the provider's types have there${near(params.additionalProperty, known)}`;
    }
    case 'const':
      return `is ${shown(value)}; expected ${JSON.stringify(params.allowedValue)}`;
    case 'enum':
      return `is ${shown(value)}; ${expected(params.allowedValues, value)}`;
    case 'type':
      return `is ${typeOf(value)}; expected ${[params.type].flat().join(' or ')}`;
    default:
      return message ?? 'does not fit';
  }
}

/** Of a long list only what is near. */
function expected(allowed: readonly Json[], value: Json | undefined): string {
  if (allowed.length <= 8 || typeof value !== 'string') {
    return `expected ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`;
  }
  const texts = allowed.filter((each) => typeof each === 'string');
  return `none of the ${allowed.length} values that the provider's types have there${near(value, texts)}`;
}

function near(word: string, known: readonly string[]): string {
  const found = nearest(word, known);
  if (found !== undefined) return `; did you mean "${found}"?`;
  // A name without its version, or of another one.
  const kin = known.filter((each) => each.startsWith(word) || word.startsWith(each));
  const told = kin.length > 0 ? kin : known;
  return told.length > 0 && told.length <= 8 ? `: ${[...told].sort().join(', ')}` : '';
}

function typeOf(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return isJsonObject(value) ? 'object' : `${typeof value} ${shown(value)}`;
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

const pathOf = (keys: readonly string[]): string =>
  keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('');

function valueAt(root: Json, keys: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { readonly [key: string]: Json })[key];
  }
  return value;
}
