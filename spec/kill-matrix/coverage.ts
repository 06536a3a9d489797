import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { type Phase, phases } from './known-defects.ts';
import type { PlayedDefect } from './schema.ts';

/** How many broken adapters there are, by column and phase. */
export interface Coverage {
  readonly count: (providerApi: ProviderApiId, phase: Phase) => number;
  /** Columns and phases that have none: there nothing proves that a defect would be seen. */
  readonly lacking: readonly string[];
}

/** Where broken adapters sit. Pure. */
export function coverageOf(matrix: readonly Pick<PlayedDefect, 'providerApi' | 'phase'>[]): Coverage {
  return {
    count: (providerApi, phase) => matrix.filter((b) => b.providerApi === providerApi && b.phase === phase).length,
    lacking: [
      ...providerApiIds.filter((id) => !matrix.some((b) => b.providerApi === id)),
      ...phases.filter((phase) => !matrix.some((b) => b.phase === phase)),
    ],
  };
}
