import { Command } from 'commander';
import { repeatable } from '../cli.ts';

interface KillMatrixOptions {
  readonly broken: string[];
  readonly check: string[];
  readonly json?: true;
  readonly open?: true;
  readonly out: string;
}

/** What the checks are worth: adapters broken on purpose, and the checks that catch them. */
export const killMatrixCommand = new Command('kill-matrix')
  .description('play adapters that are broken on purpose, and see that each is caught by the check meant for it')
  .option('--broken <id>', 'only this broken adapter, with all that was found of it (repeatable)', repeatable, [])
  .option('--check <id>', 'only broken adapters meant for this check (repeatable)', repeatable, [])
  .option('--json', 'JSON instead of tables')
  .option(
    '--open',
    'instead, list known defects of real adapters that no broken adapter is modelled on; with --json, also what stands for each',
  )
  .option('--out <folder>', 'where kill-matrix.json is written, for the report to take up', 'reports/out')
  .addHelpText(
    'after',
    `
Each broken adapter is a reference adapter with one real defect put in. It is played on the cases in which it shows, and the
adapter that it is laid over, unbroken, on the same cases: these it has to pass. A selection is told and not written.

Examples:
  npm run kill-matrix
  npm run kill-matrix -- --broken drops-second-parallel-call
  npm run kill-matrix -- --check returns-citations --json
  npm run kill-matrix -- --open --json

Exit codes: 0 every broken adapter is caught by its check and every check kills one; 1 one is missed, or a check kills nothing;
with --open, 1 where a known defect is open; 2 the input is wrong.`,
  )
  .action(async ({ broken, check, json, open, out }: KillMatrixOptions, command: Command) => {
    const { text, exitCode } = open
      ? await (await import('../traceability.ts')).traceDefects(json ?? false)
      : await (await import('../kill-matrix.ts')).killMatrix({
          broken,
          checks: check,
          json: json ?? false,
          folder: out,
        });
    command.configureOutput().writeOut?.(text);
    if (exitCode !== 0) process.exitCode = exitCode;
  });
