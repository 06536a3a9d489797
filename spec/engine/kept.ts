/** Mutations that are kept, and the conversations that they belong to. Pure. */
import { UserError } from '../../files/user-error.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import type { Fault } from '../../recordings/faults/fault.ts';
import { changed, NoSuchPlace } from '../../recordings/faults/mutations/apply.ts';
import type { KeptMutation } from '../../recordings/faults/mutations/kept.ts';
import { mutationFault } from '../../recordings/faults/mutations/mutated.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { Case } from './case.ts';

const where = 'recordings/faults/regressions.yaml';

const nameOf = ({ providerApi, tool, scenario, mode }: KeptMutation): string =>
  `${providerApi}/${tool}/${scenario}/${mode}`;

/** Whether a mutation is one of a conversation. */
export const isOf = ({ tool, scenario, mode }: KeptMutation, { kind, ...c }: Case): boolean =>
  kind === 'scenario' && c.tool === tool && c.scenario.id === scenario && c.mode === mode;

/**
 * The mutations of a column's own recordings; those of real traffic are tried where that is.
 *
 * @throws {UserError} one belongs to a conversation that none of its cases is.
 */
export function keptOf(
  all: readonly KeptMutation[],
  cases: readonly Case[],
  providerApi: ProviderApiId,
): readonly KeptMutation[] {
  const kept = all.filter((mutation) => mutation.providerApi === providerApi);
  const lost = kept.find((mutation) => !cases.some((c) => isOf(mutation, c)));
  if (!lost) return kept.filter(({ corpus }) => corpus === undefined);
  throw new UserError(`there is no conversation ${nameOf(lost)}, so a regression of it is never tried`, {
    where,
    hint: 'name the conversation that took its place, or take the entry out where there is none',
  });
}

/**
 * A mutation as a fault of the conversation's exchanges; `undefined` where the adapter had the answer come in another way.
 *
 * @throws {UserError} they have not the place that it changes.
 */
export function keptFault(mutation: KeptMutation, exchanges: readonly Exchange[]): Fault | undefined {
  const exchange = exchanges[mutation.exchange];
  try {
    if (!exchange) throw new NoSuchPlace(`it has ${exchanges.length} exchanges, and none ${mutation.exchange}`);
    if (exchange.transport !== mutation.transport) return undefined;
    changed(exchange.response, mutation.changes);
    return mutationFault(exchange.response, mutation.changes, `${nameOf(mutation)} ${mutation.exchange}`);
  } catch (error) {
    if (!(error instanceof NoSuchPlace)) throw error;
    throw new UserError(`a regression does not fit ${nameOf(mutation)}: ${error.message}`, {
      where,
      hint: 'its recording has changed; change the entry with it',
    });
  }
}
