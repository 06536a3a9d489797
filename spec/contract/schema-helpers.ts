import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnion } from 'typebox';
import type { Json, JsonObject } from '../../lib/canonical-json.ts';

/** An object schema that knows all its members, with its name as title. */
export function closedObject<P extends TProperties>(title: string, properties: P): TObject<P> {
  return Type.Object(properties, { title, additionalProperties: false });
}

/**
 * A union of {@link closedObject} objects told apart by one member, `type` unless said otherwise. It becomes `oneOf` with ajv's `discriminator`, so that
 * a wrong member is one precise error instead of one per branch.
 */
export function discriminatedUnion<T extends TSchema[]>(title: string, branches: [...T], tag = 'type') {
  return Type.Unsafe<Static<TUnion<T>>>({
    title,
    type: 'object',
    discriminator: { propertyName: tag },
    required: [tag],
    oneOf: branches,
  });
}

/** Any JSON value. */
export const json = (description: string) => Type.Unsafe<Json>({ description });

/** Any JSON object. */
export const jsonObject = (description: string) => Type.Unsafe<JsonObject>({ type: 'object', description });
