import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';

interface MatrixOptions {
  readonly view: string;
  readonly json?: true;
}

/** What is said to work: the availability table. */
export const matrixCommand = new Command('matrix')
  .description('print the availability table of tools and provider APIs')
  .option('--view <view>', 'adr-2025-06-23 or adr-draft, as the ADR prints it, or today', 'today')
  .option('--json', 'JSON instead: the whole matrix with claims and sources')
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- report matrix --view adr-2025-06-23

Exit codes: 0 printed; 2 the input is wrong.`,
  )
  .action(async ({ view: asked, json }: MatrixOptions, command: Command) => {
    const { renderMatrix, tableViews } = await import('../../matrix/render.ts');
    const view = tableViews.find((v) => v === asked);
    if (!view) {
      const { didYouMean: suggest } = await import('../../lib/did-you-mean.ts');
      throw new UserError(`--view: there is no view "${asked}"`, { hint: suggest(asked, tableViews) });
    }
    const { loadMatrix } = await import('../../matrix/load.ts');
    const matrix = await loadMatrix();
    command.configureOutput().writeOut?.(json ? `${JSON.stringify(matrix, null, 2)}\n` : renderMatrix(matrix, view));
  });
