import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pointerLocation, readText } from '../../lib/data-file.ts';
import { didYouMean } from '../../lib/did-you-mean.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import type { Pair } from '../../matrix/limits.ts';
import { loadRegressions } from '../../recordings/faults/mutations/mutation.ts';
import { daysOfSources, loadFreshness } from '../../recordings/freshness.ts';
import { rules } from '../../reports/gate/rules.ts';
import { claimAddress, claimsIn } from '../../reports/reproduce/claim.ts';
import { type Alias, type AliasKind, readAliases } from '../../spec/aliases.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import { setupKinds } from '../../spec/client-setups/client-setups.ts';
import { loadSchemaReasons } from '../../spec/corpus/schemas.ts';
import { loadShapeReasons } from '../../spec/corpus/shapes.ts';
import { adapterId } from '../../spec/engine/case.ts';
import { type DiscoveredAdapter, discoverAdapters, issuesFileOf } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { type KnownIssue, loadKnownIssues, staticProblems } from '../../spec/engine/known-issues.ts';
import { libraryOptionsFilesOf, readLibraryOptions } from '../../spec/engine/library-options.ts';
import { regressionsOf } from '../../spec/engine/select-faults.ts';
import { faultKinds } from '../../spec/faults/fault-kinds.ts';
import { scenarioSubjects } from '../../spec/scenarios/schema.ts';
import { wireReaderFor } from '../../spec/wire/readers.ts';
import { loadDeviations } from '../../spec/wire/schemas/column.ts';
import { loadResources, neededBy } from '../record/resources.ts';
import { type DataArea, type DataContext, type DataProblem, problemOf, unreadable } from './area.ts';

const limits = 'matrix/limits.yaml';
const freshness = 'recordings/freshness.json';
const resources = 'recordings/resources.yaml';
const regressions = 'recordings/faults/regressions.yaml';
const deviations = 'spec/wire/schemas/deviations.yaml';
const shapeReasons = 'spec/corpus/uncovered-shapes.yaml';
const schemaReasons = 'spec/corpus/known-schema-violations.yaml';

/** Lists that go with recordings: how long they are believed, what they cost and need, what is kept, what may deviate. */
export const listsArea: DataArea = {
  name: 'lists',
  places: [limits, freshness, resources, regressions, deviations, shapeReasons, schemaReasons],
  lint: async (context) => {
    const at = (path: string) => join(context.root, path);
    const readers = {
      [freshness]: async () => demandDays(await loadFreshness(at(freshness)), context.asOf),
      [resources]: () => loadResources(at(resources)),
      [regressions]: async () => demandConversations(await loadRegressions(at(regressions)), context),
      [deviations]: () => loadDeviations(at(deviations)),
      [shapeReasons]: () => loadShapeReasons(at(shapeReasons)),
      [schemaReasons]: () => loadSchemaReasons(at(schemaReasons)),
    };
    const problems = await unreadable('list', readers);
    const unplayed = await playedProblems(context);
    const isRead = !problems.some(({ where }) => where.includes(resources));
    return [...problems, ...unplayed, ...(isRead ? await needless(at(resources), context) : [])];
  },
};

/** What limits say that tries them is there: scenarios, and rules of the provider API. */
async function playedProblems({ matrix, scenarios, root }: DataContext): Promise<DataProblem[]> {
  const path = join(root, limits);
  const all = scenarios.flatMap(({ tool, scenarios: own, declarations = [], rejectedSettings = [] }) =>
    [...own, ...declarations, ...rejectedSettings].map((one) => ({
      name: `${tool}/${one.id}`,
      apis: 'providerApis' in one ? one.providerApis : undefined,
    })),
  );
  const ofColumn = async ([api, pairs = []]: readonly [string, readonly Pair[] | undefined]) => {
    const known = all.filter(({ apis }) => apis?.some((id) => id === api) ?? true).map(({ name }) => name);
    const { rules: own = [], answerRules = [], conditions = [] } = await wireReaderFor(api);
    const ids = [...own, ...answerRules, ...conditions.flatMap(({ rejects = [] }) => rejects)].map(
      ({ id }) => `rule:${id}`,
    );
    return pairs.flatMap((pair, i) =>
      pair.limits.flatMap(({ played = [] }, k) =>
        played
          .filter((name) => !known.includes(name) && !ids.includes(name))
          .map((name) => ({
            rule: 'limits-are-played',
            where: pointerLocation(readText(path, 'list of limits'), path, `/limits/${api}/${i}/limits/${k}/played`),
            message: `there is no scenario or rule of ${api} "${name}"`,
            hint: didYouMean(name, name.startsWith('rule:') ? ids : known),
          })),
      ),
    );
  };
  return (await Promise.all(Object.entries(matrix.limits?.limits ?? {}).map(ofColumn))).flat();
}

