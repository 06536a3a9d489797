import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { closest } from '../../../lib/did-you-mean.ts';
import { memoize } from '../../../lib/memoize.ts';
import type { WireDocument } from './column.ts';

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
function problemOf(misfit: Misfit, root: Json, owner?: string): SchemaProblem {
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
  const found = closest(word, known);
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

/** The branches of a union, and which of them a value means. */

type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** One branch of a union; unions in unions are taken apart. */
export interface Branch {
  /** Its schema as it stands in the union: often a reference. */
  readonly schema: JsonObject;
  /** JSON types that it takes; every one where absent. */
  readonly types?: ReadonlySet<string>;
  /** Values that it allows, where they are listed. */
  readonly values?: readonly Json[];
  /** Members that say which branch is meant: the values that this one allows, and whether it may be absent. */
  readonly tags: ReadonlyMap<string, { readonly values: readonly Json[]; readonly isRequired: boolean }>;
  /** The only member that it has, and must have: unions of AWS are told apart by it. */
  readonly key?: string;
}

/** Which branch a value means: some that it might, or the place and values of the tag that no branch has. */
export type Choice =
  | { readonly branches: readonly Branch[] }
  | { readonly wrongTypes: readonly string[] }
  | { readonly tag: string; readonly values: readonly Json[]; readonly isAbsent: boolean };

/** Tags that are asked first: a branch is known by them, whatever else it has of constants. */
const tellingTags = ['type', 'role', 'event', 'object'];

/** The branches of a union with all that it refers to. */
export function branchesOf(union: readonly Json[], definition: (name: string) => JsonObject): Branch[] {
  const leaves = union.flatMap((schema) => leavesOf(schema as JsonObject, definition));
  const tagNames = new Set(
    leaves.flatMap(({ resolved }) =>
      Object.entries(propertiesOf(resolved)).flatMap(([k, s]) => (has(s, 'const') ? k : [])),
    ),
  );
  return leaves.map(({ schema, resolved }) => {
    const types = typesOf(resolved);
    const values = valuesOf(resolved);
    const [key, ...others] = Object.keys(propertiesOf(resolved));
    const isKeyed = key !== undefined && others.length === 0 && (resolved.required as Json[] | undefined)?.[0] === key;
    return {
      schema,
      ...(isKeyed ? { key } : {}),
      ...(types ? { types } : {}),
      ...(values ? { values } : {}),
      tags: new Map(
        Object.entries(propertiesOf(resolved)).flatMap(([name, property]) => {
          const allowed = tagNames.has(name) ? valuesOf(property) : undefined;
          const isRequired = (resolved.required as readonly string[] | undefined)?.includes(name) ?? false;
          return allowed ? [[name, { values: allowed, isRequired }] as const] : [];
        }),
      ),
    };
  });
}

/** The branches that a value may mean. */
export function choose(branches: readonly Branch[], value: Json): Choice {
  let left = ofType(branches, typeNameOf(value));
  if (left.length === 0) return { wrongTypes: [...new Set(branches.flatMap(({ types }) => [...(types ?? [])]))] };
  if (!isJsonObject(value)) return { branches: left };
  for (const tag of tagsOf(left)) {
    const takes = takenBy(left, tag, value);
    if (takes.length === 0) {
      const values = [...new Set(left.flatMap((branch) => branch.tags.get(tag)?.values ?? []))];
      return { tag, values, isAbsent: !Object.hasOwn(value, tag) };
    }
    left = takes;
  }
  const keyed = left.filter(({ key }) => key !== undefined && Object.hasOwn(value, key));
  return { branches: keyed.length === 1 ? keyed : left };
}

/** Choices that were made before: a run has hundreds of thousands of values, and they mean few branches. */
const chosen = memoize((_: readonly Branch[]) => new Map<string, readonly Branch[]>());

function choice(of: readonly Branch[], key: string, isMeant: (branch: Branch) => boolean): readonly Branch[] {
  const made = chosen(of);
  const before = made.get(key);
  if (before) return before;
  const left = of.filter(isMeant);
  // What none has is not kept: a provider can say it in any number of ways.
  if (left.length > 0) made.set(key, left);
  return left;
}

const ofType = (branches: readonly Branch[], type: TypeName): readonly Branch[] =>
  choice(branches, type, ({ types }) => types?.has(type) ?? true);

function takenBy(branches: readonly Branch[], name: string, value: JsonObject): readonly Branch[] {
  const said = Object.hasOwn(value, name) ? value[name] : undefined;
  // No tag is an object or a list.
  const key = typeof said === 'object' && said !== null ? '{}' : (JSON.stringify(said) ?? '');
  return choice(branches, `${name} ${key}`, ({ tags }) => {
    const tag = tags.get(name);
    if (!tag) return true;
    return said === undefined ? !tag.isRequired : tag.values.includes(said);
  });
}

/** Tags by how telling they are: the usual names, then those that most branches have. */
const tagsOf = memoize((branches: readonly Branch[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { tags } of branches) for (const name of tags.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const rank = (name: string) => (tellingTags.indexOf(name) + tellingTags.length + 1) % (tellingTags.length + 1);
  return [...counts.keys()].sort(
    (a, b) => rank(a) - rank(b) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1),
  );
});

function leavesOf(
  schema: JsonObject,
  definition: (name: string) => JsonObject,
): { schema: JsonObject; resolved: JsonObject }[] {
  let resolved = schema;
  while (typeof resolved.$ref === 'string') resolved = definition(resolved.$ref);
  const { anyOf } = resolved;
  return Array.isArray(anyOf) ? anyOf.flatMap((each) => leavesOf(each, definition)) : [{ schema, resolved }];
}

function typesOf({ type, const: constant, enum: listed }: JsonObject): ReadonlySet<string> | undefined {
  const values = listed ?? (constant === undefined ? undefined : [constant]);
  if (type === undefined && !Array.isArray(values)) return undefined;
  const names = type === undefined ? (values as readonly Json[]).map(typeNameOf) : ([type].flat() as string[]);
  return new Set(names.map((name) => (name === 'integer' ? 'number' : name)));
}

function valuesOf(schema: Json): readonly Json[] | undefined {
  if (has(schema, 'const')) return [(schema as JsonObject).const as Json];
  return has(schema, 'enum') ? ((schema as JsonObject).enum as readonly Json[]) : undefined;
}

const has = (schema: Json, keyword: string): boolean => isJsonObject(schema) && Object.hasOwn(schema, keyword);

const propertiesOf = ({ properties }: JsonObject): JsonObject => (properties ?? {}) as JsonObject;

function typeNameOf(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as TypeName;
}

/** Whether a value fits a definition of a wire schema, and what of it does not. */

/** What of a value does not fit a definition; empty where all of it does. */
export type Fit = (definition: string, value: Json) => SchemaProblem[];

/** Adds what of a value does not fit a schema. @param keys where the value is, from the root; changed and restored */
type Test = (value: Json, keys: string[], misfits: Misfit[]) => void;

/**
 * Validates values against a document's definitions, in the words of JSON Schema that those keep to. A schema is read when a value
 * first needs it: a general validator would spend more time on compiling thousands of them than on all values of a run.
 *
 * A union's problems are those of the branch that is meant: the one that the value's tag names, or else the one that it comes
 * nearest to.
 */
export const fitOf = memoize((document: WireDocument): Fit => {
  const { title, $defs } = document;
  const names = new Map<JsonObject | undefined, string>(Object.entries($defs).map(([name, schema]) => [schema, name]));
  const definition = (name: string): JsonObject => {
    const schema = Object.hasOwn($defs, name) ? $defs[name] : undefined;
    if (!schema) throw new Error(`the wire schemas "${title}" have no definition "${name}"`);
    return schema;
  };
  const referred = (reference: string): JsonObject => definition(reference.slice(prefix.length));
  const testOf: (schema: JsonObject) => Test = memoize((schema: JsonObject): Test => {
    const { $ref, anyOf } = schema;
    if (typeof $ref === 'string') return later(() => testOf(referred($ref)));
    if (Array.isArray(anyOf)) return unionTest(branchesOf(anyOf, referred), testOf);
    return schemaTest(schema, testOf);
  });
  return (name, value) => {
    const misfits: Misfit[] = [];
    testOf(definition(name))(value, [], misfits);
    return misfits.map((misfit) => problemOf(misfit, value, names.get(misfit.schema)));
  };
});

const prefix = '#/$defs/';

/** A test that is made when a value first needs it. */
function later(make: () => Test): Test {
  let test: Test | undefined;
  return (value, keys, misfits) => {
    test ??= make();
    test(value, keys, misfits);
  };
}

/** Everything but references and unions, which stand alone. */
function schemaTest(schema: JsonObject, testOf: (schema: JsonObject) => Test): Test {
  const types = schema.type === undefined ? undefined : ([schema.type].flat() as string[]);
  const allowed = schema.enum as readonly Json[] | undefined;
  const ofObject = objectTest(schema, testOf);
  const ofItem = schema.items === undefined ? undefined : testOf(schema.items as JsonObject);
  return (value, keys, misfits) => {
    if (types && !types.some((type) => isOfType(value, type))) {
      misfits.push({ keyword: 'type', keys: [...keys], schema, allowed: types });
    }
    if (schema.const !== undefined && value !== schema.const) {
      misfits.push({ keyword: 'const', keys: [...keys], schema, allowed: [schema.const] });
    }
    if (allowed && !allowed.includes(value)) misfits.push({ keyword: 'enum', keys: [...keys], schema, allowed });
    if (isJsonObject(value)) ofObject(value, keys, misfits);
    else if (ofItem && Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) below(keys, `${i}`, value[i] as Json, ofItem, misfits);
    }
  };
}

