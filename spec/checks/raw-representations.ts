/** What was returned as the provider's own object is all of it. */
import { isJsonObject, isSame, type Json, type JsonObject } from '../../lib/canonical-json.ts';
import { readPartsOf } from '../../recordings/faults/response-parts.ts';
import { shown } from '../facts/describe.ts';
import {
  type Check,
  type CheckOutcome,
  contractSource,
  type Found,
  type JudgedStep,
  mergeOutcomes,
  notApplicable,
} from './check.ts';
import { isEmpty } from './lib/request-contents.ts';

export const returnsRawComplete: Check = {
  id: 'returns-raw-complete',
  level: 'MUST',
  title: 'A raw representation has all members of the provider’s object.',
  reason: 'It is the only place of members that the contract has no name for, such as the text that a citation quotes.',
  sources: [contractSource, { title: 'M.E.AI AIContent.RawRepresentation, ChatResponse.RawRepresentation' }],
  of: ['scenario'],
  judge: ({ steps }) => mergeOutcomes(steps.flatMap((judged) => [judgeContents(judged), judgeResponse(judged)])),
};

/** A raw representation with its place in what the adapter returned. */
interface Raw {
  readonly raw: JsonObject;
  readonly adapterPath: string;
}

function judgeContents({ step, path }: JudgedStep): CheckOutcome {
  const raws = (step.response?.messages ?? []).flatMap(({ contents }, m) =>
    contents.flatMap((content, c): Raw[] => {
      const place = `${path}.response.messages[${m}].contents[${c}]`;
      const annotations = content.type === 'text' ? (content.annotations ?? []) : [];
      const own = content.type === 'text' || content.type === 'reasoning' ? [] : [rawAt(content, place)];
      return [...own, ...annotations.map((one, a) => rawAt(one, `${place}.annotations[${a}]`))].flat();
    }),
  );
  if (raws.length === 0) return { compared: 0, findings: [] };
  const objects = step.exchanges.flatMap(({ response }, e) =>
    readPartsOf(response).flatMap(({ json }) => objectsIn(json).map((object) => ({ object, exchange: e }))),
  );
  const findings = raws.flatMap(({ raw, adapterPath }): Found[] => {
    const like = objects.filter(({ object }) => isPartOf(raw, object));
    const [first] = like;
    if (!first || like.some(({ object }) => lacking(raw, object).length === 0)) return [];
    const names = lacking(raw, first.object);
    return [
      {
        group: 'raw.thinned',
        message: `the raw representation lacks ${names.map((name) => `"${name}"`).join(', ')} of the provider’s object ${shown(first.object)}`,
        wirePath: `${path}.exchanges[${first.exchange}].response`,
        wire: first.object,
        adapterPath,
        adapter: raw,
      },
    ];
  });
  return { compared: raws.length, findings };
}

const rawAt = ({ rawRepresentation: raw }: { readonly rawRepresentation?: Json }, adapterPath: string): Raw[] =>
  isJsonObject(raw) ? [{ raw, adapterPath: `${adapterPath}.rawRepresentation` }] : [];

const objectsIn = (value: Json): JsonObject[] => {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap((member) => objectsIn(member ?? null));
  return isJsonObject(value) ? [value, ...below] : below;
};

/** Two members are the least by which an object is known again. */
function isPartOf(raw: JsonObject, object: JsonObject): boolean {
  const names = Object.keys(raw);
  return names.length > 1 && names.every((name) => name in object && isSame(raw[name] ?? null, object[name] ?? null));
}

/** Members that say something, and that the raw representation has not; an index says where a piece of a stream belongs. */
const lacking = (raw: JsonObject, object: JsonObject): string[] =>
  Object.keys(object).filter(
    (name) => !(name in raw) && name !== 'index' && object[name] !== null && !isEmpty(object[name]),
  );

// Members of the response, and not of a content. A raw representation of a response may be absent; one that is there has all of them.

/** An object with such a member is of the response as a whole. */
const marks = ['usage', 'usageMetadata', 'stopReason', 'choices', 'candidates'];

/** Members that hold the contents, which are judged one by one, or that only say what the object is. */
const others: ReadonlySet<string> = new Set([
  ...['content', 'output', 'outputs', 'steps', 'choices', 'candidates'],
  ...['type', 'object'],
]);

