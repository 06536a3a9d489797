/** What is mutated of a provider API: what judges an adapter of it, or its reference adapter. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderApiId } from '../../matrix/ids.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { importsNamed, loadedFrom, specifiersIn } from '../cache/import-graph.ts';

/** `judge`: wire reader, provider rules, facts and checks; `adapter`: the reference adapter. */
export const sides = ['judge', 'adapter'] as const;

export type Side = (typeof sides)[number];

/** What judges every provider API: facts, checks and common rules. They are mutated apart, and noticed by the cases of all. */
export const shared = 'shared';

export type Part = ProviderApiId | typeof shared;

/** Modules that are mutated, relative to the repository, sorted. */
export function modulesOf(side: Side, part: Part): readonly string[] {
  const modules =
    part === shared
      ? globSync(['spec/wire/rules/**/*.ts', 'spec/checks/**/*.ts', 'spec/facts/*.ts'], within)
      : side === 'judge'
        ? withShared(`spec/provider-apis/${part}`, 'spec/provider-apis/families').filter(isJudge)
        : [
            ...withShared(`adapters/reference/${part}`, 'adapters/reference/shared'),
            ...globSync('adapters/reference/shared/*.ts', within),
          ];
  return [...new Set(modules)].sort();
}

/** Modules that stay as they are, and load what is mutated: they are loaded anew with it. */
export const modulesAround = (part: Part): readonly string[] =>
  part === shared ? globSync('spec/provider-apis/**/*.ts', within) : [];

const within = { cwd: repositoryFolder, exclude: ['**/*.test.ts'] };

/** What can go wrong with answers is tried, and judges nothing. */
const isJudge = (path: string): boolean => !path.endsWith('/fault-traits.ts');

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