function objectTest(
  schema: JsonObject,
  testOf: (schema: JsonObject) => Test,
): (value: JsonObject, keys: string[], misfits: Misfit[]) => void {
  const required = (schema.required ?? []) as readonly string[];
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonObject>>).map(
    ([name, property]) => ({ name, test: testOf(property) }),
  );
  const known = new Set(properties.map(({ name }) => name));
  const { additionalProperties } = schema;
  const ofOthers = isJsonObject(additionalProperties) ? testOf(additionalProperties) : undefined;
  return (value, keys, misfits) => {
    for (const member of required) {
      if (value[member] === undefined) misfits.push({ keyword: 'required', keys: [...keys, member], schema });
    }
    if (additionalProperties === false || ofOthers) {
      for (const name of Object.keys(value)) {
        if (known.has(name)) continue;
        if (ofOthers) below(keys, name, value[name] as Json, ofOthers, misfits);
        else misfits.push({ keyword: 'additionalProperties', keys: [...keys, name], schema });
      }
    }
    for (const { name, test } of properties) {
      const member = value[name];
      if (member !== undefined) below(keys, name, member, test, misfits);
    }
  };
}

function below(keys: string[], key: string, member: Json, test: Test, misfits: Misfit[]): void {
  keys.push(key);
  test(member, keys, misfits);
  keys.pop();
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return typeof value === 'number' && !(value % 1);
    default:
      return typeof value === type;
  }
}

