/** What is mutated of a provider API: what judges an adapter of it, or its reference adapter. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { importsNamed, loadedFrom, specifiersIn } from '../cache/import-graph.ts';

/** `judge`: wire reader, provider rules, facts and checks; `adapter`: the reference adapter. */
export const sides = ['judge', 'adapter'] as const;

export type Side = (typeof sides)[number];

/** What judges every provider API: facts, checks and common rules. */
const shared = 'shared';

const familiesFolder = 'spec/provider-apis/families';

/** Folders of code that judges several provider APIs. */
const families: readonly string[] = readdirSync(join(repositoryFolder, familiesFolder))
  .filter((name) => !name.includes('.'))
  .map((name) => `families/${name}`);

/** What is mutated together, and noticed by the cases of all provider APIs that it judges: a provider API, a family, or what judges all. */
export type Part = string;

/** Everything that the mutants of a side are parts of; what takes longest first. */
export const partsOf = (side: Side): readonly Part[] =>
  side === 'judge' ? [shared, ...families, ...providerApiIds] : providerApiIds;

/** Modules that are mutated, relative to the repository, sorted. */
export function modulesOf(side: Side, part: Part): readonly string[] {
  if (side === 'adapter') {
    const modules = globSync('adapters/reference/shared/*.ts', within);
    return [...new Set([...withShared(`adapters/reference/${part}`, 'adapters/reference/shared'), ...modules])].sort();
  }
  return part === shared
    ? globSync(['spec/wire/rules/**/*.ts', 'spec/checks/**/*.ts', 'spec/facts/*.ts'], within).filter(isJudge).sort()
    : globSync(`spec/provider-apis/${part}/**/*.ts`, within).filter(isJudge).sort();
}

/** Modules that stay as they are, and load what is mutated: they are loaded anew with it. */
export const modulesAround = (part: Part): readonly string[] =>
  part === shared || families.includes(part)
    ? globSync(['spec/provider-apis/**/*.ts', 'spec/wire/runs/*.ts'], within).filter(
        (path) => !path.startsWith(`spec/provider-apis/${part}/`),
      )
    : [];

/** The provider APIs whose cases reach a part of the judge. */
export function judgedBy(part: Part): readonly ProviderApiId[] {
  if (part === shared) return providerApiIds;
  if (!families.includes(part)) return [part];
  return providerApiIds.filter((id) =>
    withShared(`spec/provider-apis/${id}`, familiesFolder).some((path) =>
      path.startsWith(`spec/provider-apis/${part}/`),
    ),
  );
}

const within = { cwd: repositoryFolder, exclude: ['**/*.test.ts'] };

/**
 * What can go wrong with answers is tried, examples are for tests, and descriptions are for people: they judge nothing. What answers keep
 * to judges recordings and servers, and no adapter.
 */
const isJudge = (path: string): boolean => !/\/(fault-traits|example-exchange|describe|rules\/answers)\.ts$/.test(path);

/** The modules of a folder, with those of each folder of shared code of which they load something, directly or through others. */
function withShared(own: string, shared: string): string[] {
  const modules = globSync(`${own}/**/*.ts`, within);
  const loaded = loadedFrom(modules.filter(isJudge), (path) =>
    importsNamed(path, specifiersIn(path, readFileSync(join(repositoryFolder, path), 'utf8'))).files.filter(
      (file) => file.endsWith('.ts') && (file.startsWith(`${own}/`) || file.startsWith(`${shared}/`)),
    ),
  );
  const inFolder = new RegExp(`^${shared}/[^/]+/`);
  const folders = new Set([...loaded].flatMap((path) => inFolder.exec(path)?.[0] ?? []));
  return [...modules, ...[...folders].flatMap((folder) => globSync(`${folder}**/*.ts`, within))];
}
