import { isJsonObject, type Json, jsonEquals, matchesObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { Trace } from '../../engine/trace.ts';
import { jsonOf } from '../../wire/json.ts';

/** An exchange with its place in a trace: `steps[0].exchanges[1]`. */
export interface PlacedExchange {
  readonly exchange: Exchange;
  readonly path: string;
}

/** All that went over the wire, in order. */
export const exchangesOf = ({ steps, closing }: Trace): PlacedExchange[] => [
  ...steps.flatMap(({ exchanges }, s) =>
    exchanges.map((exchange, i) => ({ exchange, path: `steps[${s}].exchanges[${i}]` })),
  ),
  ...closing.map((exchange, i) => ({ exchange, path: `closing[${i}]` })),
];

/** False where the recording answers with a refusal of the request: such a case is about the refusal. */
export const isAccepted = ({ exchange: { response, isRejected } }: { readonly exchange: Exchange }): boolean =>
  isRejected === true || (response.status !== 400 && response.status !== 422);

/**
 * Whether a place of a request is what the caller put there by break-glass: inside a raw tool, or a raw member of the request.
 * That is the caller's to answer for, and may well be newer than what is known here.
 *
 * @param path place below the exchange: `request.body.tools[1].type`
 */
export function isCallersOwn({ steps }: Trace, { exchange }: PlacedExchange, path: string): boolean {
  const keys = [...path.replace(/^request\.body/, '').matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(
    ([, k, i]) => k ?? i ?? '',
  );
  const body = jsonOf(exchange.request.body) ?? null;
  const options = steps.map((step) => step.options);
  const declared = options.flatMap(({ tools = [] }) => tools.flatMap((t) => (t.type === 'raw' ? [t.declaration] : [])));
  const patches = options.flatMap(({ rawRepresentation: patch }) => (patch === undefined ? [] : [patch as Json]));
  const along = [body, ...keys.map((_, i) => at(body, keys.slice(0, i + 1)))];
  return (
    along.some((value) => isJsonObject(value) && declared.some((raw) => matchesObject(value, raw))) ||
    patches.some((patch) => isPatched(patch, body, keys))
  );
}

/** RFC 7396: an object is merged, anything else stands as it is, and null takes away. */
function isPatched(patch: Json, body: Json | undefined, [key, ...rest]: readonly string[]): boolean {
  if (!isJsonObject(patch)) return patch === null ? body === undefined : jsonEquals(patch, body ?? null);
  if (key === undefined) return matchesObject(body, patch);
  const inPatch = patch[key];
  return inPatch !== undefined && isPatched(inPatch, at(body, [key]), rest);
}

function at(value: Json | undefined, keys: readonly string[]): Json | undefined {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as { readonly [name: string]: Json })[key];
  }
  return found;
}
