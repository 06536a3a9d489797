import { Command } from 'commander';
import { isDay } from '../../lib/calendar-date.ts';
import { UserError } from '../../lib/user-error.ts';

interface LintOptions {
  readonly asOf?: string;
  readonly json?: true;
}

/** What is wrong with the files that people edit. */
export const lintCommand = new Command('lint')
  .description('check the files that people edit: matrix, scenarios, known issues, recordings and their lists')
  .argument('[paths...]', 'files or folders (default: everything)')
  .option('--as-of <day>', 'the day that expiry is computed against, YYYY-MM-DD (default: today)')
  .option('--json', 'JSON instead of text')
  .addHelpText(
    'after',
    `
Nothing is played: a run finds more. Code is checked by npm run lint.

Examples:
  npm run atc -- lint
  npm run atc -- lint matrix spec/scenarios/web-search.yaml
  npm run atc -- lint recordings/cassettes/anthropic --json

Exit codes: 0 nothing to mend; 1 something is; 2 the input is wrong.`,
  )
  .action(async (paths: string[], options: LintOptions, command: Command) => {
    const { asOf = new Date().toISOString().slice(0, 10), json } = options;
    if (!isDay(asOf)) {
      throw new UserError(`--as-of: "${asOf}" is no day`, { hint: 'write YYYY-MM-DD, such as 2026-11-20' });
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
