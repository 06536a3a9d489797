/** Whether a value fits a definition of a wire schema, and what of it does not. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Branch, branchesOf, choose } from './branches.ts';
import type { WireDocument } from './document.ts';
import { problemOf, type SchemaProblem } from './problem.ts';

/** What of a value does not fit a definition; empty where all of it does. */
export type Fit = (definition: string, value: Json) => SchemaProblem[];

const made = new WeakMap<WireDocument, Fit>();

/**
 * Validates values against a document's definitions, with ajv. A definition is compiled when a value first needs it.
 *
 * A union's errors are those of the branch that is meant: the one that the value's tag names, or else the one that it comes
 * nearest to. ajv's own `anyOf` gives those of all branches, and compiles all of them at once.
 */
export function fitOf(document: WireDocument): Fit {
  const known = made.get(document);
  if (known) return known;
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    // The documents are generated; and ajv's own meta-schema is written with the anyOf that is replaced below.
    meta: false,
    validateSchema: false,
    validateFormats: false,
    code: { optimize: false },
  });
  const validators = new Map<JsonObject, ValidateFunction>();
  const definition = (name: string): JsonObject => schemas[name] ?? {};
  const compiled = (schema: JsonObject): ValidateFunction => {
    const validate = validators.get(schema) ?? ajv.compile(schema);
    validators.set(schema, validate);
    return validate;
  };
  ajv.removeKeyword('anyOf');
  ajv.addKeyword({
    keyword: 'anyOf',
    schemaType: 'array',
    errors: true,
    compile: (union: readonly Json[]) => unionValidator(branchesOf(union, definition), compiled),
  });
  // Each definition is a schema of its own, so that a branch that stands inside one can refer to it as well.
  const schemas = Object.fromEntries(Object.entries(document.$defs).map(([name, schema]) => [name, byName(schema)]));
  const names = new Map<object, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);
  const fit: Fit = (name, value) => {
    const validate = ajv.getSchema(name);
    if (!validate) throw new Error(`the wire schemas "${document.title}" have no definition "${name}"`);
    if (validate(value)) return [];
    const owner = ({ parentSchema }: ErrorObject) => parentSchema && names.get(parentSchema);
    return (validate.errors ?? []).map((error) => problemOf(error, value, owner(error)));
  };
  made.set(document, fit);
  return fit;
}

function unionValidator(
  branches: readonly Branch[],
  compiled: (schema: JsonObject) => ValidateFunction,
): DataValidateFunction {
  const validate: DataValidateFunction = (value: Json, context?: DataValidationCxt) => {
    const errors = errorsOf(branches, value, compiled);
    const place = context?.instancePath ?? '';
    validate.errors = errors.map((error) => ({ ...error, instancePath: `${place}${error.instancePath ?? ''}` }));
    return errors.length === 0;
  };
  return validate;
}

function errorsOf(
  branches: readonly Branch[],
  value: Json,
  compiled: (schema: JsonObject) => ValidateFunction,
): Partial<ErrorObject>[] {
  const choice = choose(branches, value);
  if ('wrongTypes' in choice) return [{ keyword: 'type', params: { type: choice.wrongTypes } }];
  if ('tag' in choice) {
    const { tag, values, isAbsent } = choice;
    if (isAbsent) return [{ keyword: 'required', params: { missingProperty: tag } }];
    return [{ keyword: 'enum', instancePath: `/${tag}`, params: { allowedValues: values } }];
  }
  let best: readonly ErrorObject[] | undefined;
  for (const { schema } of choice.branches) {
    const validate = compiled(schema);
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    if (!best || costOf(errors) < costOf(best)) best = errors;
  }
  const listed = choice.branches.flatMap((branch) => branch.values ?? []);
  const isScalar = typeof value !== 'object' || value === null;
  return isScalar && listed.length > 0 ? [{ keyword: 'enum', params: { allowedValues: listed } }] : [...(best ?? [])];
}

/** How far a value is from a branch: what is wrong weighs more than what is missing, and that more than what is too much. */
const costOf = (errors: readonly ErrorObject[]): number =>
  errors.reduce((total, { keyword }) => total + (weights[keyword] ?? 10_000), 0);

const weights: Readonly<Record<string, number>> = { additionalProperties: 1, required: 100 };

const prefix = '#/$defs/';

function byName<T extends Json>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(byName) as unknown as T;
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).map(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [key, value.slice(prefix.length)] : [key, byName(value)],
  );
  return Object.fromEntries(members) as T;
}
