import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { FaultTraits } from '../../../recordings/faults/fault.ts';
import { responsesFaults } from '../families/responses/fault-traits.ts';

const indexes: ReadonlySet<string> = new Set(['output_index', 'content_index', 'summary_index', 'sequence_number']);

/** Whether the order of items is that of their indexes; elsewhere nothing but the index says it. */
function beginInOrder(events: readonly JsonObject[]): boolean {
  let next = 0;
  return events.every(({ output_index: index }) => typeof index !== 'number' || index < next || index === next++);
}

export const faults: FaultTraits = {
  ...responsesFaults,
  missingIndexes: {
    what: 'without indexes',
    source: 'https://github.com/ggml-org/llama.cpp/issues/20607',
    arrives: (json, all) => {
      if (!beginInOrder(all)) return json;
      const kept = Object.entries(json).filter(([name]) => !indexes.has(name));
      return kept.length === Object.keys(json).length ? json : Object.fromEntries(kept);
    },
  },
};
