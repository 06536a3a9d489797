/** Where the parts of a request stand that rules are about. */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../../json.ts';

/** A block, and the place it stands at. */
export interface Found {
  readonly path: string;
  readonly role: 'user' | 'assistant';
  /** Counted from zero; neighbours of one role are one turn, as the service takes them. */
  readonly turn: number;
  readonly block: JsonObject;
}

/** Every block of the messages, in order. Text that is no list is a block of text; messages of the system stand aside. */
export function blocksIn(body: JsonObject): Found[] {
  const found: Found[] = [];
  let turn = -1;
  let before: string | undefined;
  for (const [i, value] of (asArray(body.messages) ?? []).entries()) {
    const { role, content } = asObject(value) ?? {};
    if (role !== 'user' && role !== 'assistant') continue;
    if (role !== before) turn++;
    before = role;
    const path = `body.messages[${i}].content`;
    if (typeof content === 'string') found.push({ path, role, turn, block: { type: 'text', text: content } });
    for (const [n, one] of (asArray(content) ?? []).entries()) {
      const block = asObject(one);
      if (block) found.push({ path: `${path}[${n}]`, role, turn, block });
    }
  }
  return found;
}

/** The number of turns. */
export const turnsIn = (body: JsonObject): number => {
  const roles = (asArray(body.messages) ?? []).map((message) => asObject(message)?.role);
  return roles.filter((role) => role === 'user' || role === 'assistant').filter((role, i, all) => role !== all[i - 1])
    .length;
};

export const blocksOf = (body: JsonObject, ...types: readonly string[]): Found[] =>
  blocksIn(body).filter(({ block }) => types.includes(asString(block.type) ?? ''));

/** A member of each, with its place. */
export const membersOf = (
  found: readonly { readonly path: string; readonly block: JsonObject }[],
  member: string,
): { path: string; value: unknown }[] =>
  found.map(({ path, block }) => ({ path: `${path}.${member}`, value: block[member] }));

/** Every declaration of a tool, with its place. */
export const toolsIn = (body: JsonObject): { path: string; tool: JsonObject; type: string }[] =>
  (asArray(body.tools) ?? []).flatMap((declared, i) => {
    const tool = asObject(declared);
    return tool ? [{ path: `body.tools[${i}]`, tool, type: asString(tool.type) ?? 'custom' }] : [];
  });

/** Functions of the application among the tools: the others have names of the provider's. */
export const functionsIn = (body: JsonObject) => toolsIn(body).filter(({ type }) => type === 'custom');
