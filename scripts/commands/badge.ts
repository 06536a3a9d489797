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
  .description('print a badge: how many tools pass in the last run')
  .option('--adapter <id>', 'only this adapter, such as reference-anthropic')
  .option('--provider <id>', 'only adapters of this provider API, such as anthropic')
  .option('--tool <id>', 'only this tool, such as web-search')
  .option('--out <folder>', 'folder of the run', 'reports/out')
  .option('--json', 'JSON of a shields.io endpoint badge instead of SVG')
  .addHelpText(
    'after',
    `
The badge is green only if all that the provider offers ran and every case passes. It counts tools of one adapter, or cells of several.

Examples:
  npm run --silent atc -- report badge > tools.svg
  npm run --silent atc -- report badge --adapter reference-anthropic > anthropic.svg
  npm run --silent atc -- report badge --tool web-search --provider anthropic --json`,
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
