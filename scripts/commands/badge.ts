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
  .description('print a badge: the word of a tool through an adapter, or how many cells work')
  .option('--adapter <id>', 'only this adapter, such as reference-anthropic')
  .option('--provider <id>', 'only adapters of this provider API, such as anthropic')
  .option('--tool <id>', 'only this tool, such as web-search')
  .option('--out <folder>', 'folder of the run', 'reports/out')
  .option('--json', 'JSON of a shields.io endpoint badge instead of SVG')
  .addHelpText(
    'after',
    `
A tool through one adapter has a word; anything else has a count of cells: tools on provider APIs through libraries.
Reference adapters and examples count only where no library is chosen.

Examples:
  npm run --silent atc -- report badge > tools.svg
  npm run --silent atc -- report badge --adapter reference-anthropic > anthropic.svg
  npm run --silent atc -- report badge --tool web-search --provider anthropic --json`,
  )
  .action(async ({ out, json, ...scope }: BadgeOptions, command: Command) => {
    const [{ resolve }, { readResults }, { lookupOf }, { snapshotOfRun }, { badgeOf }, { shieldsOf, svgOf }] =
      await Promise.all([
        import('node:path'),
        import('../../reports/results/store.ts'),
        import('../../reports/snapshot/lookup.ts'),
        import('../../reports/snapshot/read.ts'),
        import('../../reports/badges/badges.ts'),
        import('../../reports/badges/drawing.ts'),
      ]);
    const badge = badgeOf(lookupOf(snapshotOfRun(await readResults(resolve(out)))), scope);
    command.configureOutput().writeOut?.(json ? `${JSON.stringify(shieldsOf(badge), null, 2)}\n` : svgOf(badge));
  });
