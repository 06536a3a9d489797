import type { EmptyEvent, FaultTraits } from '../../../recordings/faults/fault.ts';
import { eventFrame, kindOf } from '../../../recordings/faults/response-parts.ts';
import { optional } from '../../../recordings/faults/tolerance/empty-events.ts';
import { awsFaults } from '../families/aws/fault-traits.ts';

const emptyEvents: readonly EmptyEvent[] = [
  {
    what: 'an empty chunk',
    source: 'PayloadPart.bytes of @aws-sdk/client-bedrock-agent-runtime: optional',
    behind: (json, part) =>
      optional(kindOf(part) === 'chunk' && typeof json.bytes === 'string' ? eventFrame('chunk', {}) : undefined),
  },
];

/** No list holds things of several kinds: each event holds one thing. */
export const faults: FaultTraits = { ...awsFaults, emptyEvents };
