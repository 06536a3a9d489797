import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suggest } from '../../files/nearest.ts';
import { place } from '../../files/place.ts';
import { UserError } from '../../files/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { loadKept } from '../../recordings/faults/mutations/change.ts';
import { loadFreshness } from '../../recordings/freshness.ts';
import { rules } from '../../reports/gate/rules.ts';
import { type Alias, type AliasKind, readAliases } from '../../spec/aliases.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import { loadSchemaReasons } from '../../spec/corpus/schemas.ts';
import { loadShapeReasons } from '../../spec/corpus/shapes.ts';
import { adapterId } from '../../spec/engine/case.ts';
import { type DiscoveredAdapter, discoverAdapters } from '../../spec/engine/discover.ts';
import { type Exception, loadExceptions, staticProblems } from '../../spec/engine/exceptions.ts';
import { expand } from '../../spec/engine/expand.ts';
import { keptOf } from '../../spec/engine/fault-choice.ts';
import { faultFamilies } from '../../spec/faults/families.ts';
import { subjects } from '../../spec/scenarios/schema.ts';
import { setupFamilies } from '../../spec/setups/setups.ts';
import { loadDeviations } from '../../spec/wire/schemas/column.ts';
import { loadResources, neededBy } from '../record/resources.ts';
import { type DataArea, type DataContext, type DataProblem, problemOf, unreadable } from './area.ts';

const freshness = 'recordings/freshness.json';
const resources = 'recordings/resources.yaml';
const regressions = 'recordings/faults/regressions.yaml';
const deviations = 'spec/wire/schemas/deviations.yaml';
const shapeReasons = 'spec/corpus/shape-reasons.yaml';
const schemaReasons = 'spec/corpus/schema-reasons.yaml';

/** Lists that go with recordings: how long they are believed, what they cost and need, what is kept, what may deviate. */
export const listsArea: DataArea = {
  name: 'lists',
  places: [freshness, resources, regressions, deviations, shapeReasons, schemaReasons],
  lint: async (context) => {
    const at = (path: string) => join(context.root, path);
    const readers = {
      [freshness]: async () => demandDays(await loadFreshness(at(freshness)), context.asOf),
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

const file = 'spec/aliases.yaml';
const rule = 'aliases';

/** Old ids: the new id must exist, the old one must not, and the last day must not be over. */
export const aliasesArea: DataArea = {
  name: 'aliases',
  places: [file],
  lint: async (context) => {
    try {
      const known = await knownIds(context);
      return (await readAliases(join(context.root, file))).flatMap((alias) =>
        aliasProblems(alias, known, context.asOf),
      );
    } catch (error) {
      return [problemOf(rule, error, file)];
    }
  },
};

type KnownIds = Readonly<Record<AliasKind, readonly string[]>>;

async function knownIds({ scenarios }: DataContext): Promise<KnownIds> {
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  return {
    scenarios: scenarios.flatMap(({ tool, scenarios: own, refusedSettings = [], refusedMessages = [] }) =>
      ids([...own, ...refusedSettings, ...refusedMessages]).map((id) => `${tool}/${id}`),
    ),
    generated: ['refused', 'declared', ...ids(faultFamilies), ...ids(setupFamilies)],
    checks: ids(await loadChecks()),
    gateRules: ids(rules),
    tools: subjects,
    providerApis: providerApiIds,
  };
}

function aliasProblems(
  { kind, old, current, until, place: where }: Alias,
  known: KnownIds,
  asOf: string,
): DataProblem[] {
  const problems: DataProblem[] = [];
  if (!known[kind].includes(current)) {
    problems.push({
      rule,
      where,
      message: `"${current}" is not a known id of ${kind}`,
      hint: suggest(current, known[kind]),
    });
  }
  if (known[kind].includes(old)) {
    problems.push({ rule, where, message: `"${old}" still exists`, hint: 'rename it, or remove this line' });
  }
  if (until < asOf) {
    problems.push({ rule, where, message: `"${old}" was accepted until ${until}`, hint: 'remove this line' });
  }
  return problems;
}

/** What implementations list as known to fail: expired, about no case, malformed, shown by no reproduction; and those of nothing listed. */
export const exceptionsArea: DataArea = {
  name: 'exceptions',
  places: ['adapters'],
  lint: async (context) => {
    const byImplementation = Map.groupBy(await discoverAdapters(context.root), (a) => a.implementation);
    const found = [...byImplementation].map(([name, adapters]) => problemsOf(name, adapters, context));
    return (await Promise.all(found)).flat();
  },
};

async function problemsOf(
  implementation: string,
  adapters: readonly DiscoveredAdapter[],
  { root, asOf, matrix, scenarios }: DataContext,
): Promise<DataProblem[]> {
  const file = `adapters/${implementation}/exceptions.yaml`;
  try {
    const exceptions = await loadExceptions(join(root, file));
    const problems = staticProblems(exceptions, expand(matrix, scenarios, adapters, true), asOf);
    return [
      ...problems.map(({ place, message, hint }): DataProblem => ({ rule: 'exceptions', where: place, message, hint })),
      ...reproductionProblems(exceptions, await scriptsOf(join(root, 'adapters', implementation)), implementation),
    ];
  } catch (error) {
    return [problemOf('exceptions', error, file)];
  }
}

/** The scripts of an implementation, as its exceptions name them. */
async function scriptsOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, 'reproductions')).catch(() => []);
  return names.map((name) => `reproductions/${name}`);
}

/** A known failure that nothing shows, and what shows no known failure. */
function reproductionProblems(
  exceptions: readonly Exception[],
  scripts: readonly string[],
  implementation: string,
): DataProblem[] {
  const hint = 'write it as docs/reproductions.md says, and name it there: reproduction: reproductions/<name>.mjs';
  const rule = 'reproductions';
  const missing = exceptions.flatMap(({ verdict, cases, reproduction, place: where }): DataProblem[] => {
    if (reproduction !== undefined && !scripts.includes(reproduction)) {
      return [{ rule, where, message: `there is no ${reproduction}`, hint }];
    }
    if (verdict !== 'known-failure' || reproduction !== undefined) return [];
    return [{ rule, where, message: `nothing shows that the library alone fails "${cases}"`, hint }];
  });
  const unused = scripts.filter((script) => !exceptions.some(({ reproduction }) => reproduction === script));
  return [
    ...missing,
    ...unused.map((script) => ({
      rule,
      where: `adapters/${implementation}/${script}`,
      message: 'no exception names this reproduction',
      hint: 'remove it: what it showed is listed no more',
    })),
  ];
}