function judgeResponse({ step: { response, updates = [], exchanges }, path }: JudgedStep): CheckOutcome {
  if (!response) return notApplicable;
  const [whole, pieces] = [rawsOf(response), updates.flatMap(rawsOf)];
  const isAbsent = whole.length === 0 && pieces.length === 0;
  const envelopes = exchanges.flatMap(({ response: answer }, exchange) =>
    (isAbsent || answer.status >= 300 ? [] : readPartsOf(answer)).flatMap(({ json }) =>
      envelopesOf(json).map((object) => ({ object, exchange })),
    ),
  );
  const isGiven = (raw: JsonObject): boolean => envelopes.some(({ object }) => isOfProvider(raw, object));
  // What a library made of it is no representation of the provider's. Of an event, an SDK may tell the type beside it.
  if (!whole.some(isGiven) && !pieces.some((raw) => objectsNear(raw).some(isGiven))) return notApplicable;
  const within = [...response.messages, ...updates].flatMap((one) => [one, ...one.contents]).flatMap(rawsOf);
  const reach = reachOf([...whole, ...pieces, ...within]);
  const findings = envelopes.flatMap(({ object, exchange }) =>
    Object.entries(object).flatMap(([name, value = null]): Found[] =>
      others.has(name) || reach(name, value)
        ? []
        : [
            {
              group: 'raw.response-member',
              message: `the response has ${quotedMember(name, value)}, and no raw representation of the response or of an update has it`,
              wirePath: `${path}.exchanges[${exchange}].response`,
              wire: value,
              adapterPath: `${path}.${updates.length > 0 ? 'updates' : 'response'}`,
            },
          ],
    ),
  );
  return { compared: envelopes.length, findings };
}

const rawsOf = ({ rawRepresentation: raw = null }: { readonly rawRepresentation?: Json }): JsonObject[] =>
  (Array.isArray(raw) ? raw : [raw]).filter(isJsonObject);

const quotedMember = (name: string, value: Json): string => `"${name}": ${shown(value)}`;

/** An object and those that are its members: an event often holds the response, and an SDK the event. */
const objectsNear = (json: Json): JsonObject[] =>
  isJsonObject(json) ? [json, ...Object.values(json).filter((member) => isJsonObject(member))] : [];

const envelopesOf = (json: Json): JsonObject[] =>
  objectsNear(json).filter((object) => marks.some((name) => (object[name] ?? null) !== null));

/** True for an object of which at least half is on the wire, and two members: a library's own may have one in common. */
function isOfProvider(raw: JsonObject, object: JsonObject): boolean {
  const names = Object.keys(raw).filter((name) => (raw[name] ?? null) !== null);
  const equal = names.filter((name) => name in object && isSame(raw[name] ?? null, object[name] ?? null));
  return equal.length > 1 && equal.length * 2 >= names.length;
}

/**
 * Tells whether a member stands in one of some objects, at whatever depth; one that says nothing need not, and an object may stand there in
 * parts, or without what the provider's SDK does not know of it. Most stand near, and the rest is looked at where one does not.
 */
function reachOf(raws: readonly JsonObject[]): (name: string, value: Json) => boolean {
  const near = valuesIn(raws, objectsNear);
  const deep = valuesIn(raws, objectsIn);
  const reach = (name: string, value: Json): boolean =>
    value === null ||
    isEmpty(value) ||
    [near, deep].some((values) => values(name).some((there) => isSame(there, value) || isKnownOf(there, value))) ||
    (isJsonObject(value) && Object.entries(value).every(([inner, member = null]) => reach(inner, member)));
  return reach;
}

/** True for an object of which another one has every member: SDKs that parse by a model leave out what that does not have. */
const isKnownOf = (there: Json, value: Json): boolean =>
  isJsonObject(there) &&
  isJsonObject(value) &&
  !isEmpty(there) &&
  Object.entries(there).every(([name, member = null]) => isSame(member, value[name] ?? null));

/** The values of members by name, gathered when the first is asked for. */
function valuesIn(
  raws: readonly JsonObject[],
  objectsOf: (raw: JsonObject) => readonly JsonObject[],
): (name: string) => readonly Json[] {
  let values: Map<string, Json[]> | undefined;
  const gather = (): Map<string, Json[]> => {
    const all = new Map<string, Json[]>();
    for (const object of raws.flatMap(objectsOf)) {
      for (const name of Object.keys(object)) {
        const known = all.get(name);
        if (known) known.push(object[name] ?? null);
        else all.set(name, [object[name] ?? null]);
      }
    }
    return all;
  };
  return (name) => {
    values ??= gather();
    return values.get(name) ?? [];
  };
}
