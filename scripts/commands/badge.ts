import { Command } from 'commander';

interface BadgeOptions {
  readonly out: string;
  readonly json?: true;
}

/** A badge of the last run. */
export const badgeCommand = new Command('badge')
  .description('print a badge: the word of a tool, or how many cells work')
  .argument('[case]', 'only <adapter>/<tool>, or one word: an adapter, a provider API, a tool')
  .option('--out <folder>', 'folder of the run', 'reports/out')
  .option('--json', 'JSON of a shields.io endpoint badge instead of SVG')
  .addHelpText(
    'after',
    `
A tool through one adapter has a word; anything else has a count of cells: tools on
provider APIs through libraries. Reference adapters and examples count only where
no library is chosen.

Examples:
  npm run --silent atc -- report badge > tools.svg
  npm run --silent atc -- report badge reference-anthropic > anthropic.svg
  npm run --silent atc -- report badge anthropic/web-search --json`,
  )
  .action(async (pattern: string | undefined, { out, json }: BadgeOptions, command: Command) => {
    const [
      { resolve },
      { readResults },
      { lookupOf },
      { snapshotOfRun },
      { badgeOf },
      { shieldsOf, svgOf },
      { badgeScope },
    ] = await Promise.all([
      import('node:path'),
      import('../../reports/results/store.ts'),
      import('../../reports/snapshot/lookup.ts'),
      import('../../reports/snapshot/read.ts'),
      import('../../reports/badges/badges.ts'),
      import('../../reports/badges/drawing.ts'),
      import('../badge-scope.ts'),
    ]);
    const lookup = lookupOf(snapshotOfRun(await readResults(resolve(out))));
    const badge = badgeOf(lookup, badgeScope(pattern, lookup.snapshot));
    command.configureOutput().writeOut?.(json ? `${JSON.stringify(shieldsOf(badge), null, 2)}\n` : svgOf(badge));
  });
