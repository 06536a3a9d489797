import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Unread } from '../../facts/fact.ts';
import { asObject, asString, otherMembers } from '../json.ts';
import type { PlacedMessage } from './placed.ts';

/** Members of a `Message` (and of `message_delta.delta`) that are read or that say nothing of the answer. */
const known = new Set(['id', 'type', 'role', 'model', 'content', 'stop_reason', 'stop_sequence', 'usage']);

/** What surrounds the content of a message: why it stopped, what it cost, and what there is no word for. */
export type Envelope = Omit<PlacedMessage, 'blocks'>;

export function readEnvelope(message: JsonObject, path: string): Envelope {
  const reason = asString(message.stop_reason);
  const counts = asObject(message.usage);
  return {
    ...(reason === undefined ? {} : { stop: { reason, path: `${path}.stop_reason` } }),
    ...(counts === undefined ? {} : { usage: { counts, path: `${path}.usage` } }),
    unread: otherMembers(message, known).map((name): Unread => ({ path: `${path}.${name}`, what: `message.${name}` })),
  };
}
