/** The calls of a conversation: results link to them, by id where the API gave one, else by name and order. */
import { isJsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content } from '../../../spec/contract/index.ts';
import { text } from '../shared/json.ts';
import { noId } from './answer-reader.ts';

interface KnownCall {
  readonly name: string;
  /** Its place among all calls: results without ids follow the order of their calls. */
  readonly order: number;
}

export type KnownCalls = ReadonlyMap<string, KnownCall>;

export function knownCalls(messages: readonly ChatMessage[]): KnownCalls {
  const calls = new Map<string, KnownCall>();
  for (const content of messages.flatMap(({ contents }) => contents)) {
    if (content.type !== 'function-call' && content.type !== 'action-call') continue;
    const name = content.type === 'function-call' ? content.name : text(content.actions[0]?.type);
    if (name !== undefined) calls.set(content.callId, { name, order: calls.size });
  }
  return calls;
}

/** The member `id`; none where the API gave none. */
export function idMember(callId: string): { id?: string } {
  return callId.startsWith(noId) ? {} : { id: callId };
}

/** The part that a content was read from, where it is one with this member. */
export function rawPart(content: Content, member: string) {
  const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
  return isJsonObject(raw) && member in raw ? raw : undefined;
}
