import { scrubBody } from '../../recordings/scrub/body.ts';
import type { ChatOptions } from '../contract/index.ts';
import type { CaseOutcome } from '../engine/run.ts';
import { withNamedIds } from './made-up.ts';
import { type Evidence, evidenceVersion } from './schema.ts';

/** All that was seen of a case, or nothing where it was never played. Pure. */
export function evidenceOf({ case: c, cassette, trace, judgement }: CaseOutcome): Evidence | undefined {
  if (!trace || !judgement) return undefined;
  return {
    version: evidenceVersion,
    case: c.id,
    mode: c.mode,
    provenance: cassette?.provenance ?? null,
    steps: judgement.steps.map(({ step, wire, adapter }) => ({
      turn: step.turn,
      options: scrubbed(step.options),
      exchanges: [...step.exchanges],
      unexpected: [...step.unexpected],
      wire: [...wire.facts],
      adapter: withNamedIds([...adapter.facts], wire.facts),
      unread: [...wire.unread],
      ...(step.error ? { error: step.error } : {}),
      warnings: step.response?.warnings ?? [],
    })),
    ...(trace.closing.length > 0 ? { closing: [...trace.closing] } : {}),
    unconsumed: [...trace.unconsumed],
    late: [...trace.late],
    connections: { ...trace.connections, refused: [...trace.connections.refused] },
  };
}

/** A caller's options without what opens somebody's server. */
function scrubbed(options: ChatOptions): unknown {
  return JSON.parse(scrubBody({ text: JSON.stringify(options) }, 'application/json').text);
}
