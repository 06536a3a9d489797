import { demandKnown } from '../../files/demand-known.ts';
import { UserError } from '../../files/user-error.ts';
import type { Matrix, ProviderApi, Tool } from '../../matrix/model.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';

/** What is asked, as typed. */
export interface Question {
  readonly tool: string;
  /** An adapter, a provider API, or an implementation together with a provider API. */
  readonly adapter?: string | undefined;
  readonly provider?: string | undefined;
  readonly mode?: string | undefined;
}

/** What is asked, found in the results. */
export interface Asked {
  readonly tool: Tool;
  readonly provider: ProviderApi;
  /** Absent where the run had no adapter of the provider API. */
  readonly adapter: string | undefined;
  readonly mode: CaseResult['mode'] | undefined;
}

/**
 * Finds what is asked about. Of a provider API it is the reference adapter, or the first where there is none.
 *
 * @throws {UserError} an id that these results do not have, or an adapter of another provider API.
 */
export function askedOf({ tool: toolId, adapter: name, provider: api, mode }: Question, results: Results): Asked {
  const { tools, providers } = results.matrix as Matrix;
  demandKnown('tool', toolId, idsOf(tools));
  if (api !== undefined) demandKnown('provider API', api, idsOf(providers));
  if (mode !== undefined) demandKnown('mode', mode, ['complete', 'stream']);
  const { adapters } = results.run;
  const found = adapters.find(({ id }) => id === name || (api !== undefined && id === `${name}-${api}`));
  if (found && api !== undefined && found.providerApi !== api) {
    throw new UserError(`the adapter ${found.id} is not of the provider API "${api}"`, {
      hint: `leave out --provider; it is of ${found.providerApi}`,
    });
  }
  const asked = found?.providerApi ?? name ?? api;
  if (asked === undefined) {
    throw new UserError('nobody is named who would use the tool', {
      hint: 'add --adapter, an adapter or a provider API, such as reference-anthropic or anthropic',
    });
  }
  demandKnown('adapter or provider API in these results', asked, [...idsOf(adapters), ...idsOf(providers)]);
  const own = adapters.filter(({ providerApi }) => providerApi === asked);
  const leading = found ?? own.find(({ implementation }) => implementation === 'reference') ?? own[0];
  const tool = tools.find(({ id }) => id === toolId);
  const provider = providers.find(({ id }) => id === asked);
  if (!tool || !provider) throw new Error('what is known has to be found');
  return { tool, provider, adapter: leading?.id, mode };
}

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
