import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { hoistDefinitions } from './hoist-schema-definitions.ts';

const compiled = new WeakMap<object, ValidateFunction>();

/** The compiled ajv validator of a schema; compiled at most once, and only when first asked for. */
export function validatorFor(schema: TSchema | Record<string, unknown>): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  // One instance per schema: scenarios bring schemas of their own, and two may carry the same $id.
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    discriminator: true,
    strict: false,
    // Most schemas check few values: making their code shorter takes longer than running it as it is.
    code: { optimize: false },
    validateFormats: false,
    // The schema of schemas takes longer to compile than any of them. Those of this project are its types, which tests check.
    meta: false,
    validateSchema: false,
  });
  const validate = ajv.compile(hoistDefinitions(schema));
  compiled.set(schema, validate);
  return validate;
}
