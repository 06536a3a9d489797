/** What workflows run exists: scripts of the package, commands and their options. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import { repositoryFolder } from '../spec/engine/discover.ts';
import * as commands from './commands/index.ts';

const folder = join(repositoryFolder, '.github/workflows');

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/** Every `npm run …` of a workflow: the script, and what it is given. */
function runs(file: string): { readonly script: string; readonly words: readonly string[] }[] {
  const { jobs } = parse(readFileSync(join(folder, file), 'utf8')) as Workflow;
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));
  return lines.flatMap((line) =>
    [...line.matchAll(/\bnpm run (?:--silent )?(\S+)([^|>&;\n]*)/g)].map(([, script = '', rest = '']) => ({
      script,
      words: rest.trim().split(/\s+/),
    })),
  );
}

test.for(readdirSync(folder))('%s runs what there is', (file) => {
  const found = runs(file);
  expect(found.length).toBeGreaterThan(0);
  for (const { script, words } of found) {
    expect(Object.keys(packageJson.scripts)).toContain(script);
    if (script !== 'atc') continue;
    const [, name, ...given] = words;
    const command = Object.values(commands).find((one) => one.name() === name);
    expect(command, name).toBeDefined();
    const known = command?.options.map(({ long }) => long) ?? [];
    for (const option of given.filter((word) => word.startsWith('--')))
      expect(known, `${name} ${option}`).toContain(option);
  }
});
