/** Every command says how it is used, and has a test of what it prints and of what it refuses. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { providerApiIds, toolIds } from '../../matrix/ids.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import { parsePattern } from '../../spec/engine/case-pattern.ts';
import { discoverAdapters, repositoryFolder } from '../../spec/engine/discover.ts';
import { caseParts, readPlanned } from '../../spec/engine/plan.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { main } from '../cli.ts';
import { isGlobal } from '../global-options.ts';
import { commandGroups, examples } from './groups.ts';
import * as commands from './index.ts';
import * as maintenance from './maintenance.ts';

/** Below `scripts/`, the file of a test and words of its title. */
type Where = readonly [file: string, title: string];

const tested: Readonly<Record<string, { readonly output: Where; readonly error: Where }>> = {
  __revision: {
    output: ['gate/gate.test.ts', 'a revision responds with its state'],
    error: ['gate/revision/revision.test.ts', 'rejects a malformed request'],
  },
  'can-i-use': {
    output: ['commands/can-i-use.test.ts', 'with exit code 0 where it can be used'],
    error: ['commands/can-i-use.test.ts', 'exits with 2'],
  },
  catalogue: {
    output: ['catalogue.test.ts', 'prints the same as JSON'],
    error: ['catalogue.test.ts', 'near a defect that there is not'],
  },
  corpus: {
    output: ['commands/maintenance.test.ts', 'prints a table'],
    error: ['commands/maintenance.test.ts', 'a missing corpus is said'],
  },
  evidence: {
    output: ['commands/maintenance.test.ts', 'says of each cell what real traffic shows'],
    error: ['commands/maintenance.test.ts', 'exits with 2'],
  },
  gate: {
    output: ['gate/recordings.test.ts', 'JSON says all of it'],
    error: ['commands/refusals.test.ts', "['gate']"],
  },
  'kill-matrix': {
    output: ['kill-matrix.test.ts', 'prints as JSON'],
    error: ['kill-matrix.test.ts', 'near an id that there is not'],
  },
  'known-issues': {
    output: ['known-issues/known-issues.test.ts', 'list tells of each'],
    error: ['known-issues/known-issues.test.ts', 'what is not there is near something'],
  },
  lint: {
    output: ['commands/lint.test.ts', 'prints place, problem'],
    error: ['commands/lint.test.ts', 'exits with 2'],
  },
  new: { output: ['commands/new.test.ts', 'lists the files'], error: ['commands/new.test.ts', 'exits with 2'] },
  probe: {
    output: ['probe/probe.test.ts', 'says what is wrong once'],
    error: ['commands/refusals.test.ts', "'probe', '--base-url'"],
  },
  record: {
    output: ['commands/refusals.test.ts', 'record --dry-run'],
    error: ['commands/refusals.test.ts', "'record', '--base-url'"],
  },
  report: {
    output: ['commands/report.test.ts', 'makes the page again'],
    error: ['commands/report.test.ts', 'exits with code 2'],
  },
  reproduce: {
    output: ['commands/reproduce.test.ts', 'prints a case as a program'],
    error: ['commands/reproduce.test.ts', 'exits with 2'],
  },
  run: {
    output: ['run/external-adapter/program.test.ts', 'a program is judged on every column'],
    error: ['commands/refusals.test.ts', "'run', 'reference-antropic'"],
  },
  schemas: {
    output: ['commands/maintenance.test.ts', 'what its sources say'],
    error: ['commands/refusals.test.ts', "'schemas', '--chek'"],
  },
  serve: {
    output: ['serve/scenario.test.ts', 'POST /v1/messages'],
    error: ['commands/refusals.test.ts', "'serve', 'anthropic', '--port'"],
  },
};

const all: readonly Command[] = [...Object.values(commands), ...Object.values(maintenance)];
const shown = all.filter((command) => !command.name().startsWith('__'));

