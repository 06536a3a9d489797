import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerApiIds, toolIds } from '../../matrix/ids.ts';
import type { KnownValues } from './complete.ts';

/**
 * Values that options take, by their names. They are looked for in names of folders and in text, and nothing is loaded: who
 * presses the tab key does not wait.
 */
export function knownValues(root: string = join(import.meta.dirname, '../..')): KnownValues {
  const implementations = foldersOf(join(root, 'adapters')).filter((name) =>
    existsSync(join(root, 'adapters', name, 'package.json')),
  );
  const adapters = implementations.flatMap((name) =>
    foldersOf(join(root, 'adapters', name))
      .filter((api) => (providerApiIds as readonly string[]).includes(api))
      .map((api) => `${name}-${api}`),
  );
  const checks = readdirSync(join(root, 'spec/checks'))
    .filter((name) => /^[a-z-]+\.ts$/.test(name) && !['check.ts', 'load.ts'].includes(name))
    .map((name) => name.replace(/\.ts$/, ''));
  return {
    tool: toolIds,
    provider: providerApiIds,
    'provider-api': providerApiIds,
    adapter: adapters,
    implementation: implementations,
    scenario: scenariosOf(join(root, 'spec/scenarios')),
    check: checks,
    mode: ['complete', 'stream'],
    transport: ['in-process', 'server', 'server-tls'],
  };
}

function scenariosOf(folder: string): string[] {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(/^ {2}- id: ([a-z0-9-]+)$/gm)].map(([, id = '']) => id));
  return [...new Set(found)].sort();
}

const foldersOf = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
