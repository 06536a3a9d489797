/** Mistral's own words in chat completions. Source: `@mistralai/mistralai`, `models/components`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { LocatedFact, Reading, Unread } from '../../facts/fact.ts';
import { type ChatDialect, type MessagePlaces, partsOf } from '../chat/dialect.ts';
import { toolChoice } from '../chat/request-options.ts';
import { asArray, asObject, asString } from '../json.ts';
import { mistralErrorFact } from '../mistral-error.ts';
import { mistralToolOf } from '../mistral-tools.ts';
import { contentOfPart } from './request-parts.ts';

export const mistralDialect: ChatDialect = {
  known: {
    // `p` is noise of a varying length, so that lengths on the way betray nothing.
    completion: new Set(['id', 'object', 'created', 'model', 'usage', 'p']),
    choice: new Set(['finish_reason']),
    message: new Set(['role', 'content', 'tool_calls']),
  },
  callsAreToldBy: 'id',
  errorOf: mistralErrorFact,
  idHeader: 'mistral-correlation-id',
  readMessage,
  contentOfPart,
  toolOf: (declaration, path) => mistralToolOf(declaration, path, 'mistral-chat'),
  memberReaders: {
    // `any` is the older word for `required`.
    tool_choice: (value) => toolChoice(value === 'any' ? 'required' : value),
  },
};

/**
 * The text of all its parts as one; each thought; the sources that a part names by their ids, which say nothing of the words that
 * rest on them. A part of another kind is what some tool gave, whole.
 */
function readMessage(message: JsonObject, at: MessagePlaces): Reading {
  const path = at.of('content');
  const parts = partsOf(message.content).map((part) => asObject(part) ?? {});
  const text = parts.map((part) => (part.type === 'text' ? (asString(part.text) ?? '') : '')).join('');
  const first = parts.find((part) => part.type === 'text' && part.text !== '');
  const facts: LocatedFact[] = [];
  const unread: Unread[] = [];
  for (const part of parts) {
    switch (part.type) {
      case 'text':
        if (part === first && text !== '') facts.push({ fact: { kind: 'text', text }, path });
        break;
      case 'thinking':
        facts.push(...thought(part, path));
        break;
      case 'reference':
        for (const id of asArray(part.reference_ids) ?? [])
          facts.push({
            fact: { kind: 'citation', target: String(id), state: { reference_ids: part.reference_ids ?? null } },
            path,
          });
        break;
      case undefined:
        unread.push({ path, what: 'content part without a type' });
        break;
      default:
        facts.push({ fact: { kind: 'hosted-result', tool: asString(part.type) ?? '', payload: part }, path });
    }
  }
  return { facts, unread };
}

function thought(part: JsonObject, path: string): LocatedFact[] {
  const text = textOfThought(part.thinking);
  const protectedData = asString(part.signature) ?? '';
  if (text === '' && protectedData === '') return [];
  return [{ fact: { kind: 'reasoning', text, ...(protectedData === '' ? {} : { protectedData }) }, path }];
}

/** The words of a thought; what else it holds (where it looked) is no part of them. */
function textOfThought(pieces: Json | undefined): string {
  if (typeof pieces === 'string') return pieces;
  return (asArray(pieces) ?? []).map((piece) => asString(asObject(piece)?.text) ?? '').join('');
}
