/** For tests: who plays recordings before they are written. */
import { isNightly } from '../../lib/nightly-tests.ts';
import type { Player } from '../diff/replay-client.ts';

/** By day, one to whom every recording is right: to load all adapters takes longer than to record. Every night, the one that plays them. */
export const dayPlayer: Pick<Player, 'play'> | undefined = isNightly
  ? undefined
  : {
      play: async ({ changed }) =>
        changed.map((id) => {
          const named = { id, adapter: 'nobody', implementation: 'nobody', scenario: 'call-single' } as const;
          const kind = {
            kind: 'scenario',
            tool: 'function-calling',
            providerApi: 'anthropic',
            mode: 'complete',
          } as const;
          const played = { ...named, ...kind, verdict: 'pass', evidence: 'documented', replay: '' } as const;
          return { before: played, after: played };
        }),
    };
