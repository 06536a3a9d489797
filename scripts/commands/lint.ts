import { Command } from 'commander';
import { jsonOption } from '../global-options.ts';

interface LintOptions {
  readonly json?: true;
}

/** What is wrong with the files that people edit. */
export const lintCommand = new Command('lint')
  .description('validate matrix, scenarios, known issues and cassettes')
  .argument('[paths...]', 'files or folders (default: all)')
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
No case runs: a run finds more. npm run lint checks the source.

Examples:
  npm run atc -- lint
  npm run atc -- lint matrix spec/scenarios/web-search.yaml
  npm run atc -- lint recordings/cassettes/anthropic --json`,
  )
  .action(async (paths: string[], { json }: LintOptions, command: Command) => {
    const asOf = new Date().toISOString().slice(0, 10);
    const [{ lintData }, { escapeControlDeep }, { lintText }] = await Promise.all([
      import('../lint-data/lint-data.ts'),
      import('../../lib/escape-control-characters.ts'),
      import('../lint-data/lint-data.ts'),
    ]);
    const outcome = escapeControlDeep(await lintData({ paths, asOf }));
    command.configureOutput().writeOut?.(json ? `${JSON.stringify(outcome, null, 2)}\n` : lintText(outcome));
    if (outcome.problems.length > 0) process.exitCode = 1;
  });
