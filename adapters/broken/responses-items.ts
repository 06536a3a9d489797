/** Items of the Responses API as a defect changes them, on either way. */
import type { Json, JsonObject } from '../../files/canonical-json.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import { inReadBody, inReadEvents, inSentBody } from './on-the-wire.ts';

/** A defect in the items that go out. */
export const inSentItems = (
  change: (items: readonly JsonObject[], body: JsonObject) => readonly JsonObject[],
): Tampering =>
  inSentBody((body) =>
    Array.isArray(body.input) ? { ...body, input: [...change(objectsIn(body.input), body)] } : body,
  );

/** A defect in the declarations that go out, in a request or with an agent. */
export const inSentTools = (change: (tool: JsonObject) => readonly JsonObject[]): Tampering =>
  inSentBody((body) => {
    const definition = body.definition as JsonObject | undefined;
    return {
      ...body,
      ...changedTools(body, change),
      ...(definition ? { definition: { ...definition, ...changedTools(definition, change) } } : {}),
    };
  });

const changedTools = ({ tools }: JsonObject, change: (tool: JsonObject) => readonly JsonObject[]): JsonObject =>
  Array.isArray(tools) ? { tools: objectsIn(tools).flatMap(change) } : {};

type ItemChange = (item: JsonObject) => readonly JsonObject[];

/** A defect in how each item of an answer is read, streamed or not; none drops it. */
export const inReadItems = (change: ItemChange): Tampering =>
  together(
    inReadBody((body) => withOutput(body, change)),
    inStreamedItems(change),
  );

/** The same where items are streamed alone. */
export const inStreamedItems = (change: ItemChange): Tampering =>
  inReadStream((event) => {
    if (isObject(event.item)) return change(event.item).map((item) => ({ ...event, item }));
    return isObject(event.response) ? [{ ...event, response: withOutput(event.response, change) }] : [event];
  });

/** A defect in how the events of a stream are read. */
export const inReadStream = (change: (event: JsonObject) => readonly JsonObject[]): Tampering =>
  inReadEvents((events) =>
    events.flatMap(({ event, data }) =>
      change(JSON.parse(data) as JsonObject).map((changed) => ({
        ...(event === undefined ? {} : { event: String(changed.type) }),
        data: JSON.stringify(changed),
      })),
    ),
  );

const withOutput = (response: JsonObject, change: ItemChange): JsonObject =>
  Array.isArray(response.output) ? { ...response, output: objectsIn(response.output).flatMap(change) } : response;

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectsIn = (values: readonly Json[]): JsonObject[] => values.filter(isObject);

/** An item without some of its members. */
export const without = (item: JsonObject, ...members: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !members.includes(name)));

/** Several defects in what is read, one upon the other. */
export const together = (...defects: readonly Tampering[]): Tampering => ({
  response: (response, request) => defects.reduce((read, defect) => defect.response?.(read, request) ?? read, response),
});

/** A message item with other annotations on its texts. */
export function annotated(
  item: JsonObject,
  change: (annotations: readonly JsonObject[]) => readonly JsonObject[],
): JsonObject {
  if (!Array.isArray(item.content)) return item;
  const content = item.content
    .filter(isObject)
    .map((part) =>
      Array.isArray(part.annotations) ? { ...part, annotations: [...change(part.annotations.filter(isObject))] } : part,
    );
  return { ...item, content };
}
