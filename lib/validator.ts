import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';

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

/** How often a part occurs, by the object that it is. */
type Occurrences = ReadonlyMap<object, number>;

/**
 * The same schema with each part that occurs more than once said once, below `$defs`: schemas are composed of others, and what compiles them
 * makes code for each place where it is met. A schema that refers to itself in words of its own is left as it is. Pure.
 */
export function hoistDefinitions(schema: object): object {
  const occurrences = new Map<object, number>();
  if (!count(schema, occurrences)) return schema;
  const names = new Map<object, string>();
  const definitions: Record<string, unknown> = {};
  const shared = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (!isWorthIt(part, occurrences)) return members(part);
    let name = names.get(part);
    if (name === undefined) {
      name = `shared-${names.size}`;
      names.set(part, name);
      definitions[name] = members(part);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const members = (part: object): unknown =>
    Array.isArray(part)
      ? part.map(shared)
      : Object.fromEntries(Object.entries(part).map(([key, member]) => [key, isValue(key) ? member : shared(member)]));
  return { ...(members(schema) as object), $defs: definitions };
}

/** By these a schema refers to parts of itself, or has them referred to. */
const ownWords: readonly string[] = ['$ref', '$dynamicRef', '$anchor', '$dynamicAnchor', '$defs', 'definitions'];

/** What is a value, and no schema, whatever it looks like. */
const isValue = (key: string): boolean => ['const', 'enum', 'default', 'examples'].includes(key);

/** Small ones are as short as what refers to them. */
const isWorthIt = (part: object, occurrences: Occurrences): boolean =>
  !Array.isArray(part) && ('properties' in part || 'items' in part) && (occurrences.get(part) ?? 0) > 1;

/** False as soon as there is a name or a reference of the schema's own: what is moved might be meant by it. */
function count(part: object, occurrences: Map<object, number>): boolean {
  occurrences.set(part, (occurrences.get(part) ?? 0) + 1);
  return Object.entries(part).every(([key, member]) => {
    if (ownWords.includes(key)) return false;
    return isValue(key) || typeof member !== 'object' || member === null || count(member, occurrences);
  });
}
