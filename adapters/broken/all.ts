/** Every broken adapter: the files `broken….ts` beside a reference adapter export its own as `broken…`, and no list names them. */
import { globSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrokenAdapter } from './broken-adapter.ts';

/** TypeScript here, and JavaScript where the project is built. */
const extension = extname(import.meta.filename);
const reference = join(import.meta.dirname, '../reference');

const modules = globSync(`*/broken*${extension}`, { cwd: reference })
  .sort()
  .map(async (file): Promise<Readonly<Record<string, unknown>>> => import(pathToFileURL(join(reference, file)).href));

const isBroken = ([name]: readonly [string, unknown]): boolean => /^broken[A-Z]/.test(name);

const all: readonly BrokenAdapter[] = (await Promise.all(modules)).flatMap((module) =>
  Object.entries(module)
    .filter(isBroken)
    .flatMap(([, broken]) => broken as readonly BrokenAdapter[]),
);

/** Those that a check must catch. */
export const brokenAdapters = all.filter(({ missed }) => missed === undefined);

/** Those that are known not to be caught, each with the reason: `npm run catalogue` lists their defects as missed. */
export const missedAdapters = all.filter(({ missed }) => missed !== undefined);
