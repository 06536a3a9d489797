/** Whether a value fits a definition of a wire schema, and what of it does not. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { remembered } from '../../../files/remembered.ts';
import { type Branch, branchesOf, choose } from './branches.ts';
import type { WireDocument } from './document.ts';
import { type Misfit, problemOf, type SchemaProblem } from './problem.ts';

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
export const fitOf = remembered((document: WireDocument): Fit => {
  const { title, $defs } = document;
  const names = new Map<JsonObject | undefined, string>(Object.entries($defs).map(([name, schema]) => [schema, name]));
  const definition = (name: string): JsonObject => {
    const schema = Object.hasOwn($defs, name) ? $defs[name] : undefined;
    if (!schema) throw new Error(`the wire schemas "${title}" have no definition "${name}"`);
    return schema;
  };
  const referred = (reference: string): JsonObject => definition(reference.slice(prefix.length));
  const testOf: (schema: JsonObject) => Test = remembered((schema: JsonObject): Test => {
    const { $ref, anyOf } = schema;
    if (typeof $ref === 'string') return (...value) => testOf(referred($ref))(...value);
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
      for (const [i, item] of value.entries()) below(keys, `${i}`, () => ofItem(item, keys, misfits));
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
        if (ofOthers) below(keys, name, () => ofOthers(value[name] as Json, keys, misfits));
        else misfits.push({ keyword: 'additionalProperties', keys: [...keys, name], schema });
      }
    }
    for (const { name, test } of properties) {
      const member = value[name];
      if (member !== undefined) below(keys, name, () => test(member, keys, misfits));
    }
  };
}

function below(keys: string[], key: string, test: () => void): void {
  keys.push(key);
  test();
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
  return (value, keys, misfits) => {
    const choice = choose(branches, value);
    if ('wrongTypes' in choice) {
      misfits.push({ keyword: 'type', keys: [...keys], allowed: choice.wrongTypes });
      return;
    }
    if ('tag' in choice) {
      const { tag, values, isAbsent } = choice;
      const at = [...keys, tag];
      misfits.push(isAbsent ? { keyword: 'required', keys: at } : { keyword: 'enum', keys: at, allowed: values });
      return;
    }
    let best: readonly Misfit[] | undefined;
    for (const { schema } of choice.branches) {
      const own: Misfit[] = [];
      testOf(schema)(value, keys, own);
      if (own.length === 0) return;
      if (!best || costOf(own) < costOf(best)) best = own;
    }
    const listed = choice.branches.flatMap((branch) => branch.values ?? []);
    const isScalar = typeof value !== 'object' || value === null;
    if (isScalar && listed.length > 0) misfits.push({ keyword: 'enum', keys: [...keys], allowed: listed });
    else misfits.push(...(best ?? []));
  };
}

/** How far a value is from a branch: what is wrong weighs more than what is missing, and that more than what is too much. */
const costOf = (misfits: readonly Misfit[]): number =>
  misfits.reduce((total, { keyword }) => total + (weights[keyword] ?? 10_000), 0);

const weights: Readonly<Partial<Record<Misfit['keyword'], number>>> = { additionalProperties: 1, required: 100 };
