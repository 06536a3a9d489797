import { Command } from 'commander';
import { UserError } from '../../lib/user-error.ts';
import { jsonOption, outOption } from '../global-options.ts';

interface BadgeOptions {
  readonly out: string;
  readonly json?: true;
}

/** A badge of the last run. */
const badgeCommand = new Command('badge')
  .description('print a badge: the word of a tool, or how many cells work')
  .argument('[case]', 'only <adapter>/<tool>, or one word: an adapter, a provider API, a tool')
  .addOption(outOption())
  .addOption(jsonOption('JSON of a shields.io endpoint badge instead of SVG'))
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

interface MatrixOptions {
  readonly json?: true;
}

/** What is said to work: the availability table. */
const matrixCommand = new Command('matrix')
  .description('print the availability table of tools and provider APIs')
  .argument('[view]', 'adr-2025-06-23, adr-draft or current', 'current')
  .addOption(jsonOption('JSON instead of a table, with claims and sources'))
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

interface ReportOptions {
  readonly out: string;
  readonly site?: string;
  readonly baseUrl?: string;
  readonly archive?: string;
  readonly history?: string;
  readonly compareTo?: string;
  readonly json?: true;
}

/** Makes the page of a run again, or the site, or archives the run, from the results on disk: nothing is replayed and nothing judged. */
export const reportCommand = new Command('report')
  .description('write the report, a site, a badge or the table from results')
  .addCommand(badgeCommand)
  .addCommand(matrixCommand)
  .option('--site <folder>', 'write the site into this folder, instead of one page')
  .option('--base-url <address>', 'address of the site: sitemap, badges, canonical links')
  .option('--archive <folder>', 'store the verdicts of this run, to compare with later')
  .option('--history <folder>', 'archived verdicts: the site shows changes since the last')
  .option('--compare-to <path>', 'print changes since a run or verdicts, write nothing')
  .addOption(outOption('folder of the run, and of index.html'))
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Examples:
  npm run atc -- report
  npm run atc -- report --compare-to reports/snapshot/released.json --json
  npm run atc -- report --site public --base-url https://example.org/conformance/
  npm run atc -- report --archive kept --history kept --site public`,
  )
  .action(async ({ out, site, baseUrl, archive, history, compareTo, json }: ReportOptions, command: Command) => {
    const { writeOut = () => {} } = command.configureOutput();
    const written: Written = {};
    if (compareTo !== undefined) {
      if (site !== undefined || archive !== undefined) {
        throw new UserError('--compare-to writes neither a site nor an archive', {
          hint: 'for a site, use --history <folder>',
        });
      }
      const [{ changesSince }, { changesText }, { colours }] = await Promise.all([
        import('../../reports/changes/since.ts'),
        import('../../reports/changes/text.ts'),
        import('../terminal-colors.ts'),
      ]);
      const since = await changesSince(out, compareTo);
      writeOut(json ? `${JSON.stringify(since.changes, null, 2)}\n` : changesText(since, colours));
      return;
    }
    if (archive !== undefined) {
      const { archiveLastRun } = await import('../../reports/history/kept.ts');
      written.archived = await archiveLastRun(out, archive);
    }
    if (site !== undefined) {
      const [{ renderSite }, { repositoryOf }] = await Promise.all([
        import('../../reports/pages/render.ts'),
        import('../../reports/pages/repository.ts'),
      ]);
      written.site = `${site}/index.html`;
      written.files = await renderSite(out, site, { baseUrl, history, repository: repositoryOf(process.env) });
    }
    if (site === undefined && archive === undefined) {
      const { renderReport } = await import('../../reports/pages/render.ts');
      await renderReport(out);
      written.report = `${out}/index.html`;
    }
    writeOut(json ? `${JSON.stringify(written, null, 2)}\n` : textOf(written));
  });

/** What was written, and where. */
interface Written {
  archived?: string;
  site?: string;
  /** How many files of the site. */
  files?: number;
  report?: string;
}

function textOf({ archived, site, files, report }: Written): string {
  return [
    ...(archived === undefined ? [] : [`archived: ${archived}\n`]),
    ...(site === undefined ? [] : [`site: ${site}, ${files} files\n`]),
    ...(report === undefined ? [] : [`report: ${report}\n`]),
  ].join('');
}
