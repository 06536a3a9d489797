/** Facts that answers of several provider APIs say alike. */
import { isJsonObject, type Json, type JsonObject, toText } from '../../lib/canonical-json.ts';
import type { ActionCallFact, Fact, LocatedFact } from '../facts/fact.ts';
import { asArray, asCount, asObject, asString } from './json.ts';

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

/** The texts of one message as one fact, at the place of the first that says something. */
export function joinText(facts: readonly LocatedFact[]): LocatedFact[] {
  const text = facts.map(({ fact }) => (fact.kind === 'text' ? fact.text : '')).join('');
  const first = facts.find(({ fact }) => fact.kind === 'text' && fact.text !== '');
  return facts.flatMap((located) => {
    if (located.fact.kind !== 'text') return [located];
    return located === first ? [{ fact: { kind: 'text', text }, path: located.path }] : [];
  });
}

/** The safety checks of an action, with what the wire says of each. */
export function pendingSafetyChecks(pending: Json | undefined): Pick<ActionCallFact, 'safetyChecks'> {
  const checks = (asArray(pending) ?? []).flatMap((check) => {
    const { id, code, message } = asObject(check) ?? {};
    const [named, words] = [asString(code), asString(message)];
    const said = {
      ...(named === undefined ? {} : { code: named }),
      ...(words === undefined ? {} : { message: words }),
    };
    return typeof id === 'string' ? [{ id, ...said }] : [];
  });
  return checks.length > 0 ? { safetyChecks: checks } : {};
}

/** What a source is called, and the words of it that are quoted, where a citation says so. */
export function sourceNamed(title: Json | undefined, quote?: Json | undefined): { title?: string; quote?: string } {
  const words = asString(quote);
  return { ...(asString(title) ? { title: toText(title) } : {}), ...(words === undefined ? {} : { quote: words }) };
}

// Parts of a text that a provider names by indexes which count characters: here Unicode code points, the end exclusive.

/** The words between two indexes; absent where these are missing or enclose none, as some citations of files do. */
export function spanOf(text: string, start: Json | undefined, end: Json | undefined): { span?: string } {
  const [from, to] = [asCount(start), asCount(end)];
  if (from === undefined || to === undefined) return {};
  const span = sliceCodePoints(text, from, to);
  return span === '' ? {} : { span };
}

function sliceCodePoints(text: string, from: number, to: number): string {
  const isPlain = !/[\ud800-\udfff]/.test(text);
  return isPlain ? text.slice(from, to) : [...text].slice(from, to).join('');
}

/** A price as an answer tells it, and where. */
interface PlacedUsage {
  readonly usage: Json | undefined;
  readonly path: string;
}

/**
 * Tokens summed over the answers of a call; input is all input, cached or not. Of what is cached and what is reasoning something
 * is said where any of them says it. Source: `CompletionUsage` of `openai`, which others took over.
 *
 * @param details names of the members that say more of the input and of the output
 */
export function tokenUsage(
  placed: readonly PlacedUsage[],
  details: { readonly input: string; readonly output: string },
): LocatedFact[] {
  const told = placed.flatMap(({ usage, path }) => (isJsonObject(usage) && saysTokens(usage) ? [{ usage, path }] : []));
  if (told.length === 0) return [];
  const sum = (countIn: (usage: JsonObject) => Json | undefined): number | undefined => {
    const counts = told.flatMap(({ usage }) => asCount(countIn(usage)) ?? []);
    return counts.length === 0 ? undefined : counts.reduce((total, count) => total + count, 0);
  };
  const cached = sum((usage) => asObject(usage[details.input])?.cached_tokens);
  const reasoning = sum((usage) => asObject(usage[details.output])?.reasoning_tokens);
  const fact: Fact = {
    kind: 'usage',
    inputTokens: sum(({ prompt_tokens }) => prompt_tokens) ?? 0,
    outputTokens: sum(({ completion_tokens }) => completion_tokens) ?? 0,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
  return [{ fact, path: told.map(({ path }) => path).join(' + ') }];
}

const saysTokens = (usage: JsonObject): boolean =>
  asCount(usage.prompt_tokens) !== undefined || asCount(usage.completion_tokens) !== undefined;
