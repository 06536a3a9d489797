/** What several providers say alike of a web search. */
import type { Json } from '../../files/canonical-json.ts';
import type { WebSearchTool } from '../contract/index.ts';
import { asArray, asObject, asString } from './json.ts';

/** A list of texts; `undefined` where it is none. */
export function textsOf(value: Json | undefined): string[] | undefined {
  const texts = asArray(value)?.filter((text) => typeof text === 'string');
  return texts?.length === asArray(value)?.length ? texts : undefined;
}

/** `{ type: "approximate", city, region, country, timezone }`; `undefined` where nothing of it is said. */
export function userLocationOf(value: Json | undefined): WebSearchTool['userLocation'] {
  const location = asObject(value);
  const said = (['city', 'region', 'country', 'timezone'] as const).flatMap((name) => {
    const text = asString(location?.[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}
