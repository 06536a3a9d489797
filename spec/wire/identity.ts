/** What a provider calls an answer, and which model it says gave it. */
import type { JsonObject } from '../../files/canonical-json.ts';
import type { LocatedFact } from '../facts/fact.ts';
import { asString } from './json.ts';

interface Name {
  readonly text: string;
  readonly path: string;
}

/** The names in one body, or in one event of a stream. */
export interface Identity {
  readonly id?: Name;
  readonly model?: Name;
}

/**
 * The names in an object. An empty one is none: some services begin a stream with an event that is about no answer yet.
 *
 * @param members where they stand, if elsewhere than in `id` and `model`
 */
export function identityIn(object: JsonObject, path: string, members = { id: 'id', model: 'model' }): Identity {
  const named = (member: string): Name | undefined => {
    const text = asString(object[member]);
    return text ? { text, path: `${path}.${member}` } : undefined;
  };
  const [id, model] = [named(members.id), named(members.model)];
  return { ...(id ? { id } : {}), ...(model ? { model } : {}) };
}

/** Of several that make one answer, one after the other, the last counts, and the others stand beside it. */
export function identityFacts(identities: readonly Identity[]): LocatedFact[] {
  const id = lastOf(identities.flatMap((identity) => identity.id ?? []));
  const model = lastOf(identities.flatMap((identity) => identity.model ?? []));
  return [
    ...(id ? [{ fact: { kind: 'response-id', id: id.text, ...id.rest } as const, path: id.path }] : []),
    ...(model ? [{ fact: { kind: 'model', model: model.text, ...model.rest } as const, path: model.path }] : []),
  ];
}

function lastOf(
  names: readonly Name[],
): (Name & { readonly rest: { readonly before?: readonly string[] } }) | undefined {
  const last = names.at(-1);
  const before = [...new Set(names.map(({ text }) => text))].filter((text) => text !== last?.text);
  return last && { ...last, rest: before.length === 0 ? {} : { before } };
}

/** The id of a message, where it has one; beside what the message says, which may be nothing. */
export function messageIdFact(id: unknown, path: string, said: readonly LocatedFact[]): LocatedFact[] {
  if (typeof id !== 'string' || id === '') return [];
  return [{ fact: { kind: 'message-id', id, ...(said.length === 0 ? { silent: true } : {}) }, path }];
}
