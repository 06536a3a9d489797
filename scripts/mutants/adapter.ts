/** What the generated cases say of a reference adapter while one of its modules is changed. */
import type { ProviderApiId } from '../../matrix/ids.ts';
import { repositoryCassettes } from '../../recordings/format/cassette-path.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { today } from '../../spec/engine/selection.ts';
import { prepareSuite } from '../../spec/engine/suite.ts';
import { imported } from './instrument.ts';
import type { Noticing } from './noticing.ts';

/** How bytes become events is the SDKs' business: these cases take longest, and see little of an adapter. */
const bytes = 'fault-stream-framing';

/** A mutant is noticed where a case has another verdict, or draws another warning. */
export async function adapterOf(providerApi: ProviderApiId): Promise<Noticing> {
  const load = async () =>
    (await imported<{ adapter: Adapter }>(`adapters/reference/${providerApi}/adapter.ts`)).adapter;
  const shelf = { ...repositoryCassettes };
  const subject = { implementation: 'reference', providerApi, load };
  const prepared = () => prepareSuite(subject, { asOf: today() }, undefined, shelf);
  const { cases } = await prepared();
  const byId = new Map(cases.filter(({ fault }) => fault?.family.id !== bytes).map((one) => [one.id, one]));
  return {
    tests: [...byId.keys()],
    async begin() {
      const suite = await prepared();
      return async (id) => {
        const { verdict, result } = await suite.run(byId.get(id) as Case);
        const warned = result.checks.filter(({ status }) => status === 'warn').map(({ check }) => check);
        return [verdict, ...warned].join(' ');
      };
    },
    reload: async () => {
      await load();
    },
  };
}
