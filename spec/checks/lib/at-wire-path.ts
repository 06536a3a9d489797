import { isJsonObject, type Json } from '../../../files/canonical-json.ts';
import type { Step } from '../../engine/trace.ts';

/**
 * What stands on the wire at a place of a JSON request: `exchanges[0].request.body.tools[1]`; `undefined` where that is no
 * such place.
 */
export function atWirePath({ exchanges }: Step, path: string | undefined): Json | undefined {
  const [, exchange, inBody] = /^exchanges\[(\d+)\]\.request\.body(.*)$/.exec(path ?? '') ?? [];
  if (inBody === undefined) return undefined;
  let value = jsonOf(exchanges[Number(exchange)]?.request.body?.text);
  for (const [, member, index] of inBody.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined) value = Array.isArray(value) ? value[Number(index)] : undefined;
    else
      value = isJsonObject(value) && member !== undefined && Object.hasOwn(value, member) ? value[member] : undefined;
  }
  return value;
}

function jsonOf(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
