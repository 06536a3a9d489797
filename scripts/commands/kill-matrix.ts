import { Command } from 'commander';
import { repeatable } from '../cli.ts';

interface KillMatrixOptions {
  readonly broken: string[];
  readonly check: string[];
  readonly json?: true;
  readonly out: string;
}

/** What the checks are worth: adapters broken on purpose, and the checks that catch them. */
export const killMatrixCommand = new Command('kill-matrix')
  .description('run broken adapters and verify that checks catch them')
  .option('--broken <id>', 'only this broken adapter, with all findings (repeatable)', repeatable, [])
  .option('--check <id>', 'only broken adapters for this check (repeatable)', repeatable, [])
  .option('--json', 'JSON instead of tables')
  .option('--out <folder>', 'folder of kill-matrix.json', 'reports/out')
  .addHelpText(
    'after',
    `
A broken adapter is a reference adapter with one real defect. It runs the cases that show the defect, and its check must fail. The unbroken
adapter must pass them. A selection is printed and not written.

Examples:
  npm run kill-matrix
  npm run kill-matrix -- --broken drops-second-parallel-call
  npm run kill-matrix -- --check returns-citations --json`,
  )
  .action(async ({ broken, check, json, out }: KillMatrixOptions, command: Command) => {
    const { killMatrix } = await import('../kill-matrix.ts');
    const { text, exitCode } = await killMatrix({ broken, checks: check, json: json ?? false, folder: out });
    command.configureOutput().writeOut?.(text);
    if (exitCode !== 0) process.exitCode = exitCode;
  });