test('no command is without a test of its output and one of its errors', async () => {
  expect(Object.keys(tested).sort()).toEqual(all.map((command) => command.name()).sort());
  for (const [name, places] of Object.entries(tested)) {
    for (const [what, [file, title]] of Object.entries(places)) {
      const text = await readFile(join(repositoryFolder, 'scripts', file), 'utf8').catch(() => '');
      expect(text, `${name}: ${file} has the test of its ${what}`).toContain(title);
    }
  }
});

test('JSON is asked for with the option of the whole program', () => {
  const options = all.flatMap((command) => [command, ...command.commands]).flatMap((command) => command.options);
  expect(options.filter((option) => option.long === '--json' && !isGlobal(option))).toEqual([]);
});

async function helpOf(...words: string[]): Promise<string> {
  let stdout = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stdout += text) };
  expect(await main([...words, '--help'], io, all)).toBe(0);
  return stdout;
}

test.each(
  shown.flatMap((command) => [[command.name()], ...command.commands.map((child) => [command.name(), child.name()])]),
)('%s %s: the help has examples of options and ids that there are, and the exit codes', async (...named) => {
  const words = named.filter((word) => typeof word === 'string');
  const help = await helpOf(...words);
  expect(help).toMatch(/\nExamples:\n/);
  expect(help).toMatch(/\nExit codes: 0 /);
  const typed = /npm run (?:--silent )?(?:atc --|conformance|(?=catalogue|evidence|corpus|kill-matrix|schemas))(.*)/g;
  const examples = [...help.matchAll(typed)].map(([, line = '']) => line.replace(' -- ', ' '));
  expect(examples.length).toBeGreaterThan(0);
  for (const line of examples) demandFits(line.replace(/[|>)].*/, ''));
});

/** A terminal. */
const screen = { lines: 30, columns: 80 };

test.each([
  [],
  ...Object.values(commands).flatMap((each) => [[each.name()], ...each.commands.map((c) => [each.name(), c.name()])]),
])('%s %s: the help fits on a screen', async (...named) => {
  const words = named.filter((word) => typeof word === 'string');
  let stdout = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: () => {} };
  await main([...words, '--help'], io, Object.values(commands), { examples, groups: commandGroups });
  const lines = stdout.trimEnd().split('\n');
  const shown = lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / screen.columns)), 0);
  expect(shown, stdout).toBeLessThanOrEqual(screen.lines);
});

/** Ids that options take, by the names of the options. */
const adapters = await discoverAdapters();
const known: Readonly<Record<string, readonly string[]>> = {
  tool: toolIds,
  provider: providerApiIds,
  'provider-api': providerApiIds,
  adapter: [...adapters.flatMap(({ id, implementation }) => [id, implementation]), ...providerApiIds],
  scenario: (await loadScenarios()).flatMap(({ scenarios }) => scenarios.map(({ id }) => id)),
  check: (await loadChecks()).map(({ id }) => id),
  mode: ['complete', 'stream'],
};

const parts = caseParts(await readPlanned());

/** An example's options belong to its command, and cases and ids that it names are there. */
function demandFits(line: string): void {
  const words = line.trim().split(/\s+/);
  const top =
    all.find((command) => command.name() === words[0]) ?? (line.trim() === '' ? commands.runCommand : undefined);
  const command = top?.commands.find((child) => child.name() === words[1]) ?? top;
  if (!command) expect.fail(`there is no command ${words[0]}`);
  const values = words.slice(words.indexOf(command.name()) + 1);
  const end = values.findIndex((word) => word.startsWith('--'));
  if (command.registeredArguments[0]?.name() === 'case') {
    const named = values.slice(0, end < 0 ? undefined : end).filter((word) => !word.includes('.'));
    for (const pattern of named) expect(parsePattern(pattern, parts), line).not.toEqual([]);
  }
  for (const [i, word] of words.entries()) {
    if (!word.startsWith('--')) continue;
    const option = command.options.find(({ long }) => long === word) ?? expect.fail(`${line}: no option ${word}`);
    const values = known[option.name()];
    if (values && option.required) expect(values, line).toContain(words[i + 1]);
  }
}
