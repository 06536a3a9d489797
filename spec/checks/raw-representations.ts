/** What was returned as the provider's own object is all of it. */
import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../lib/canonical-json.ts';
import { partsOf } from '../../recordings/faults/response-parts.ts';
import { shown } from '../facts/describe.ts';
import { type Check, type CheckOutcome, contractSource, type Found, type JudgedStep, mergeOutcomes } from './check.ts';
import { isEmpty } from './lib/request-contents.ts';

export const returnsRawComplete: Check = {
  id: 'returns-raw-complete',
  level: 'MUST',
  title: 'A raw representation has all members of the provider’s object.',
  reason: 'It is the only place of members that the contract has no name for, such as the text that a citation quotes.',
  sources: [contractSource, { title: 'M.E.AI AIContent.RawRepresentation' }],
  of: ['scenario'],
  judge: ({ steps }) => mergeOutcomes(steps.map(judgeStep)),
};

/** A raw representation with its place in what the adapter returned. */
interface Raw {
  readonly raw: JsonObject;
  readonly adapterPath: string;
}

function judgeStep({ step, path }: JudgedStep): CheckOutcome {
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
    partsOf(response).flatMap(({ json }) => objectsIn(json).map((object) => ({ object, exchange: e }))),
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
  return (
    names.length > 1 && names.every((name) => name in object && jsonEquals(raw[name] ?? null, object[name] ?? null))
  );
}

/** Members that say something, and that the raw representation has not; an index says where a piece of a stream belongs. */
const lacking = (raw: JsonObject, object: JsonObject): string[] =>
  Object.keys(object).filter(
    (name) => !(name in raw) && name !== 'index' && object[name] !== null && !isEmpty(object[name]),
  );
