/** Every broken adapter: each file beside this one exports its own as `broken…`, and no list names them. */
import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrokenAdapter } from './broken-adapter.ts';

/** TypeScript here, and JavaScript where the project is built. */
const extension = extname(import.meta.filename);
const folder = import.meta.dirname;

const modules = readdirSync(folder)
  .filter(
    (name) =>
      extname(name) === extension && !name.includes('.test.') && !['all', 'index'].includes(basename(name, extension)),
  )
  .sort()
  .map(async (name): Promise<Readonly<Record<string, unknown>>> => import(pathToFileURL(join(folder, name)).href));

const isBroken = ([name]: readonly [string, unknown]): boolean => /^broken[A-Z]/.test(name);

export const brokenAdapters: readonly BrokenAdapter[] = (await Promise.all(modules)).flatMap((module) =>
  Object.entries(module)
    .filter(isBroken)
    .flatMap(([, broken]) => broken as readonly BrokenAdapter[]),
);
