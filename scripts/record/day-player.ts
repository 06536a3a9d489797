/** For tests: who plays recordings before they are written. */
import { isNightly } from '../../files/nightly.ts';
import type { Player } from '../review/player.ts';

/** By day, one to whom every recording is right: to load all adapters takes longer than to record. Every night, the one that plays them. */
export const dayPlayer: Pick<Player, 'play'> | undefined = isNightly
  ? undefined
  : {
      play: async ({ changed }) =>
        changed.map((name) => ({
          case: name,
          kind: 'scenario',
          tool: 'function-calling',
          providerApi: 'anthropic',
          adapter: 'nobody',
          implementation: 'nobody',
          scenario: 'single-call',
          mode: 'complete',
          before: { verdict: 'pass' },
          after: { verdict: 'pass' },
          direction: 'same',
          checks: [],
        })),
    };