function unionTest(branches: readonly Branch[], testOf: (schema: JsonObject) => Test): Test {
  const tests = new Map(branches.map((branch) => [branch, later(() => testOf(branch.schema))]));
  return (value, keys, misfits) => {
    const meant = choose(branches, value);
    if ('wrongTypes' in meant) {
      misfits.push({ keyword: 'type', keys: [...keys], allowed: meant.wrongTypes });
      return;
    }
    if ('tag' in meant) {
      const { tag, values, isAbsent } = meant;
      const at = [...keys, tag];
      misfits.push(isAbsent ? { keyword: 'required', keys: at } : { keyword: 'enum', keys: at, allowed: values });
      return;
    }
    let best: readonly Misfit[] | undefined;
    for (const branch of meant.branches) {
      const own: Misfit[] = [];
      tests.get(branch)?.(value, keys, own);
      if (own.length === 0) return;
      if (!best || costOf(own) < costOf(best)) best = own;
    }
    const listed = meant.branches.flatMap((branch) => branch.values ?? []);
    const isScalar = typeof value !== 'object' || value === null;
    if (isScalar && listed.length > 0) misfits.push({ keyword: 'enum', keys: [...keys], allowed: listed });
    else misfits.push(...(best ?? []));
  };
}

/**
 * Distance of a value from a branch: wrong members weigh more than missing ones, and those more than unknown ones. Newly required
 * members that are missing weigh nothing.
 */
const costOf = (misfits: readonly Misfit[]): number =>
  misfits.reduce(
    (total, misfit) => total + (kindOf(misfit) === 'missing' ? 0 : (weights[misfit.keyword] ?? 10_000)),
    0,
  );

const weights: Readonly<Partial<Record<Misfit['keyword'], number>>> = { additionalProperties: 1, required: 100 };