/** A day on which sources will have been read makes recordings look fresher than they are. */
function demandDays(policy: Awaited<ReturnType<typeof loadFreshness>>, asOf: string): void {
  for (const { of, day } of daysOfSources(policy)) {
    if (day <= asOf) continue;
    throw new UserError(`"sourcesRead"${of} is ${day}, which is after ${asOf}`, {
      hint: 'write the date on which the sources were read',
    });
  }
}

/** @throws {UserError} one belongs to a conversation that is not there. */
function demandConversations(
  kept: Awaited<ReturnType<typeof loadRegressions>>,
  { matrix, scenarios }: DataContext,
): void {
  for (const { id } of matrix.providers) {
    const anyAdapter = { id: adapterId('any', id), implementation: 'any', providerApi: id };
    regressionsOf(kept, expand(matrix, scenarios, [anyAdapter]), id);
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
      where: displayPath(path),
      message: `no scenario names the resource "${name}"`,
      hint: 'correct its name, or remove it',
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
    scenarios: scenarios.flatMap(({ tool, scenarios: own, rejectedSettings = [], rejectedMessages = [] }) =>
      ids([...own, ...rejectedSettings, ...rejectedMessages]).map((id) => `${tool}/${id}`),
    ),
    generated: ['reject-unsupported-tool', 'declaration-only', ...ids(faultKinds), ...ids(setupKinds)],
    checks: ids(await loadChecks()),
    gateRules: ids(rules),
    tools: scenarioSubjects,
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
      hint: didYouMean(current, known[kind]),
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

/** Known issues: of no case, covered twice, malformed, shown by no reproduction; and reproductions of none. */
export const knownIssuesArea: DataArea = {
  name: 'known issues',
  places: ['adapters'],
  lint: async (context) => {
    const adapters = await discoverAdapters(context.root);
    const read = await Promise.all(adapters.map((adapter) => readIssues(adapter, context)));
    const claims = adapters.flatMap(({ implementation, providerApi }) =>
      claimsOf(context.root, implementation, providerApi),
    );
    return [
      ...read.flatMap(({ problems }) => problems),
      ...reproductionProblems(
        read.flatMap(({ issues }) => issues),
        claims,
      ),
    ];
  },
};

/** Options that bridges choose. */
export const libraryOptionsArea: DataArea = {
  name: 'library options',
  places: ['adapters'],
  lint: async ({ root }) => {
    const files = new Set((await discoverAdapters(root)).flatMap(libraryOptionsFilesOf));
    return unreadable(
      'library options',
      Object.fromEntries([...files].map((file) => [file, async () => readLibraryOptions(join(root, file))])),
    );
  },
};

async function readIssues(
  adapter: DiscoveredAdapter,
  { root, matrix, scenarios }: DataContext,
): Promise<{ readonly issues: readonly KnownIssue[]; readonly problems: readonly DataProblem[] }> {
  if (adapter.knownIssues === undefined) return { issues: [], problems: [] };
  try {
    const issues = await loadKnownIssues(join(root, adapter.knownIssues));
    const problems = staticProblems(issues, expand(matrix, scenarios, [adapter], true)).map(
      ({ place: where, message, hint }): DataProblem => ({ rule: 'known-issues', where, message, hint }),
    );
    return {
      issues: issues.map((issue) => ({
        ...issue,
        place: issue.place.replace(/^.*(?=:\d+$)/, adapter.knownIssues ?? ''),
      })),
      problems,
    };
  } catch (error) {
    return { issues: [], problems: [problemOf('known-issues', error, adapter.knownIssues)] };
  }
}

/** The claims of an adapter. @throws {UserError} the file of them is malformed */
function claimsOf(root: string, implementation: string, providerApi: string): readonly string[] {
  return ['reproductions.mjs', 'reproductions.py'].flatMap((file) => {
    const path = issuesFileOf(implementation, providerApi).replace(/[^/]+$/, file);
    if (!existsSync(join(root, path))) return [];
    return claimsIn(path, readText(join(root, path), 'reproductions file')).map(({ name }) => `${path}#${name}`);
  });
}

/** A known issue that nothing shows, and what shows none. */
function reproductionProblems(issues: readonly KnownIssue[], claims: readonly string[]): DataProblem[] {
  const hint = 'write it as in docs/known-issues.md, and add "reproduction: <name>" to the entry';
  const rule = 'reproductions';
  const named = issues.map(({ place: at, reproduction }) => reproduction && claimAddress(at, reproduction));
  const missing = issues.flatMap(({ id, impact, state, reproduction, place: where }, n): DataProblem[] => {
    const address = named[n];
    if (address && !claims.includes(address)) return [{ rule, where, message: `no ${address}`, hint }];
    if (impact === 'rejects' || state === 'unconfirmed' || reproduction !== undefined) return [];
    return [{ rule, where, message: `nothing shows "${id}" with the library alone`, hint }];
  });
  const unused = claims.filter((claim) => !named.includes(claim));
  return [
    ...missing,
    ...unused.map((where) => ({
      rule,
      where,
      message: 'no known issue names this reproduction',
      hint: 'remove it: what it showed is known no more',
    })),
  ];
}
