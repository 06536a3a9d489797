import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from './steps.ts';

/** What a script called, in its order: the command and what it was given. */
export type Call = readonly string[];

/** How a script ended, what it called, and what it said to the runner. */
export interface Rehearsal {
  readonly code: number | null;
  readonly complaints: string;
  readonly calls: readonly Call[];
  /** Outputs of the step: lines of `name=value`. */
  readonly outputs: string;
}

/** Commands that reach beyond the machine or take minutes: they are noted down instead of run. */
const noted = ['npm', 'npx', 'git', 'gh'];

/**
 * Runs the script of a step as the runner does (bash, ending at the first command that fails), in an empty folder, while the commands
 * that matter are only noted down.
 *
 * @param folder an empty one
 * @param variables what the step's variables hold
 * @param code what the noted commands end with
 */
export function rehearse(
  { run }: Script,
  folder: string,
  variables: Readonly<Record<string, string>>,
  code = 0,
): Rehearsal {
  const bin = join(folder, 'bin');
  const work = join(folder, 'work');
  const [log, outputs, summary] = ['calls', 'outputs', 'summary'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(bin);
  mkdirSync(work, { recursive: true });
  for (const file of [log, outputs, summary]) writeFileSync(file, '');
  for (const name of noted) {
    const path = join(bin, name);
    // One argument after the other, each ended by NUL; a call by an empty line.
    writeFileSync(path, `#!/bin/sh\nprintf '%s\\0' ${name} "$@" >>"${log}"\nprintf '\\n' >>"${log}"\nexit ${code}\n`);
    chmodSync(path, 0o755);
  }
  const { status, stderr } = spawnSync(bash(), ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
    cwd: work,
    encoding: 'utf8',
    env: {
      ...variables,
      PATH: `${bin}:${process.env.PATH}`,
      GITHUB_OUTPUT: outputs,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: work,
      RUNNER_TEMP: folder,
    },
  });
  const calls = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  return {
    code: status,
    complaints: stderr,
    calls: calls.map((line) => line.split('\0').slice(0, -1)),
    outputs: readFileSync(outputs, 'utf8'),
  };
}

const bash = () => execFileSync('sh', ['-c', 'command -v bash'], { encoding: 'utf8' }).trim();
