/** Small changes to definitions, for sources whose SDK says more or less than the wire. */
import type { JsonObject } from '../../files/canonical-json.ts';
import type { Definitions } from './source.ts';

/** Members of a definition that the SDK adds, and the wire does not have in the body: `output_text`, parameters of the path. */
export function withoutMembers(definitions: Definitions, name: string, members: readonly string[]): Definitions {
  const schema = definitions[name];
  const {
    properties = {},
    required = [],
    ...rest
  } = (schema ?? {}) as {
    properties?: JsonObject;
    required?: readonly string[];
  };
  for (const member of members) {
    if (!Object.hasOwn(properties, member)) throw new Error(`${name} has no member "${member}" to leave out`);
  }
  const kept = Object.entries(properties).filter(([key]) => !members.includes(key));
  return {
    ...definitions,
    [name]: {
      ...(rest as JsonObject),
      properties: Object.fromEntries(kept),
      required: required.filter((key) => !members.includes(key)),
    },
  };
}
