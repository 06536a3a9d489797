import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';

interface MatrixOptions {
  readonly json?: true;
}

/** What is said to work: the availability table. */
export const matrixCommand = new Command('matrix')
  .description('print the availability table of tools and provider APIs')
  .argument('[view]', 'adr-2025-06-23, adr-draft or current', 'current')
  .option('--json', 'JSON instead of a table, with claims and sources')
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- report matrix adr-2025-06-23`,
  )
  .action(async (asked: string, { json }: MatrixOptions, command: Command) => {
    const { renderMatrix, tableViews } = await import('../../matrix/render.ts');
    const view = tableViews.find((v) => v === asked);
    if (!view) {
      const { didYouMean } = await import('../../lib/did-you-mean.ts');
      throw new UserError(`unknown view "${asked}"`, { hint: didYouMean(asked, tableViews) });
    }
    const { loadMatrix } = await import('../../matrix/load.ts');
    const matrix = await loadMatrix();
    command.configureOutput().writeOut?.(json ? `${JSON.stringify(matrix, null, 2)}\n` : renderMatrix(matrix, view));
  });
