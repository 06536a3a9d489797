import { Command } from 'commander';

interface BadgeOptions {
  readonly adapter?: string;
  readonly provider?: string;
  readonly tool?: string;
  readonly out: string;
  readonly json?: true;
}

/** A badge of the last run. */
export const badgeCommand = new Command('badge')
  .description('print a badge of the last run: how many tools pass, and what is known to fail')
  .option('--adapter <id>', 'only this adapter, such as reference-anthropic')
  .option('--provider <id>', 'only adapters of this provider API, such as anthropic')
  .option('--tool <id>', 'only this tool, such as web-search')
  .option('--out <folder>', 'where the results of the last run lie', 'reports/out')
  .option('--json', 'instead of a picture, what an endpoint badge of shields.io is made from')
  .addHelpText(
    'after',
    `
It is green only where all that the provider offers was tried, and every case passes. Of one adapter it counts tools; of several, cells.

Examples:
  npm run --silent atc -- report badge > tools.svg
  npm run --silent atc -- report badge --adapter reference-anthropic > anthropic.svg
  npm run --silent atc -- report badge --tool web-search --provider anthropic --json

Exit codes: 0 printed, whatever it says; 2 the input is wrong, or there are no results.`,
  )
  .action(async ({ out, json, ...scope }: BadgeOptions, command: Command) => {
    const [{ resolve }, { readResults }, { badgeOf, shieldsOf, svgOf }] = await Promise.all([
      import('node:path'),
      import('../../reports/results/store.ts'),
      import('../../reports/badges/badge.ts'),
    ]);
    const badge = badgeOf(await readResults(resolve(out)), scope);
    command.configureOutput().writeOut?.(json ? `${JSON.stringify(shieldsOf(badge), null, 2)}\n` : svgOf(badge));
  });
