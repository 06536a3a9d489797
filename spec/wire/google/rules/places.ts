/** Where things stand in a body of `generateContent`: names in camel case, paths as that body would have them. */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import { remembered } from '../../../../files/remembered.ts';
import type { Exchange } from '../../../../recordings/format/exchange.ts';
import { asArray, asObject, asString } from '../../json.ts';
import type { Asked } from '../../rules/rule.ts';
import { inCamelCase } from '../proto-names.ts';

/** Something with the place where it stands. */
export interface Placed<T = JsonObject> {
  readonly path: string;
  readonly value: T;
}

/** A part, with the content that it stands in. */
export interface PlacedPart extends Placed {
  readonly turn: number;
  readonly role: string | undefined;
}

/** Vertex AI has the project in the path; nothing else tells the two surfaces apart. */
export const isVertex = ({ request }: Exchange): boolean => /\/(projects|publishers)\//.test(request.url);

/** The body with every name as the API itself writes it. */
export const camelBody = ({ body }: Pick<Asked, 'body'>): JsonObject => inCamel(body);

/** Each rule asks for it. */
const inCamel = remembered((body: JsonObject) => inCamelCase(body));

export function contentsIn(asked: Pick<Asked, 'body'>): Placed[] {
  return objectsIn(camelBody(asked).contents, 'body.contents');
}

export function partsIn(asked: Pick<Asked, 'body'>): PlacedPart[] {
  return contentsIn(asked).flatMap(({ path, value }, turn) =>
    objectsIn(value.parts, `${path}.parts`).map((part) => ({ ...part, turn, role: asString(value.role) })),
  );
}

/** Elements of `tools`, each with one or more tools by the member that declares them. */
export function toolsIn(asked: Pick<Asked, 'body'>): Placed[] {
  return objectsIn(camelBody(asked).tools, 'body.tools');
}

export function functionsIn(asked: Pick<Asked, 'body'>): Placed[] {
  return toolsIn(asked).flatMap(({ path, value }) =>
    objectsIn(value.functionDeclarations, `${path}.functionDeclarations`),
  );
}

/** The elements of a list; what is no object is an empty one, so that places stay what they are. */
export function objectsIn(list: unknown, path: string): Placed[] {
  return (asArray(list) ?? []).map((value, i) => ({ path: `${path}[${i}]`, value: asObject(value) ?? {} }));
}
