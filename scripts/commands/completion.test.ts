import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { loadChecks } from '../../spec/checks/load.ts';
import { discoverAdapters, repositoryFolder } from '../../spec/engine/discover.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { knownValues } from '../completion/known-values.ts';
import { completionScript, shells } from '../completion/shells.ts';
import { main } from '../program.ts';
import * as commands from './index.ts';

async function atc(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(argv, io, Object.values(commands));
  return { code, stdout, stderr };
}

test.each(shells)('prints the script of %s, which asks this very program', async (shell) => {
  const { code, stdout, stderr } = await atc('completion', shell);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`'${process.execPath}' '${join(repositoryFolder, 'scripts/atc.js')}' __complete -- `);
});

test('a shell that is not known exits with 2', async () => {
  const { code, stdout, stderr } = await atc('completion', 'tcsh');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Allowed choices are bash, zsh, fish.');
});

test('a path with a quote stays one word of the shell', () => {
  expect(completionScript('bash', ["/it's/node"])).toContain(`'/it'\\''s/node' __complete`);
  expect(completionScript('fish', ["/it's\\node"])).toContain(`'/it\\'s\\\\node' __complete`);
});

test('offers commands, options and ids; its own command is in no list', async () => {
  const { stdout } = await atc('__complete', '--', 'run', '--tool', 'web');
  expect(stdout).toBe('web-search\t\nweb-fetch\t\n');
  expect((await atc('__complete', '--', 'run', '--ver')).stdout).toBe('');
  expect((await atc('__complete', '--', '')).stdout).not.toContain('__complete');
});

test('what it knows without loading anything is what there is', async () => {
  const known = knownValues();
  expect(known.adapter?.toSorted()).toEqual((await discoverAdapters()).map(({ id }) => id));
  expect(known.check).toEqual((await loadChecks()).map(({ id }) => id));
  const scenarios = (await loadScenarios()).flatMap((file) => file.scenarios.map(({ id }) => id));
  for (const id of scenarios) expect(known.scenario).toContain(id);
});

test.skipIf(!existsSync('/bin/bash'))('bash completes by it, an option with an equals sign too', async () => {
  const script = `source <("$0" scripts/atc.js completion bash)
for line in 'atc run --tool web-' 'atc run --tool=web-' 'atc can-'; do
  COMP_LINE="$line" COMP_POINT=\${#line}
  read -ra COMP_WORDS <<< "$line"
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _atc
  echo "\${COMPREPLY[*]}"
done`;
  const { stdout } = await promisify(execFile)('/bin/bash', ['-c', script, process.execPath], {
    cwd: repositoryFolder,
  });
  expect(stdout).toBe('web-search web-fetch\nweb-search web-fetch\ncan-i-use\n');
});
