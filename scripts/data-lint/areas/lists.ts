import { join } from 'node:path';
import { place } from '../../../files/place.ts';
import { UserError } from '../../../files/user-error.ts';
import type { ProviderApiId } from '../../../matrix/ids.ts';
import { loadKept } from '../../../recordings/faults/mutations/kept.ts';
import { loadFreshness } from '../../../recordings/freshness.ts';
import { loadSchemaReasons } from '../../../spec/corpus/schema-reasons.ts';
import { loadShapeReasons } from '../../../spec/corpus/shape-reasons.ts';
import { adapterId } from '../../../spec/engine/case.ts';
import { expand } from '../../../spec/engine/expand.ts';
import { keptOf } from '../../../spec/engine/kept.ts';
import { loadDeviations } from '../../../spec/wire/schemas/deviations.ts';
import { loadPrices } from '../../record/price.ts';
import { loadResources, neededBy } from '../../record/resources/load.ts';
import { type DataArea, type DataContext, type DataProblem, unreadable } from '../area.ts';

const freshness = 'recordings/freshness.json';
const prices = 'recordings/prices.yaml';
const resources = 'recordings/resources.yaml';
const regressions = 'recordings/faults/regressions.yaml';
const deviations = 'spec/wire/schemas/deviations.yaml';
const shapeReasons = 'spec/corpus/shape-reasons.yaml';
const schemaReasons = 'spec/corpus/schema-reasons.yaml';

/** Lists that go with recordings: how long they are believed, what they cost and need, what is kept, what may deviate. */
export const listsArea: DataArea = {
  name: 'lists',
  places: [freshness, prices, resources, regressions, deviations, shapeReasons, schemaReasons],
  lint: async (context) => {
    const at = (path: string) => join(context.root, path);
    const readers = {
      [freshness]: async () => demandDays(await loadFreshness(at(freshness)), context.asOf),
      [prices]: () => loadPrices(at(prices)),
      [resources]: () => loadResources(at(resources)),
      [regressions]: async () => demandConversations(await loadKept(at(regressions)), context),
      [deviations]: () => loadDeviations(at(deviations)),
      [shapeReasons]: () => loadShapeReasons(at(shapeReasons)),
      [schemaReasons]: () => loadSchemaReasons(at(schemaReasons)),
    };
    const problems = await unreadable('list', readers);
    const isRead = !problems.some(({ where }) => where.includes(resources));
    return [...problems, ...(isRead ? await needless(at(resources), context) : [])];
  },
};

/** A day on which sources will have been read makes recordings look fresher than they are. */
function demandDays({ providerApis }: Awaited<ReturnType<typeof loadFreshness>>, asOf: string): void {
  for (const [api, { sourcesRead }] of Object.entries(providerApis)) {
    if (sourcesRead <= asOf) continue;
    throw new UserError(`"sourcesRead" of ${api} is ${sourcesRead}, after ${asOf}`, {
      hint: 'write the day on which they were read',
    });
  }
}

/** @throws {UserError} one belongs to a conversation that is not there. */
function demandConversations(kept: Awaited<ReturnType<typeof loadKept>>, { matrix, scenarios }: DataContext): void {
  for (const { id } of matrix.providers) {
    const anyAdapter = { id: adapterId('any', id), implementation: 'any', providerApi: id as ProviderApiId };
    keptOf(kept, expand(matrix, scenarios, [anyAdapter]), id);
  }
}

/** What no scenario needs would be made at providers, and paid for, by nobody. */
async function needless(path: string, { scenarios }: DataContext): Promise<DataProblem[]> {
  const all = await loadResources(path);
  const needed = new Set(scenarios.flatMap((file) => file.scenarios.flatMap((scenario) => neededBy(scenario, all))));
  return all
    .filter((resource) => !needed.has(resource))
    .map(({ name }) => ({
      rule: 'resource-is-needed',
      where: place(path),
      message: `no scenario names the resource "${name}"`,
      hint: 'mend its name, or remove it',
    }));
}
