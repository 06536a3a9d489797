/**
 * What the entries of an answer say, however they travelled. Source: `ConversationResponse.outputs` of `@mistralai/mistralai`.
 *
 * - A call with a `confirmation_status` is one of a tool that the provider runs, for only those are declared with one: pending,
 *   it asks for leave; decided, it is a hosted call.
 * - An execution is a hosted call, and a result where it has `info`. The members of that have no public type: whatever it holds
 *   is the payload.
 * - A handoff, and an entry of an unknown type, is a result, whole: nothing is lost because it is new.
 */
import { type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import { linkedFact } from '../../facts/data-facts.ts';
import type { Fact, FactReading, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { asArray, asObject, asString, otherMembers, parseJson } from '../../wire/json.ts';
import { messageIdFact, sourceNamed } from '../../wire/shared-facts.ts';

/** An entry and the place it was read from. */
export interface PlacedEntry {
  readonly entry: JsonObject;
  readonly path: string;
}

/** The facts of entries, in order. */
export function readEntries(entries: readonly PlacedEntry[]): FactReading {
  const readings = entries.map(readEntry);
  return { facts: readings.flatMap(({ facts }) => facts), unread: readings.flatMap(({ unread }) => unread) };
}

/** Members that every entry may have, and that say who and when. */
const envelope = ['object', 'type', 'created_at', 'completed_at', 'agent_id', 'model', 'id'];

function readEntry({ entry, path }: PlacedEntry): FactReading {
  const others = (known: readonly string[]): Unrecognized[] =>
    otherMembers(entry, new Set([...envelope, ...known])).map((name) => ({
      path: `${path}.${name}`,
      what: `${toText(entry.type)}.${name}`,
    }));
  const located = (...facts: Fact[]): LocatedFact[] => facts.map((fact) => ({ fact, path }));
  switch (entry.type) {
    case 'message.output': {
      const { facts, unread } = readMessage(entry.content ?? null, path);
      return {
        facts: [...facts, ...messageIdFact(entry.id, `${path}.id`, facts)],
        unread: [...unread, ...others(['role', 'content'])],
      };
    }
    case 'function.call':
      return {
        facts: located(callOf(entry)),
        unread: others(['tool_call_id', 'name', 'arguments', 'confirmation_status']),
      };
    case 'tool.execution':
      return {
        facts: located(...executionOf(entry)),
        // Recorded traffic has the name once more, as `function`.
        unread: others(['name', 'arguments', 'info', 'function']),
      };
    default: {
      const tool = asString(entry.type);
      if (tool === undefined) return { facts: [], unread: [{ path, what: 'entry without a type' }] };
      return { facts: located({ kind: 'hosted-result', tool, payload: entry, ...idOf(entry.id) }), unread: [] };
    }
  }
}

/** What a call asks of whom. */
export function callOf(entry: JsonObject): Fact {
  const { tool_call_id: id, confirmation_status: status = null } = entry;
  const name = asString(entry.name) ?? '';
  const asked = argumentsOf(entry.arguments);
  if (status === null) return { kind: 'call', name, arguments: asked === '' ? {} : asked, ...idOf(id) };
  if (status === 'pending') return { kind: 'approval-request', tool: name, arguments: asked, id: asString(id) ?? '' };
  return { kind: 'hosted-call', tool: name, arguments: asked, ...idOf(id) };
}

function executionOf({ id, name, arguments: asked, info = null }: JsonObject): Fact[] {
  const named = { tool: asString(name) ?? '', ...idOf(id) };
  const call: Fact = { kind: 'hosted-call', arguments: argumentsOf(asked), ...named };
  return info === null ? [call] : [call, { kind: 'hosted-result', payload: info, ...named }];
}

/** Written as JSON in a text, or as the object itself. */
export function argumentsOf(written: Json | undefined): Json {
  return typeof written === 'string' ? (parseJson(written) ?? written) : (written ?? null);
}

const idOf = (id: Json | undefined): { id?: string } => (typeof id === 'string' ? { id } : {});

/** True for an entry after which the application must act. */
export function endsTurn({ type, confirmation_status: status = null }: JsonObject): boolean {
  return type === 'function.call' && (status === null || status === 'pending');
}

// What a message of the model says. Source: `MessageOutputEntry`, `OutputContentChunks` of `@mistralai/mistralai`.

/** The chunks of a content that is a text or a list. */
export const chunksOf = (content: Json): JsonObject[] =>
  typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : (asArray(content) ?? []).map((chunk) => asObject(chunk) ?? {});

/** All texts as one, then chunk by chunk what else there is. A reference has no offsets: which words rest on it is not said. */
function readMessage(content: Json, path: string): FactReading {
  const chunks = chunksOf(content);
  const text = chunks.map((chunk) => (chunk.type === 'text' ? (asString(chunk.text) ?? '') : '')).join('');
  const reading = {
    facts: text === '' ? [] : [{ fact: { kind: 'text' as const, text } as Fact, path }],
    unread: [] as { path: string; what: string }[],
  };
  for (const [i, chunk] of chunks.entries()) {
    if (chunk.type === 'text') continue;
    const at = `${path}.content[${i}]`;
    const fact = factOf(chunk);
    if (fact) reading.facts.push({ fact, path: at });
    else reading.unread.push({ path: at, what: asString(chunk.type) ?? 'chunk without a type' });
  }
  return reading;
}

function factOf(chunk: JsonObject): Fact | undefined {
  switch (chunk.type) {
    case 'tool_reference':
      return {
        kind: 'citation',
        target: asString(chunk.url) ?? asString(chunk.title) ?? '',
        ...sourceNamed(chunk.title, chunk.description),
        state: { tool: chunk.tool ?? null, title: chunk.title ?? null, url: chunk.url ?? null },
      };
    case 'tool_file': {
      const name = asString(chunk.file_name);
      return { kind: 'file', id: asString(chunk.file_id) ?? '', ...(name === undefined ? {} : { name }) };
    }
    case 'thinking': {
      const protectedData = asString(chunk.signature) || undefined;
      const text = thoughtOf(chunk);
      if (text === '' && protectedData === undefined) return undefined;
      return { kind: 'reasoning', text, ...(protectedData === undefined ? {} : { protectedData }) };
    }
    case 'image_url':
      return linkedFact(asString(chunk.image_url) ?? asString(asObject(chunk.image_url)?.url) ?? '');
    case 'document_url':
      return linkedFact(asString(chunk.document_url) ?? '');
    case undefined:
      return undefined;
    default:
      return { kind: 'hosted-result', tool: asString(chunk.type) ?? '', payload: chunk };
  }
}

/** The words of a chunk of thinking. */
export const thoughtOf = ({ thinking }: JsonObject): string =>
  (asArray(thinking) ?? []).map((part) => asString(asObject(part)?.text) ?? '').join('');
