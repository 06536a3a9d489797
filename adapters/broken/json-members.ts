/** Looking into JSON bodies of which a defect knows the shape. */
import { isJsonObject, type JsonObject } from '../../files/canonical-json.ts';

/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** The objects of a list; none of anything else. */
export const itemsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(membersOf) : []);
