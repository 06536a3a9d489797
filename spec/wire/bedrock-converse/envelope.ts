import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Unread } from '../../facts/fact.ts';
import { asObject, asString, otherMembers } from '../json.ts';
import type { PlacedMessage } from './placed.ts';

/**
 * Members of an answer, and of the events that say the same of a stream, that are read or say nothing of what was answered: how
 * long it took, how it was served, and `p`, letters that hide the length of what is sent.
 */
const known = new Set(['output', 'stopReason', 'usage', 'metrics', 'performanceConfig', 'serviceTier', 'p']);

/** What surrounds the content of a message: why it stopped, what it cost, and what there is no word for. */
export function readEnvelope(members: JsonObject, path: string): Pick<PlacedMessage, 'stop' | 'usage' | 'unread'> {
  const reason = asString(members.stopReason);
  const counts = asObject(members.usage);
  return {
    ...(reason === undefined ? {} : { stop: { reason, path: `${path}.stopReason` } }),
    ...(counts === undefined ? {} : { usage: { counts, path: `${path}.usage` } }),
    unread: otherMembers(members, known).map(
      (name): Unread => ({ path: `${path}.${name}`, what: name || 'member without a name' }),
    ),
  };
}
