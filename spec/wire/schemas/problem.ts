import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
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

/** One way in which a value does not fit a schema. */
export interface Misfit {
  readonly keyword: 'type' | 'enum' | 'const' | 'required' | 'additionalProperties';
  /** Path from the root to what does not fit: to the member, where one is missing or too much. */
  readonly keys: readonly string[];
  /** The schema with the keyword; absent where a whole union is at fault. */
  readonly schema?: JsonObject;
  /** The types or values that are allowed. */
  readonly allowed?: readonly Json[];
}

/** A misfit in words. `newlyRequired` of the schema at fault says which members real traffic may lack. */
export function problemOf(misfit: Misfit, root: Json, owner?: string): SchemaProblem {
  const { keys } = misfit;
  const value = valueAt(root, keys);
  return {
    kind: kindOf(misfit),
    ...(owner === undefined ? {} : { owner }),
    path: pathOf(keys),
    ...(value === undefined ? {} : { value }),
    message: words(misfit, value),
  };
}

function kindOf({ keyword, keys, schema }: Misfit): SchemaProblem['kind'] {
  if (keyword === 'additionalProperties') return 'extra';
  const newly = schema?.newlyRequired as readonly (string | undefined)[] | undefined;
  return keyword === 'required' && newly?.includes(keys.at(-1)) ? 'missing' : 'failure';
}

function words({ keyword, keys, schema, allowed = [] }: Misfit, value: Json | undefined): string {
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties': {
      const known = Object.keys((schema?.properties as object | undefined) ?? {});
      return `is no member that the provider's types have there${near(keys.at(-1) ?? '', known)}`;
    }
    case 'const':
      return `is ${shown(value)}; expected ${JSON.stringify(allowed[0])}`;
    case 'enum':
      return `is ${shown(value)}; ${expected(allowed, value)}`;
    case 'type':
      return `is ${typeOf(value)}; expected ${allowed.join(' or ')}`;
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
