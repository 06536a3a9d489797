import { Command } from 'commander';
import { isDay } from '../../lib/calendar-date.ts';
import { UserError } from '../../lib/user-error.ts';

interface LintOptions {
  readonly asOf?: string;
  readonly json?: true;
}

/** What is wrong with the files that people edit. */
export const lintCommand = new Command('lint')
  .description('validate matrix, scenarios, known issues and cassettes')
  .argument('[paths...]', 'files or folders (default: all)')
  .option('--as-of <date>', 'date for expiry checks, YYYY-MM-DD (default: today)')
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    `
No case runs: a run finds more. npm run lint checks the source.

Examples:
  npm run atc -- lint
  npm run atc -- lint matrix spec/scenarios/web-search.yaml
  npm run atc -- lint recordings/cassettes/anthropic --json`,
  )
  .action(async (paths: string[], options: LintOptions, command: Command) => {
    const { asOf = new Date().toISOString().slice(0, 10), json } = options;
    if (!isDay(asOf)) {
      throw new UserError(`--as-of "${asOf}": not a date`, { hint: 'use YYYY-MM-DD, for example 2026-11-20' });
    }
    const [{ lintData }, { escapeControlDeep }, { lintText }] = await Promise.all([
      import('../lint-data/lint-data.ts'),
      import('../../lib/escape-control-characters.ts'),
      import('../lint-data/lint-data.ts'),
    ]);
    const outcome = escapeControlDeep(await lintData({ paths, asOf }));
    command.configureOutput().writeOut?.(json ? `${JSON.stringify(outcome, null, 2)}\n` : lintText(outcome));
    if (outcome.problems.length > 0) process.exitCode = 1;
  });
