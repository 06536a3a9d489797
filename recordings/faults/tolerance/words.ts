/** Words for why an answer ended that nobody knew. */
import { isJsonObject, type Json } from '../../../files/canonical-json.ts';
import { partsOf, withParts } from '../answer.ts';
import type { FaultsOf } from '../fault.ts';
import { news } from './news.ts';

/** By provider API: the member that says why an answer ended, behind that it is a member of. An API that says it in no word of its own has none. */
const reasons: Readonly<Record<string, string>> = {
  anthropic: 'stop_reason',
  'openai-chat': 'finish_reason',
  'mistral-chat': 'finish_reason',
  google: 'finishReason',
  'bedrock-converse': 'stopReason',
  'openai-responses': 'incomplete_details.reason',
  'azure-foundry-v2': 'incomplete_details.reason',
  'openai-assistants': 'incomplete_details.reason',
  'azure-foundry-agents': 'incomplete_details.reason',
};

export const apisWithReasons: readonly string[] = Object.keys(reasons);

/**
 * A reason to end that is new. The caller learns it as it is: reasons are an open list. Source: M.E.AI `ChatFinishReason`, which
 * holds any word.
 */
export const newReasons: FaultsOf = (response, operation, providerApi = '') => {
  const name = reasons[providerApi];
  const parts = name === undefined ? [] : partsOf(response).filter(({ json }) => isSaid(json, name));
  if (name === undefined || parts.length === 0) return [];
  return [
    {
      covers: [`${operation} ${name}`],
      what: `${name} of the answer to ${operation} is a new word`,
      arrives: () => withParts(response, new Map(parts.map(({ at, json }) => [at, replaced(json, name)]))),
    },
  ];
};

const isSaid = (json: Json, name: string): boolean => JSON.stringify(replaced(json, name)) !== JSON.stringify(json);

function replaced(json: Json, path: string, within = ''): Json {
  if (Array.isArray(json)) return json.map((each) => replaced(each, path));
  if (!isJsonObject(json)) return json;
  const members = Object.entries(json).map(([key, value]) => [
    key,
    isOf(path, within, key) && typeof value === 'string' ? inTheSpellingOf(value) : replaced(value, path, key),
  ]);
  return Object.fromEntries(members);
}

const isOf = (path: string, within: string, key: string): boolean => path === key || path === `${within}.${key}`;

/** A new word, written in capitals where the known ones are. */
const inTheSpellingOf = (word: string): string => (word === word.toUpperCase() ? news.toUpperCase() : news);
