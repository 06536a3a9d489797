import type { ProviderApi } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import type { Decision } from '../../reports/gate/decision.ts';
import type { Case } from '../../spec/engine/case.ts';
import { type CaseCassette, cassettesOf } from '../../spec/engine/cassettes-of.ts';
import { acceptRecording } from '../review/accept.ts';
import { Player } from '../review/player.ts';
import type { ConversationDone } from './request.ts';

/** What decides whether recordings take their place: one after the other, each played before it is written. */
export class Acceptance {
  readonly #folder: string;
  readonly #own = new Player();
  readonly #player: Pick<Player, 'play'>;
  #before: Promise<unknown> = Promise.resolve();

  /** @param player who plays; one of its own unless told, which ends with it */
  constructor(folder: string, player?: Pick<Player, 'play'>) {
    this.#folder = folder;
    this.#player = player ?? this.#own;
  }

  /** What came of a recording. Never throws: what keeps it from being written is said. */
  of(theCase: Case, column: ProviderApi, cassette: Cassette): Promise<Decided> {
    const decided = this.#before.then(() => this.#decide(cassettesOf(theCase, column, this.#folder)[0], cassette));
    this.#before = decided;
    return decided;
  }

  async #decide({ path, transport }: CaseCassette, cassette: Cassette): Promise<Decided> {
    try {
      const accepted = await acceptRecording({ path, transport, cassette, folder: this.#folder, player: this.#player });
      const { outcome, reason, keptAt, decision } = accepted;
      const flips = casesOtherwise(decision);
      return {
        outcome,
        evidence: cassette.provenance.evidence,
        ...(reason === undefined ? {} : { reason }),
        ...(keptAt === undefined ? {} : { keptAt }),
        ...(flips.length > 0 ? { flips } : {}),
      };
    } catch (error) {
      return { outcome: 'failed', reason: String(error) };
    }
  }

  close(): Promise<void> {
    return this.#own.close();
  }
}

/** The cases that come out otherwise. */
const casesOtherwise = (decision: Decision | undefined): string[] => [
  ...new Set(
    decision?.findings.flatMap(({ rule, case: id }) => (id === undefined || rule.startsWith('evidence-') ? [] : id)),
  ),
];

type Decided = Pick<ConversationDone, 'outcome' | 'reason' | 'evidence' | 'flips' | 'keptAt'>;
