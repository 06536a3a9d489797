import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Unread } from '../../facts/fact.ts';
import { identityIn } from '../identity.ts';
import { asObject, asString, otherMembers } from '../json.ts';
import type { PlacedMessage } from './placed.ts';

/** Members of a `Message` (and of `message_delta.delta`) that are read or that say nothing of the answer. */
const known = new Set([
  'id',
  'type',
  'role',
  'model',
  'content',
  'stop_reason',
  'stop_sequence',
  'stop_details',
  'usage',
]);

/** What surrounds the content of a message: its name and its model's, why it stopped, what it cost, and what there is no word for. */
export type Envelope = Omit<PlacedMessage, 'blocks'>;

export function readEnvelope(message: JsonObject, path: string): Envelope {
  const reason = asString(message.stop_reason);
  const why = asString(asObject(message.stop_details)?.explanation);
  const counts = asObject(message.usage);
  return {
    identity: identityIn(message, path),
    ...(reason === undefined
      ? {}
      : { stop: { reason, ...(why === undefined ? {} : { why }), path: `${path}.stop_reason` } }),
    ...(counts === undefined ? {} : { usage: { counts, path: `${path}.usage` } }),
    unread: otherMembers(message, known).map((name): Unread => ({ path: `${path}.${name}`, what: `message.${name}` })),
  };
}
